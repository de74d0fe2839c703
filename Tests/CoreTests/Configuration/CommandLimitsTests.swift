@testable import Core
import Testing

@Suite struct CommandLimitsTests {
    /// What is wrong when a policy with these settings commands a motor with those.
    private func errors(
        motor: String = #""line": "A1""#, turner: String, outputs: String = #""motor": "motor""#,
        run: String = #"["turner"]"#
    ) -> [String] {
        motorErrors(
            """
            {"drivers": {"motor": {"driver": "motor", \(motor)}}, "run": \(run),
             "policies": {"turner": {"policy": "turner", \(turner), "outputs": {\(outputs)}}}}
            """)
    }

    @Test("a value beyond what the driver takes is refused, at the setting that gives it")
    func beyond() {
        #expect(
            errors(turner: #""angle": "270deg""#) == [
                "policies.turner.angle: angle 270 deg is beyond what motor.angle takes: "
                    + "angle 0 to 180 deg (its angle_max)"
            ])
        #expect(errors(turner: #""angle": "-1deg""#).count == 1)
    }

    @Test("a value at the end of the range, in any unit, is accepted") func atTheEnd() {
        #expect(errors(turner: #""angle": "180deg""#) == [])
        #expect(errors(turner: #""angle": "0deg""#) == [])
        #expect(errors(motor: #""angle_max": "270deg""#, turner: #""angle": "270deg""#) == [])
        // pi in 16 digits: 180 degrees but for the rounding.
        #expect(errors(turner: #""angle": "3.1415926535897936rad""#) == [])
    }

    @Test("a period or lease longer than the driver allows is refused") func times() {
        let motor = #""patience": "2s""#
        #expect(errors(motor: motor, turner: #""every": "400ms""#) == [])
        #expect(errors(motor: motor, turner: #""every": "500ms", "lease": "2s""#) == [])
        #expect(
            errors(motor: motor, turner: #""every": "10s", "lease": "25s""#) == [
                "policies.turner.every: 10 s is too long for motor.angle: it must be commanded every "
                    + "500 ms or more often",
                "policies.turner.lease: 25 s is too long for motor.angle: its commands may hold for "
                    + "2.0 s at most, or it would go on for as long after this policy has stopped",
            ])
        // The lease by default is five periods.
        #expect(errors(motor: motor, turner: #""every": "500ms""#).count == 1)
    }

    @Test("a driver that allows any period and lease is commanded as slowly as one likes")
    func anyTimes() {
        #expect(errors(turner: #""every": "10s", "lease": "25s""#) == [])
    }

    @Test("a policy that does not run, and a port that is not connected, are not compared")
    func notConnected() {
        #expect(errors(turner: #""angle": "270deg""#, run: "[]") == [])
    }
}

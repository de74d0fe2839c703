import Core
import DriverKit
import JSON
import TestSupport
import Testing
import Values

@testable import Drivers

struct ServoPulseMapTests {
    private func map(_ json: JSONValue = [:]) throws -> Servo.PulseMap {
        try DriverBench<Servo>().settings(json).pulse
    }

    /// gpiozero's and most data sheets' conservative numbers: 1 to 2 ms, 1.5 ms in the middle.
    @Test("the defaults are 1 ms at 0°, 1.5 ms at 90° and 2 ms at 180°, every 20 ms")
    func defaults() throws {
        let map = try map()
        #expect(map.period == .milliseconds(20))
        #expect(map.widthNanoseconds(at: .degrees(0)) == 1_000_000)
        #expect(map.widthNanoseconds(at: .degrees(90)) == 1_500_000)
        #expect(map.widthNanoseconds(at: .degrees(180)) == 2_000_000)
    }

    @Test("the extended range of 0.5 to 2.5 ms fits any angles")
    func extended() throws {
        let map = try map([
            "pulse_min": "0.5ms", "pulse_max": "2500us", "angle_min": "-100deg",
            "angle_max": "100deg",
        ])
        #expect(map.widthNanoseconds(at: .degrees(-100)) == 500_000)
        #expect(map.widthNanoseconds(at: .degrees(0)) == 1_500_000)
        // 10 µs a degree
        #expect(map.widthNanoseconds(at: .degrees(65)) == 2_150_000)
    }

    @Test(
        "no angle gives a pulse outside the two",
        arguments: [
            (-0.1, 1_000_000), (-1e300, 1_000_000), (180.1, 2_000_000), (1e300, 2_000_000),
            (.nan, 1_000_000), (.infinity, 1_000_000),
        ] as [(Double, Int64)])
    func clamps(_ degrees: Double, _ width: Int64) throws {
        #expect(try map().widthNanoseconds(at: .degrees(degrees)) == width)
    }

    @Test("what is not a number is no angle")
    func notNumbers() throws {
        #expect(try map().clamped(.degrees(.nan)) == nil)
        #expect(try map().clamped(.degrees(-.infinity)) == nil)
        #expect(try map().clamped(.degrees(200)) == .degrees(180))
    }

    private static func points(_ pairs: [(String, String)]) -> JSONValue {
        .object([
            "calibration": .array(
                pairs.map { .object(["angle": .string($0.0), "pulse": .string($0.1)]) })
        ])
    }

    @Test("two measured points make the line, which goes on to the limits of the pulse")
    func calibrated() throws {
        let map = try map(Self.points([("0deg", "1020us"), ("90deg", "1470us")]))
        #expect(map.widthNanoseconds(at: .degrees(0)) == 1_020_000)
        #expect(map.widthNanoseconds(at: .degrees(30)) == 1_170_000)
        #expect(map.widthNanoseconds(at: .degrees(180)) == 1_920_000)
        #expect(map.angle(ofWidthNanoseconds: 1_170_000) == .degrees(30))
    }

    @Test("a calibration never widens the limits: what is out of reach is clamped")
    func calibratedLimits() throws {
        // 10 µs a degree: the pulse of 2 ms is reached at 130°, that of 1 ms at 30°.
        let map = try map(Self.points([("50deg", "1200us"), ("100deg", "1700us")]))
        #expect(map.widthNanoseconds(at: .degrees(180)) == 2_000_000)
        #expect(map.widthNanoseconds(at: .degrees(0)) == 1_000_000)
        #expect(map.clamped(.degrees(180)) == .degrees(130))
        #expect(map.clamped(.degrees(0)) == .degrees(30))
    }

    @Test("a servo that is mounted the other way round has falling pulses")
    func reversed() throws {
        let map = try map(Self.points([("0deg", "2ms"), ("180deg", "1ms")]))
        #expect(map.widthNanoseconds(at: .degrees(45)) == 1_750_000)
        #expect(map.angle(ofWidthNanoseconds: 1_250_000) == .degrees(135))
        #expect(map.clamped(.degrees(400)) == .degrees(180))
    }

    @Test("between three points there are two lines")
    func bent() throws {
        let map = try map(
            Self.points([("0deg", "1000us"), ("90deg", "1450us"), ("180deg", "2000us")]))
        #expect(map.widthNanoseconds(at: .degrees(45)) == 1_225_000)
        #expect(map.widthNanoseconds(at: .degrees(135)) == 1_725_000)
        #expect(map.angle(ofWidthNanoseconds: 1_225_000) == .degrees(45))
        #expect(map.angle(ofWidthNanoseconds: 1_725_000) == .degrees(135))
    }

    @Test(
        "a calibration that cannot be is refused",
        arguments: [
            [("90deg", "1ms"), ("0deg", "2ms")], [("0deg", "1ms"), ("90deg", "1ms")],
            [("0deg", "1ms"), ("90deg", "2ms"), ("180deg", "1500us")],
            [("0deg", "1ms"), ("0deg", "2ms")], [("300deg", "1ms"), ("350deg", "2ms")],
        ] as [[(String, String)]])
    func badCalibration(_ pairs: [(String, String)]) {
        do {
            _ = try map(Self.points(pairs))
            Issue.record("accepted \(pairs)")
        } catch {
            #expect("\(error)".hasPrefix("drivers.test.calibration: "))
        }
    }

    @Test("a pulse is read back as its angle, and one outside the two as none")
    func back() throws {
        #expect(try map().angle(ofWidthNanoseconds: 1_500_000) == .degrees(90))
        #expect(try map().angle(ofWidthNanoseconds: 2_000_000) == .degrees(180))
        // A step of a PCA9685, a 4096th of 20 ms, is 4.88 µs.
        #expect(try map().angle(ofWidthNanoseconds: 995_200) == .degrees(0))
        #expect(try map().angle(ofWidthNanoseconds: 995_000) == nil)
        #expect(try map().angle(ofWidthNanoseconds: 2_005_000) == nil)
        #expect(try map().angle(ofWidthNanoseconds: 0) == nil)
    }
}

struct ServoMotionTests {
    private typealias SlewController = Servo.SlewController
    private let start = Instant(nanoseconds: 1_000_000_000)

    private func settings(
        speed: Double = 100, deadband: Double = 0.5, releaseAfter: Duration? = .milliseconds(700),
        leaseEnd: Servo.LeaseEnd = .release, safe: Double? = nil
    ) -> Servo.SlewController.Settings {
        Servo.SlewController.Settings(
            degreesPerSecond: speed, wholeRange: .degrees(180), deadband: .degrees(deadband),
            releaseAfter: releaseAfter,
            leaseEnd: leaseEnd, safeAngle: safe.map { .degrees($0) })
    }

    /// A motion with the command that was given last, as its driver hands it over.
    private struct LeasedMotion {
        var motion: Servo.SlewController
        var lease: (command: ServoCommand, until: Instant)?

        mutating func take(_ command: ServoCommand, until expiry: Instant) {
            lease = (command, expiry)
        }

        mutating func step(at now: Instant) -> Servo.SlewController.Output {
            motion.step(lease.flatMap { $0.until > now ? $0.command : nil }, at: now)
        }

        mutating func makeSafe() { motion.makeSafe() }
        func isSafe(at now: Instant) -> Bool { motion.isSafe(at: now) }
        var nextWake: WakeTimer.Schedule { motion.nextWake }
        var state: ServoState { motion.state }
        var position: Angle? { motion.position }
    }

    private func motion(
        _ settings: Servo.SlewController.Settings, found: Double? = 0, isPowered: Bool = false
    ) -> LeasedMotion {
        LeasedMotion(
            motion: Servo.SlewController(
                settings, found: found.map { .degrees($0) }, isPowered: isPowered, at: start))
    }

    private func at(_ milliseconds: Int) -> Instant {
        start + .milliseconds(milliseconds)
    }

    private func move(_ degrees: Double) -> ServoCommand {
        .move(to: .degrees(degrees))
    }

    /// Steps on the grid of 20 ms until a time; gives what came out, rounded to a thousandth.
    private func run(_ motion: inout LeasedMotion, from: Int, to: Int) -> [SlewController.Output] {
        stride(from: from, through: to, by: 20).map { time in
            guard case .pulse(let angle) = motion.step(at: at(time)) else {
                return motion.step(at: at(time))
            }
            return .pulse(.degrees((angle.degrees * 1000).rounded() / 1000))
        }
    }

    @Test("100 °/s is 2° a step of 20 ms, and the target is met exactly")
    func slews() {
        var motion = motion(settings())
        motion.take(move(5), until: at(10_000))
        #expect(run(&motion, from: 0, to: 20) == [.pulse(.degrees(2)), .pulse(.degrees(4))])
        #expect(motion.nextWake == .every(.milliseconds(20)))
        #expect(run(&motion, from: 40, to: 40) == [.pulse(.degrees(5))])
        #expect(
            motion.state == ServoState(commanded: .degrees(5), isMoving: false, isPowered: true))
    }

    @Test("it slews down as it slews up, and turns round on a new command")
    func turnsRound() {
        var motion = motion(settings(), found: 90)
        motion.take(move(180), until: at(10_000))
        #expect(run(&motion, from: 0, to: 20) == [.pulse(.degrees(92)), .pulse(.degrees(94))])
        motion.take(move(0), until: at(10_000))
        #expect(run(&motion, from: 40, to: 60) == [.pulse(.degrees(92)), .pulse(.degrees(90))])
    }

    @Test("a new target in the middle of a move gains no extra step")
    func retargets() {
        var motion = motion(settings())
        motion.take(move(180), until: at(10_000))
        #expect(motion.step(at: start) == .pulse(.degrees(2)))
        motion.take(move(170), until: at(10_000))
        // 10 ms at 100 °/s
        #expect(motion.step(at: at(10)) == .pulse(.degrees(3)))
    }

    @Test("with its place unknown the first pulse is the target's")
    func unknown() {
        var motion = motion(settings(), found: nil)
        motion.take(move(120), until: at(10_000))
        #expect(motion.step(at: start) == .pulse(.degrees(120)))
        #expect(motion.state.isMoving == false)
    }

    @Test("with its place unknown it gets the time for the whole range before it is let go")
    func unknownTime() {
        var motion = motion(settings(), found: nil)
        motion.take(move(120), until: at(10_000))
        _ = motion.step(at: start)
        // 180° at 100°/s take 1.8 s; then the 700 ms of release_after begin.
        #expect(motion.step(at: at(2499)) == .pulse(.degrees(120)))
        #expect(motion.step(at: at(2500)) == .off)
    }

    @Test("a stall of a second does not make it jump")
    func stall() {
        var motion = motion(settings())
        motion.take(move(180), until: at(10_000))
        #expect(motion.step(at: start) == .pulse(.degrees(2)))
        // Two steps' worth, 4°, and not 100°.
        #expect(motion.step(at: at(1000)) == .pulse(.degrees(6)))
    }

    @Test("pulses stop 700 ms after the move, and not before")
    func releases() {
        var motion = motion(settings())
        motion.take(move(2), until: at(10_000))
        #expect(motion.step(at: start) == .pulse(.degrees(2)))
        #expect(motion.nextWake == .at(at(700)))
        #expect(motion.step(at: at(699)) == .pulse(.degrees(2)))
        #expect(motion.step(at: at(700)) == .off)
        #expect(
            motion.state == ServoState(commanded: .degrees(2), isMoving: false, isPowered: false))
    }

    @Test("the same command again renews the lease and does not wake the servo")
    func same() {
        var motion = motion(settings(deadband: 0.5))
        motion.take(move(2), until: at(1000))
        _ = run(&motion, from: 0, to: 700)
        motion.take(move(2.4), until: at(2000))
        #expect(motion.step(at: at(1500)) == .off)
        #expect(motion.nextWake == .never)
        motion.take(move(2.5), until: at(3000))
        #expect(motion.step(at: at(1520)) == .pulse(.degrees(2.5)))
    }

    @Test("release stops the pulses, and the same angle afterwards is a new wish")
    func release() {
        var motion = motion(settings(releaseAfter: nil))
        motion.take(move(2), until: at(9000))
        #expect(motion.step(at: start) == .pulse(.degrees(2)))
        #expect(motion.nextWake == .never)
        motion.take(.release, until: at(9000))
        #expect(motion.step(at: at(20)) == .off)
        motion.take(move(2), until: at(9000))
        #expect(motion.step(at: at(40)) == .pulse(.degrees(2)))
    }

    @Test("a lease that runs out in a move lets go")
    func leaseReleases() {
        var motion = motion(settings(leaseEnd: .release))
        motion.take(move(180), until: at(40))
        #expect(
            run(&motion, from: 0, to: 60)
                == [.pulse(.degrees(2)), .pulse(.degrees(4)), .off, .off])
        #expect(motion.nextWake == .never)
    }

    @Test("a lease that runs out in a move holds where it is, if so set")
    func leaseHolds() {
        var motion = motion(settings(releaseAfter: nil, leaseEnd: .hold))
        motion.take(move(180), until: at(40))
        #expect(
            run(&motion, from: 0, to: 80)
                == [2, 4, 4, 4, 4].map { .pulse(.degrees($0)) })
        #expect(motion.state.isMoving == false)
        #expect(motion.nextWake == .never)
    }

    @Test("a lease that runs out sends it to the safe angle at its speed, if so set")
    func leaseSafe() {
        var motion = motion(settings(leaseEnd: .safeAngle, safe: 0))
        motion.take(move(180), until: at(40))
        #expect(
            run(&motion, from: 0, to: 60)
                == [2, 4, 2, 0].map { .pulse(.degrees($0)) })
        #expect(run(&motion, from: 760, to: 760) == [.off])
    }

    @Test("a running channel is left as it is found until a command, then let go in time")
    func adopts() {
        var motion = motion(settings(), found: 65, isPowered: true)
        #expect(motion.step(at: start) == .unchanged)
        #expect(
            motion.state == ServoState(commanded: .degrees(65), isMoving: false, isPowered: true))
        #expect(motion.nextWake == .at(at(700)))
        #expect(motion.step(at: at(700)) == .off)
        motion.take(move(67), until: at(9000))
        #expect(motion.step(at: at(720)) == .pulse(.degrees(67)))
    }

    @Test("a silent servo that nobody commands waits for nothing")
    func idle() {
        var motion = motion(settings())
        #expect(motion.nextWake == .never)
        #expect(motion.step(at: start) == .off)
    }

    @Test("making it safe ends the lease, takes no more commands, and tells when it is done")
    func makeSafe() {
        var motion = motion(settings(leaseEnd: .safeAngle, safe: 0))
        motion.take(move(4), until: at(9000))
        _ = run(&motion, from: 0, to: 20)
        motion.makeSafe()
        motion.take(move(180), until: at(9000))
        #expect(!motion.isSafe(at: at(40)))
        _ = run(&motion, from: 40, to: 60)
        #expect(motion.position == .degrees(0))
        #expect(!motion.isSafe(at: at(60)))
        _ = run(&motion, from: 760, to: 760)
        #expect(motion.isSafe(at: at(760)))
    }

    @Test("a servo that is held for ever is safe once it had time to arrive")
    func makeSafeHolding() {
        var motion = motion(settings(releaseAfter: nil, leaseEnd: .safeAngle, safe: 2))
        motion.makeSafe()
        #expect(motion.step(at: start) == .pulse(.degrees(2)))
        #expect(!motion.isSafe(at: at(699)))
        #expect(motion.isSafe(at: at(700)))
    }

    @Test("a servo that lets go long after is safe once it had time to arrive, or lets go sooner")
    func makeSafeLong() {
        for (release, safeFrom) in [(10_000, 700), (700, 700), (100, 100)] {
            var motion = motion(
                settings(releaseAfter: .milliseconds(release), leaseEnd: .safeAngle, safe: 2))
            motion.makeSafe()
            #expect(motion.step(at: start) == .pulse(.degrees(2)))
            _ = motion.step(at: at(safeFrom - 1))
            #expect(!motion.isSafe(at: at(safeFrom - 1)))
            _ = motion.step(at: at(safeFrom))
            #expect(motion.isSafe(at: at(safeFrom)))
        }
    }

    @Test("making a holding servo safe changes nothing")
    func makeSafeHold() {
        var motion = motion(settings(leaseEnd: .hold), found: 65, isPowered: true)
        motion.makeSafe()
        #expect(!motion.isSafe(at: start))
        #expect(motion.step(at: start) == .unchanged)
        #expect(motion.isSafe(at: start))
    }
}

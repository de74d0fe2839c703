import Testing
import Values

@testable import Simulators

/// One truth behind all options. Offsets are those of the SDK's structures, from the first byte
/// of the option, which lies 16 bytes into a packet that carries nothing else.
struct NavdataSensorTests {
    private func encode(_ tag: NavdataTag, _ report: NavdataReport) -> Packet {
        Packet(NavdataEncoder.packet(report, sequence: 1, tags: [tag]))
    }

    private func level(_ heading: Double = 0, at altitude: Double = 1) -> Airframe {
        Airframe(heading: .degrees(heading), altitudeMetres: altitude)
    }

    @Test("a level accelerometer feels 1 g upwards, in milli-g and in counts")
    func level() {
        let report = NavdataReport(level())
        let physical = encode(.physMeasures, report)
        #expect(abs(physical.f32(16 + 10)) < 0.01 && abs(physical.f32(16 + 14)) < 0.01)
        #expect(abs(physical.f32(16 + 18) + 1000) < 0.01)
        let raw = encode(.rawMeasures, report)
        // 2048 counts at the centre.
        #expect(raw.u16(16 + 4) == 2048 && raw.u16(16 + 6) == 2048)
        #expect(raw.u16(16 + 8) < 2048)
    }

    @Test("the accelerometer's attitude is the attitude, and both have the demo's signs")
    func attitude() {
        let body = Airframe(
            heading: .degrees(30), altitudeMetres: 1, pitch: .degrees(10), roll: .degrees(-5))
        let euler = encode(.eulerAngles, NavdataReport(body))
        #expect(abs(euler.f32(16 + 4) - 10_000) < 1)
        #expect(abs(euler.f32(16 + 8) + 5000) < 1)
        let demo = encode(.demo, NavdataReport(body))
        #expect(demo.f32(16 + 12) == 10_000 && demo.f32(16 + 16) == -5000)
        // Nose up: the nose feels part of what carries the weight. sin(10 deg) = 0.17365.
        let physical = encode(.physMeasures, NavdataReport(body))
        #expect(abs(physical.f32(16 + 10) - 173.65) < 0.1)
    }

    @Test("in a fall there is nothing to feel, and no attitude in it")
    func falling() {
        var report = NavdataReport(level())
        report.inertia = InertialUnit(level(), isFalling: true)
        #expect(encode(.physMeasures, report).f32(16 + 18) == 0)
        #expect(encode(.eulerAngles, report).f32(16 + 8) == 0)
    }

    @Test("pressure falls with height, as in the standard atmosphere")
    func pressure() {
        // ISO 2533: 101325 Pa at sea level, 100129.4 Pa at 100 m, 89874.6 Pa at 1000 m.
        for (altitude, pascals) in [(0.0, 101_325), (100, 100_129), (1000, 89_875)] {
            let packet = encode(.pressure, NavdataReport(level(at: altitude)))
            #expect(abs(Int(packet.i32(16 + 14)) - pascals) <= 2, "\(altitude) m")
        }
    }

    @Test("the ultrasound is deaf above 6 m, and only the ultrasound")
    func deaf() {
        for (altitude, echo) in [(2.5, 2500), (7.0, 0)] as [(Double, Int32)] {
            let report = NavdataReport(level(at: altitude))
            #expect(encode(.rawMeasures, report).i32(16 + 46) == echo)
            let packet = encode(.altitude, report)
            #expect(packet.i32(16 + 4) == Int32(altitude * 1000))
            #expect(packet.i32(16 + 16) == echo)
            #expect(encode(.demo, report).i32(16 + 24) == Int32(altitude * 1000))
            #expect(encode(.kalmanPressure, report).u32(16 + 52) == (echo == 0 ? 1 : 0))
            #expect(encode(.kalmanPressure, report).f32(16 + 8) == Float(altitude * 1000))
        }
    }

    @Test("the rectified field points north, whatever the heading and the tilt")
    func magnetometer() {
        let west = encode(.magneto, NavdataReport(level(270)))
        // North lies to the right: +y in the body frame, and nothing ahead.
        #expect(abs(west.f32(16 + 22)) < 0.01)
        #expect(abs(west.f32(16 + 26) - 200) < 0.01)
        #expect(abs(west.f32(16 + 54) + 90) < 0.01)
        // heading_unwrapped and heading_gyro_unwrapped are other headings than the fused one.
        #expect(abs(west.f32(16 + 46) - west.f32(16 + 54)) > 5)
        #expect(abs(west.f32(16 + 50) - west.f32(16 + 54)) > 5)
        #expect(west.u8(16 + 58) == 1)
        // What is measured is what is left, plus the drone's own iron.
        for axis in 0..<3 {
            let sum = west.f32(16 + 22 + 4 * axis) + west.f32(16 + 34 + 4 * axis)
            #expect(abs(west.f32(16 + 10 + 4 * axis) - sum) < 0.01)
        }
        let tilted = Airframe(
            heading: .degrees(123), altitudeMetres: 1, pitch: .degrees(15), roll: .degrees(-20))
        let packet = encode(.magneto, NavdataReport(tilted))
        #expect(abs(packet.f32(16 + 54) - 123) < 0.01)
        #expect(abs(packet.f32(16 + 63) - west.f32(16 + 63)) < 0.01, "tilting adds no field")
    }

    @Test("a field from the side turns the compass, here by 45 degrees")
    func disturbance() {
        // As strong as the earth's level field, towards the east: "north" is north-east now.
        let report = NavdataReport(level(), disturbance: PlaneVector(east: 200, north: 0))
        #expect(abs(encode(.magneto, report).f32(16 + 54) + 45) < 0.01)
        #expect(abs(encode(.demo, report).f32(16 + 20) + 45_000) < 10)
    }

    @Test("uncalibrated, the drone's own iron turns the compass, and it says so")
    func uncalibrated() {
        let packet = encode(.magneto, NavdataReport(level(), isCalibrated: false))
        #expect(packet.u8(16 + 58) == 0)
        #expect(abs(packet.f32(16 + 54)) > 2)
        #expect(packet.f32(16 + 34) == 0 && packet.f32(16 + 10) == packet.f32(16 + 22))
    }

    @Test("the vision sees the ground move the other options' way")
    func vision() {
        let body = Airframe(
            heading: .degrees(0), altitudeMetres: 2,
            velocity: PlaneVector(forward: 1.5, right: -0.25, heading: .degrees(0)),
            climbMetresPerSecond: 0.5)
        let packet = encode(.vision, NavdataReport(body))
        #expect(packet.f32(16 + 52) == 1500 && packet.f32(16 + 56) == -250)
        #expect(packet.i32(16 + 44) == 2000)
        #expect(packet.u32(16 + 48) == 760_148_149)
        #expect(encode(.altitude, NavdataReport(body)).f32(16 + 8) == 500)
        #expect(encode(.visionOpticalFlow, NavdataReport(body)).f32(16 + 4) > 0)
    }

    @Test("battery, references and motors follow what the autopilot asks for")
    func control() throws {
        var bench = try DroneModelBench { $0.hasGPS = false }
        bench.connect(reduced: false)
        bench.fly()
        // A fifth of the stick to the right, then at once what the packet says.
        bench.keepFlying("PCMD,1,1045220557,0,0,0", for: .milliseconds(60))
        let packet = try #require(bench.packets(for: .milliseconds(20)).first)
        let (references, pwm) = (
            try #require(packet.offset(of: 6)), try #require(packet.offset(of: 9))
        )
        // 0.2 of 0.2094 rad is 2400 mdeg.
        #expect(abs(packet.i32(references + 8) - 2400) < 5)
        #expect(packet.i32(references + 4) == 0)
        #expect(packet.f32(references + 72) == 0.2)
        #expect(packet.i32(references + 84) == Int32(bench.sequence))
        // Rolling to the right, the left motors (1 and 4) pull; all of them turn.
        #expect(packet.u8(pwm + 4) > packet.u8(pwm + 5))
        #expect(packet.u8(pwm + 7) > packet.u8(pwm + 6))
        #expect(packet.u16(pwm + 60) > packet.u16(pwm + 62))
        let raw = try #require(packet.offset(of: 2))
        #expect((9000...12_500).contains(packet.u32(raw + 20)))
        bench.keepSending(DroneModelBench.land, for: .seconds(5))
        let landed = try #require(bench.packets(for: .milliseconds(20)).first)
        #expect((0..<4).allSatisfy { landed.u8(pwm + 4 + $0) == 0 })
    }
}

import Testing
import Values

@testable import Simulators

/// Control states, sub-states and the manoeuvres that show them: numbers from the SDK's lists.
struct DroneControlStateTests {
    private func control(_ bench: DroneModelBench) -> UInt32 { bench.model.report.control.rawValue }

    /// The control states of the next `duration`, each once, in order.
    private func states(
        _ bench: inout DroneModelBench, _ stick: String, for duration: Duration
    ) -> [UInt32] {
        var seen: [UInt32] = []
        let end = bench.now + duration
        while bench.now < end {
            bench.send(DroneModelBench.takeOff, stick)
            bench.wait(.milliseconds(10))
            if control(bench) != seen.last { seen.append(control(bench)) }
        }
        return seen
    }

    @Test("after power-on it initialises, then stands landed")
    func initialises() throws {
        var bench = try DroneModelBench()
        bench.model.reboot(taking: .seconds(3), at: bench.now)
        bench.wait(.milliseconds(3100))
        #expect(control(bench) == 1 << 16)
        bench.send(DroneModelBench.takeOff)
        bench.wait(.milliseconds(500))
        #expect(control(bench) == 2 << 16, "nothing was heeded so early")
    }

    @Test("letting go of the stick brakes first, then hovers")
    func brakes() throws {
        var bench = try DroneModelBench()
        bench.fly()
        bench.keepFlying("PCMD,1,0,-1082130432,0,0", for: .seconds(3))
        #expect(states(&bench, DroneModelBench.hover, for: .seconds(5)) == [3 << 16 | 5, 4 << 16])
    }

    @Test("combined yaw needs the stick's flag and bit 1 of control_level")
    func combinedYaw() throws {
        var bench = try DroneModelBench()
        bench.fly()
        bench.keepFlying("PCMD,3,0,0,0,1056964608", for: .milliseconds(90))
        #expect(control(bench) == 3 << 16)
        bench.send("CONFIG,\"control:control_level\",\"2\"")
        #expect(control(bench) == 3 << 16 | 4)
    }

    @Test("without vision, and out of a zone that was lowered")
    func flyingStates() throws {
        var bench = try DroneModelBench()
        bench.fly()
        bench.keepFlying("PCMD,1,0,0,1065353216,0", for: .seconds(4))
        bench.send("CONFIG,\"general:vision_enable\",\"FALSE\"")
        #expect(control(bench) == 3 << 16 | 6)
        #expect(!bench.state(2))
        bench.send("CONFIG,\"control:altitude_max\",\"1000\"")
        #expect(control(bench) == 3 << 16 | 3)
        bench.send(DroneModelBench.hover)
        bench.wait(.milliseconds(10))
        #expect(control(bench) == 4 << 16 | 4)
    }

    @Test("above the ultrasound's range the height counts as lost, link or no link")
    func lostAltitude() throws {
        var bench = try DroneModelBench()
        bench.send("CONFIG,\"control:altitude_max\",\"100000\"")
        bench.fly()
        bench.keepFlying("PCMD,1,0,0,1065353216,0", for: .seconds(12))
        #expect(bench.state(21))
        #expect(control(bench) == 3 << 16 | 1)
        bench.keepFlying(DroneModelBench.hover, for: .seconds(2))
        #expect(control(bench) == 4 << 16 | 6)
        bench.wait(.milliseconds(2100))
        #expect(control(bench) == 4 << 16 | 9)
        bench.wait(.seconds(10))
        #expect(control(bench) == 4 << 16 | 10)
        bench.send(DroneModelBench.land)
        bench.wait(.milliseconds(10))
        #expect(control(bench) == 8 << 16 | 1)
    }

    @Test("a flip goes through its three sub-states and right round, and ends where it hovers")
    func flip() throws {
        var bench = try DroneModelBench()
        bench.fly()
        bench.keepFlying("PCMD,1,0,0,1065353216,0", for: .seconds(2))
        bench.send("CONFIG,\"control:flight_anim\",\"19,15\"")
        var rolls: [Double] = []
        var seen: [UInt32] = []
        for _ in 0..<200 {
            bench.wait(.milliseconds(10))
            rolls.append(bench.model.truth.roll.degrees)
            if control(bench) != seen.last { seen.append(control(bench)) }
        }
        #expect(Array(seen.prefix(3)) == [9 << 16, 9 << 16 | 1, 9 << 16 | 2])
        #expect(seen.last.map { $0 >> 16 } == 3)
        #expect(rolls.contains { (80...100).contains($0) }, "right side down first")
        #expect(rolls.contains { abs($0) > 170 })
        #expect(abs(rolls.last ?? 180) < 5)
        #expect(bench.model.truth.altitudeMetres > 0.5)
    }

    @Test("the other animations are hovering, sub-state demo, for as long as was asked")
    func animation() throws {
        var bench = try DroneModelBench()
        bench.fly()
        // 6 is the turnaround.
        bench.send("ANIM,6,1000")
        let heading = bench.model.truth.heading
        bench.wait(.milliseconds(500))
        #expect(control(bench) == 4 << 16 | 13)
        #expect((bench.model.truth.heading - heading).wrapped.degrees > 45)
        bench.wait(.milliseconds(510))
        #expect(control(bench) >> 16 == 4 && control(bench) & 0xFFFF != 13)
    }

    @Test("every animation of the SDK's list flies and comes to an end", arguments: 0..<20)
    func all(id: Int) throws {
        var bench = try DroneModelBench()
        bench.send("CONFIG,\"control:altitude_max\",\"5000\"")
        bench.fly()
        bench.keepFlying("PCMD,1,0,0,1065353216,0", for: .seconds(3))
        bench.send("CONFIG,\"control:flight_anim\",\"\(id),1000\"")
        bench.wait(.milliseconds(100))
        #expect([4 << 16 | 13, 9 << 16].contains(control(bench)))
        bench.keepFlying(DroneModelBench.hover, for: .seconds(4))
        #expect(control(bench) == 4 << 16)
        #expect(bench.model.truth.altitudeMetres > 0.3)
    }

    @Test(
        "nonsense and animations on the ground do nothing",
        arguments: ["20,1000", "-1,1000", "19", "a,b", "19,0", "99999999999,1"])
    func noAnimation(value: String) throws {
        var bench = try DroneModelBench()
        bench.send("CONFIG,\"control:flight_anim\",\"19,15\"")
        bench.wait(.milliseconds(50))
        #expect(control(bench) == 2 << 16)
        bench.fly()
        bench.send("CONFIG,\"control:flight_anim\",\"\(value)\"")
        bench.wait(.milliseconds(50))
        #expect(control(bench) == 4 << 16)
    }

    @Test("a landing ends an animation at once, and so does a lost link")
    func interrupted() throws {
        var bench = try DroneModelBench()
        bench.fly()
        bench.send("ANIM,15,10000")
        bench.send(DroneModelBench.land)
        bench.wait(.milliseconds(10))
        #expect(control(bench) == 8 << 16)
        bench.send(DroneModelBench.takeOff)
        bench.wait(.milliseconds(10))
        #expect(control(bench) == 4 << 16, "it does not go on where it was")
        bench.send("ANIM,15,10000")
        bench.wait(.milliseconds(2100))
        #expect(control(bench) == 4 << 16 | 8)
    }

    @Test("CALIB spins in the air, and clears state bit 18 when it is done")
    func calibration() throws {
        var bench = try DroneModelBench { $0.isCompassCalibrated = false }
        #expect(bench.state(18))
        bench.send("CALIB,0")
        bench.wait(.milliseconds(50))
        #expect(control(bench) == 2 << 16, "not on the ground")
        bench.fly()
        #expect(abs((bench.model.report.heading - bench.model.truth.heading).wrapped.degrees) > 2)
        bench.send("CALIB,0")
        var turned = 0.0
        for _ in 0..<35 {
            let before = bench.model.truth.heading
            bench.keepFlying(DroneModelBench.hover, for: .milliseconds(100))
            turned += (bench.model.truth.heading - before).wrapped.degrees
            #expect(control(bench) == 4 << 16 | 12)
            let isUncalibrated = bench.state(18)
            #expect(isUncalibrated)
        }
        #expect(turned > 360)
        bench.keepFlying(DroneModelBench.hover, for: .seconds(3))
        #expect(!bench.state(18))
        #expect(control(bench) == 4 << 16)
        #expect(bench.model.truth.isCompassCalibrated)
        #expect(abs((bench.model.report.heading - bench.model.truth.heading).wrapped.degrees) < 0.1)
        bench.model.reboot(taking: .seconds(1), at: bench.now)
        #expect(!bench.state(18), "a reboot keeps it")
    }

    @Test("lamp animations are in the truth, from either command")
    func lights() throws {
        var bench = try DroneModelBench()
        #expect(bench.model.truth.lights == nil)
        // 2 Hz as float bits is 1073741824.
        bench.send("LED,3,1073741824,5")
        let lights = try #require(bench.model.truth.lights)
        #expect(lights.id == 3 && lights.hertz == 2 && lights.seconds == 5)
        bench.send("CONFIG,\"leds:leds_anim\",\"20,1065353216,1\"")
        #expect(bench.model.truth.lights?.id == 20)
        bench.send("LED,21,1065353216,1")
        #expect(bench.model.truth.lights?.id == 20)
    }

    @Test("hovering over a roundel takes the stick away")
    func flyingMode() throws {
        var bench = try DroneModelBench()
        bench.send("CONFIG,\"control:flying_mode\",\"1\"")
        bench.fly()
        bench.keepFlying("PCMD,1,0,-1082130432,0,0", for: .seconds(2))
        #expect(abs(bench.model.truth.northMetresPerSecond) < 0.1)
        #expect(control(bench) == 4 << 16)
    }
}

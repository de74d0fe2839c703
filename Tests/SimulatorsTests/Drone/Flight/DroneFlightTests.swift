import Testing
import Values

@testable import Simulators

/// Flights of the model: what the firmware does with commands, and what the body makes of it.
struct DroneFlightTests {
    @Test("take-off goes through spin-up and climb, and takes 2 to 6 seconds")
    func takeOff() throws {
        var bench = try DroneModelBench()
        let begin = bench.now
        var seen: [UInt32] = [bench.model.report.control.rawValue]
        while bench.model.truth.phase != .hovering, bench.now - begin < .seconds(10) {
            bench.send(DroneModelBench.takeOff, DroneModelBench.hover)
            bench.wait(.milliseconds(30))
            let control = bench.model.report.control.rawValue
            if control != seen.last { seen.append(control) }
        }
        // Landed, taking off from the ground, taking off, hovering.
        #expect(seen == [2 << 16, 6 << 16, 6 << 16 | 1, 4 << 16])
        #expect((2...6).contains((bench.now - begin).seconds))
        #expect((0.5...1.2).contains(bench.model.truth.altitudeMetres))
        #expect(bench.state(0))
    }

    @Test("one REF takes off: bit 9 stands until a REF without it")
    func level() throws {
        var bench = try DroneModelBench()
        bench.send(DroneModelBench.takeOff)
        bench.keepSending("COMWDG", for: .seconds(6))
        #expect(bench.model.truth.phase == .hovering)
    }

    @Test("a REF with bit 9 clear lands")
    func landing() throws {
        var bench = try DroneModelBench()
        bench.fly()
        bench.send(DroneModelBench.land)
        bench.wait(.milliseconds(30))
        #expect(bench.model.report.control.rawValue == 8 << 16)
        bench.keepSending(DroneModelBench.land, for: .seconds(5))
        #expect(bench.model.truth.phase == .landed)
        #expect(bench.model.truth.altitudeMetres == 0)
        #expect(bench.model.truth.motors == .off)
        #expect(!bench.state(0))
    }

    @Test("negative pitch flies forward: north when the nose points north, east when east")
    func forward() throws {
        for (heading, bearing) in [(0.0, 0.0), (90.0, 90.0), (225.0, 225.0)] {
            var bench = try DroneModelBench { $0.heading = .degrees(heading) }
            bench.fly()
            let from = bench.model.truth.position
            // -0.2 as float bits.
            bench.keepFlying("PCMD,1,0,-1102263091,0,0", for: .seconds(10))
            let to = bench.model.truth.position
            #expect((5.5...7).contains(from.distanceMetres(to: to)))
            let off = (from.bearing(to: to) - .degrees(bearing)).wrapped.degrees
            #expect(abs(off) < 2, "bearing off by \(off)")
            #expect(bench.model.report.airframe.forwardMetresPerSecond > 0.7)
            #expect(bench.model.report.pitch.degrees < -2)
            #expect(bench.model.report.control.rawValue == 3 << 16)
        }
    }

    /// 17.8 m/s times the sine of 2.4 and of 12 degrees, as tum_ardrone has identified it.
    @Test("a fifth of the stick flies 0.75 m/s, the whole stick 3.7 m/s")
    func speed() throws {
        for (bits, range) in [(-1_102_263_091, 0.73...0.76), (-1_082_130_432, 3.6...3.75)] {
            var bench = try DroneModelBench()
            bench.fly()
            bench.keepFlying("PCMD,1,0,\(bits),0,0", for: .seconds(15))
            #expect(range.contains(bench.model.truth.northMetresPerSecond))
        }
    }

    @Test("positive roll flies to the right")
    func roll() throws {
        var bench = try DroneModelBench()
        bench.fly()
        bench.keepFlying("PCMD,1,1045220557,0,0,0", for: .seconds(5))
        #expect(bench.model.truth.eastMetresPerSecond > 0.65)
        #expect(abs(bench.model.truth.northMetresPerSecond) < 0.1)
        #expect(bench.model.report.roll.degrees > 2)
        #expect(bench.model.report.airframe.rightMetresPerSecond > 0.65)
    }

    @Test("positive yaw turns clockwise at its share of control_yaw")
    func yaw() throws {
        var bench = try DroneModelBench()
        bench.fly()
        // 0.5 of 1.745 rad/s is 50 degrees a second.
        bench.keepFlying("PCMD,1,0,0,0,1056964608", for: .seconds(2))
        #expect((85...105).contains(bench.model.truth.heading.degrees))
    }

    @Test("gaz climbs, up to altitude_max")
    func altitude() throws {
        var bench = try DroneModelBench()
        bench.fly()
        let before = bench.model.truth.altitudeMetres
        bench.keepFlying("PCMD,1,0,0,1065353216,0", for: .seconds(2))
        #expect((0.8...1.4).contains(bench.model.truth.altitudeMetres - before))
        bench.keepFlying("PCMD,1,0,0,1065353216,0", for: .seconds(8))
        #expect((2.8...3.05).contains(bench.model.truth.altitudeMetres))
        bench.keepFlying("PCMD,1,0,0,-1082130432,0", for: .seconds(20))
        #expect(bench.model.truth.altitudeMetres > 0, "gaz does not land")
    }

    @Test("hover stops a flight, and holds the place in gusty wind")
    func hover() throws {
        var bench = try DroneModelBench {
            $0.wind = Wind(
                speedMetresPerSecond: 3, towards: .degrees(90), gustMetresPerSecond: 1)
        }
        bench.fly()
        bench.keepFlying("PCMD,1,0,-1082130432,0,0", for: .seconds(5))
        bench.keepFlying(DroneModelBench.hover, for: .seconds(5))
        let place = bench.model.truth.position
        bench.keepFlying(DroneModelBench.hover, for: .seconds(30))
        #expect(place.distanceMetres(to: bench.model.truth.position) < 4)
        #expect(abs(bench.model.truth.northMetresPerSecond) < 0.3)
    }

    @Test("progressive with all axes zero is not hover: the wind takes it along")
    func drift() throws {
        var bench = try DroneModelBench {
            $0.wind = Wind(speedMetresPerSecond: 3, towards: .degrees(90))
        }
        bench.fly()
        bench.keepFlying("PCMD,1,0,0,0,0", for: .seconds(20))
        #expect((2.5...3).contains(bench.model.truth.eastMetresPerSecond))
    }

    @Test("bit 8 cuts the motors in the air, and the drone falls")
    func emergency() throws {
        var bench = try DroneModelBench()
        bench.fly()
        bench.send(DroneModelBench.emergency)
        bench.wait(.milliseconds(20))
        #expect(bench.state(31) && !bench.state(0))
        #expect(bench.model.truth.motors == .cut)
        #expect(bench.model.truth.altitudeMetres > 0)
        bench.wait(.seconds(1))
        #expect(bench.model.truth.altitudeMetres == 0)
        #expect(bench.model.truth.phase == .emergency)
    }

    @Test("bit 8 is a toggle on its edge: held, it does nothing more")
    func toggle() throws {
        var bench = try DroneModelBench()
        bench.keepSending(DroneModelBench.emergency, for: .seconds(1))
        #expect(bench.state(31))
        bench.send(DroneModelBench.land)
        #expect(bench.state(31))
        bench.send(DroneModelBench.emergency)
        #expect(!bench.state(31))
    }

    @Test("in an emergency take-off is refused without a word")
    func refusedInEmergency() throws {
        var bench = try DroneModelBench()
        bench.send(DroneModelBench.emergency)
        bench.keepSending(DroneModelBench.takeOff, for: .seconds(3))
        #expect(bench.model.truth.altitudeMetres == 0)
        #expect(bench.state(31))
    }

    @Test("with a low battery take-off is refused without a word")
    func refusedOnLowBattery() throws {
        var bench = try DroneModelBench { $0.batteryPercent = 15 }
        bench.keepSending(DroneModelBench.takeOff, for: .seconds(3))
        #expect(bench.state(15))
        #expect(bench.model.truth.altitudeMetres == 0)
        #expect(bench.model.report.control.rawValue == 2 << 16)
    }

    @Test("flying drains the battery, and an empty one lands the drone")
    func battery() throws {
        var bench = try DroneModelBench()
        bench.fly()
        let before = bench.model.truth.batteryPercent
        bench.keepFlying(DroneModelBench.hover, for: .seconds(60))
        #expect((5...12).contains(before - bench.model.truth.batteryPercent))
        bench.model.faults.batteryPercent = 0
        bench.keepFlying(DroneModelBench.hover, for: .seconds(5))
        #expect(bench.model.truth.phase == .landed)
    }

    @Test("a lost controller makes it hover")
    func linkLoss() throws {
        var bench = try DroneModelBench()
        bench.fly()
        bench.keepFlying("PCMD,1,0,-1082130432,0,0", for: .seconds(3))
        // For two seconds it flies on as it was told last.
        bench.wait(.milliseconds(1900))
        #expect(bench.model.truth.northMetresPerSecond > 3)
        bench.wait(.seconds(5))
        // Hovering, sub-state "lost communication".
        #expect(bench.model.report.control.rawValue == 4 << 16 | 8)
        #expect(abs(bench.model.truth.northMetresPerSecond) < 0.3)
        bench.wait(.seconds(60))
        #expect(bench.model.truth.phase == .hovering)
    }

    @Test("told to, it lands some time after the controller is lost")
    func linkLossLanding() throws {
        var bench = try DroneModelBench { $0.landsAfterLinkLoss = .seconds(10) }
        bench.fly()
        bench.wait(.seconds(11))
        #expect(bench.model.truth.phase == .hovering)
        bench.wait(.seconds(6))
        #expect(bench.model.truth.phase == .landed)
    }

    @Test("the horizontal reference is set on the ground only")
    func flatTrim() throws {
        var bench = try DroneModelBench()
        bench.send("FTRIM")
        #expect(bench.model.truth.flatTrims == 1)
        bench.fly()
        bench.send("FTRIM")
        #expect(bench.model.truth.flatTrims == 1)
    }

    @Test("a reboot in the air drops it")
    func reboot() throws {
        var bench = try DroneModelBench()
        bench.fly()
        bench.model.reboot(taking: .seconds(3), at: bench.now)
        bench.wait(.seconds(2))
        #expect(bench.model.truth.altitudeMetres == 0)
        bench.wait(.seconds(2))
        #expect(bench.model.truth.phase == .landed)
    }

    @Test("fixes stay within metres of the truth, come five times a second, and can be lost")
    func satellites() throws {
        var bench = try DroneModelBench()
        var readings: [Instant] = []
        for _ in 0..<400 {
            bench.wait(.milliseconds(5))
            guard let reading = bench.model.report.satellites?.reading else { continue }
            if reading.takenAt != readings.last { readings.append(reading.takenAt) }
            let error = reading.position.distanceMetres(to: bench.model.truth.position)
            #expect(error < 8)
        }
        #expect((9...11).contains(readings.count))
        bench.model.faults.satellites = .off
        bench.wait(.milliseconds(400))
        #expect(bench.model.report.satellites?.reading == nil)
        bench.model.faults.satellites = .on
        bench.wait(.milliseconds(400))
        #expect(bench.model.report.satellites?.reading != nil)
    }

    @Test("take-off sets the origin")
    func origin() throws {
        var bench = try DroneModelBench()
        bench.wait(.seconds(1))
        #expect(bench.model.report.satellites?.origin == nil)
        bench.fly()
        #expect(bench.model.report.satellites?.origin != nil)
    }

    @Test("the same seed flies the same flight")
    func deterministic() throws {
        func flight(_ seed: UInt64) throws -> DroneGroundTruth {
            var bench = try DroneModelBench {
                $0.seed = seed
                $0.wind = Wind(speedMetresPerSecond: 2, gustMetresPerSecond: 2)
            }
            bench.fly()
            bench.keepFlying("PCMD,1,0,0,0,0", for: .seconds(5))
            return bench.model.truth
        }
        #expect(try flight(3) == flight(3))
        #expect(try flight(3) != flight(4))
    }

    @Test("nonsense in its settings does not reach the wire")
    func nonsense() throws {
        var bench = try DroneModelBench {
            $0.heading = .degrees(.nan)
            $0.wind = Wind(
                speedMetresPerSecond: .nan, towards: .degrees(.infinity),
                gustMetresPerSecond: .infinity)
            $0.batteryPercent = .infinity
        }
        bench.connect(reduced: false)
        bench.fly()
        let packet = try #require(bench.packets(for: .milliseconds(20)).first)
        #expect(packet.f32(16 + 20).isFinite)
        #expect(packet.f32(16 + 28).isFinite)
        #expect(packet.u32(16 + 8) <= 100)
    }
}

import TestSupport
import Testing
import Values

@testable import ARDrone

@Suite("AR.Drone actions")
struct ARDroneActionTests {
    typealias Lights = ARDrone.LEDAnimation
    typealias Figure = ARDrone.FlightAnimation

    @Test("Lamps and figures have the protocol's numbers")
    func numbers() {
        #expect(Lights.allCases.count == 21)
        #expect(Figure.allCases.count == 20)
        let lights: [(Lights, Int)] = [
            (.blinkGreenRed, 0), (.blinkRed, 2), (.fire, 5), (.standard, 6), (.blank, 10),
            (.doubleMissile, 13), (.leftRedRightGreen, 19), (.blinkStandard, 20),
        ]
        for (light, number) in lights { #expect(light.number == number) }
        let figures: [(Figure, Int, Int)] = [
            (.phiMinus30, 0, 1000), (.theta20YawMinus200, 5, 1000), (.turnaround, 6, 5000),
            (.yawShake, 8, 2000), (.wave, 13, 5000), (.doublePhiThetaMixed, 15, 5000),
            (.flipAhead, 16, 15), (.flipLeft, 18, 15), (.flipRight, 19, 15),
        ]
        for (figure, number, milliseconds) in figures {
            #expect(figure.number == number)
            #expect(figure.defaultMilliseconds == milliseconds)
        }
    }

    @Test("Lamps go as an acknowledged key, the frequency as a float's bits as in the vectors")
    func lamps() {
        var bench = ActionBench.grounded
        bench.ask(.ledAnimation(.blinkRed, hertz: 2, seconds: 3))
        #expect(bench.report?.outcome == .inProgress)
        bench.run(.milliseconds(300))
        #expect(bench.keys == ["2,1073741824,3"])
        #expect(bench.report?.outcome == .done)
        #expect(bench.bits & 1 << 6 == 0)
    }

    @Test("A figure goes as in the vectors, once, and is done when its time is over")
    func figure() {
        var bench = ActionBench()
        bench.ask(.flightAnimation(.flipLeft, milliseconds: nil))
        bench.run(.milliseconds(300))
        #expect(bench.keys == ["18,15"])
        #expect(bench.report?.outcome == .inProgress)
        bench.run(.seconds(2))
        #expect(bench.report?.outcome == .done)
        bench.run(.seconds(1))
        #expect(bench.keys.count == 1)
    }

    @Test("A figure that got lost is sent again; while navdata are silent it is not")
    func lostFigure() {
        var bench = ActionBench()
        bench.isReached = false
        bench.ask(.flightAnimation(.wave, milliseconds: 2000))
        bench.run(.milliseconds(60))
        #expect(bench.keys.count == 1)
        // It may have been taken: nothing says that it was not.
        bench.run(.seconds(2), hears: false)
        #expect(bench.keys.count == 1)
        bench.run(.milliseconds(90))
        #expect(bench.keys == ["13,2000", "13,2000"])
        bench.run(.seconds(8))
        #expect(bench.report?.outcome == .refused)
        #expect(bench.keys.count <= 6)
    }

    @Test("A figure is refused on the ground, too low, with a low battery, and when it shall land")
    func noFigure() {
        func why(_ figure: Figure, _ change: (inout ActionBench) -> Void) -> String? {
            var bench = ActionBench()
            change(&bench)
            bench.ask(.flightAnimation(figure, milliseconds: nil))
            bench.run(.milliseconds(300))
            return bench.report?.outcome == .refused && bench.sent.isEmpty
                ? bench.report?.message : nil
        }
        #expect(why(.flipAhead) { $0 = .grounded }?.contains("in the air only") == true)
        #expect(
            why(.flipAhead) { $0.flight = .landing(since: .zero, nextReminder: .zero) }?
                .contains("while it lands") == true)
        #expect(why(.flipAhead) { $0.altitudeMillimetres = 1490 }?.contains("too low") == true)
        #expect(why(.wave) { $0.altitudeMillimetres = 590 }?.contains("too low") == true)
        #expect(why(.flipAhead) { $0.battery = 29 }?.contains("29 %, 30 %") == true)
        #expect(why(.wave) { $0.bits |= 1 << 15 }?.contains("battery") == true)
        #expect(why(.wave) { $0.major = 9 }?.contains("another figure") == true)
        #expect(why(.wave) { $0.isLost = true } == "the drone is not answering")
        #expect(why(.wave) { $0.isConfigurable = false }?.contains("configured") == true)
        #expect(why(.flipAhead) { $0.altitudeMillimetres = 1500 } == nil)
        #expect(why(.wave) { $0.altitudeMillimetres = 600 } == nil)
    }

    @Test("Landing wins: a figure that was not taken yet is dropped")
    func landingWins() {
        var bench = ActionBench()
        bench.isReached = false
        bench.ask(.flightAnimation(.flipLeft, milliseconds: nil))
        bench.run(.milliseconds(60))
        bench.flight = .landing(since: .zero, nextReminder: .zero)
        bench.run(.seconds(5))
        #expect(bench.keys.count == 1)
        #expect(bench.report?.outcome == .refused)
    }

    @Test("A flat trim is told three times, on level ground only")
    func trim() {
        var bench = ActionBench.grounded
        bench.ask(.flatTrim)
        bench.run(.milliseconds(300))
        #expect(bench.count(.flatTrim) == 3)
        #expect(bench.report?.outcome == .done)
        for change: (Float, ActionBench) in [
            (5001, .grounded), (-5001, .grounded), (.nan, .grounded), (0, ActionBench()),
        ] {
            var bench = change.1
            bench.rollMillidegrees = change.0
            bench.ask(.flatTrim)
            bench.run(.milliseconds(300))
            #expect(bench.report?.outcome == .refused)
            #expect(bench.sent.isEmpty)
        }
    }

    @Test("Calibration is asked for until the drone turns, held still, and judged by bit 18")
    func calibration() {
        var bench = ActionBench()
        bench.bits |= 1 << 18
        bench.ask(.calibrateMagnetometer)
        bench.run(.milliseconds(1200))
        #expect(bench.count(.calibrateMagnetometer) == 3)
        #expect(bench.outputs.inhibitsMotion)
        bench.minor = 12
        bench.run(.seconds(4))
        #expect(bench.count(.calibrateMagnetometer) == 3)
        #expect(bench.report?.outcome == .inProgress)
        (bench.minor, bench.bits) = (0, 1)
        bench.step()
        #expect(bench.report?.outcome == .done)
        #expect(!bench.outputs.inhibitsMotion)
    }

    @Test("Calibration that does not begin, does not help or meets a landing is given up")
    func failedCalibration() {
        var bench = ActionBench()
        bench.ask(.calibrateMagnetometer)
        bench.run(.seconds(4))
        #expect(bench.report?.message == "it does not begin to turn")
        bench.bits |= 1 << 18
        bench.ask(.calibrateMagnetometer)
        bench.minor = 12
        bench.run(.seconds(1))
        bench.minor = 0
        bench.step()
        #expect(bench.report?.message.contains("still needs it") == true)
        bench.ask(.calibrateMagnetometer)
        bench.flight = .landing(since: .zero, nextReminder: .zero)
        bench.step()
        #expect(bench.report?.outcome == .refused)
        var grounded = ActionBench.grounded
        grounded.ask(.calibrateMagnetometer)
        #expect(grounded.report?.outcome == .refused)
    }

    @Test("Cutting the motors holds bit 8 until bit 31 shows, and never again")
    func cut() {
        var bench = ActionBench()
        bench.ask(.cutMotors)
        for _ in 0..<5 {
            #expect(bench.outputs.togglesEmergency && bench.outputs.lands)
            bench.step()
        }
        bench.bits |= 1 << 31
        bench.step()
        #expect(!bench.outputs.togglesEmergency)
        #expect(bench.report?.outcome == .done)
        bench.bits &= ~(1 << 31)
        for _ in 0..<200 {
            bench.step()
            #expect(!bench.outputs.togglesEmergency)
        }
    }

    @Test("It is done while the link is lost too, given up in time, and refused in an emergency")
    func cutWithoutLink() {
        var bench = ActionBench()
        bench.isLost = true
        bench.ask(.cutMotors)
        #expect(bench.outputs.togglesEmergency)
        bench.run(ARDrone.EmergencyToggle.limit + .milliseconds(60))
        #expect(!bench.outputs.togglesEmergency)
        #expect(bench.report?.outcome == .refused)
        var cut = ActionBench()
        cut.bits |= 1 << 31
        cut.ask(.cutMotors)
        #expect(!cut.outputs.togglesEmergency)
        #expect(cut.report?.message == "its motors are cut already")
    }

    @Test("Nobody waits for a lamp who wants the motors cut; others wait")
    func busy() {
        var bench = ActionBench()
        bench.isReached = false
        bench.ask(.ledAnimation(.fire, hertz: 9, seconds: 3))
        bench.ask(.flightAnimation(.wave, milliseconds: nil))
        #expect(bench.report?.message.contains("busy") == true)
        #expect(bench.report?.number == 2)
        bench.ask(.cutMotors)
        #expect(bench.outputs.togglesEmergency)
        let first = bench.executor.drainResponses().filter { $0.number == 1 }
        #expect(first.last == Response(to: 1, .refused, "given up: the motors are cut"))
    }

    @Test("An emergency is reset only where there is one")
    func reset() {
        var bench = ActionBench.grounded
        bench.ask(.resetEmergency)
        #expect(bench.report?.outcome == .refused)
        #expect(!bench.outputs.togglesEmergency)
        bench.bits |= 1 << 31
        bench.ask(.resetEmergency)
        #expect(bench.outputs.togglesEmergency && !bench.outputs.lands)
        bench.bits = 0
        bench.step()
        #expect(bench.report?.outcome == .done)
        #expect(!bench.outputs.togglesEmergency)
    }

    @Test("Motors that are cut right behind a reset are cut: bit 8 falls before it rises again")
    func cutBehindReset() {
        var bench = ActionBench.grounded
        bench.bits |= 1 << 31
        bench.ask(.resetEmergency)
        #expect(bench.outputs.togglesEmergency)
        bench.bits = 0
        bench.ask(.cutMotors)
        #expect(!bench.outputs.togglesEmergency && bench.outputs.lands)
        bench.step()
        #expect(bench.outputs.togglesEmergency && bench.outputs.lands)
    }
}

/// Keys that are set by hand.
@Suite("AR.Drone actions: configuration")
struct ARDroneConfigActionTests {
    @Test("A key is set, read back, and said to be what the dump says")
    func set() {
        var bench = ActionBench.grounded
        bench.dump = Array("control:altitude_max = 2000\0".utf8)
        bench.ask(.configure(key: "control:altitude_max", value: "2000"))
        bench.run(.seconds(1))
        #expect(bench.keys == ["2000"])
        #expect(bench.report?.outcome == .done)
        #expect(bench.report?.message == "control:altitude_max is 2000")
    }

    @Test("One that is acknowledged and not applied is refused, with what it is")
    func notApplied() {
        var bench = ActionBench.grounded
        bench.dump = Array("control:altitude_max = 3000\0".utf8)
        bench.ask(.configure(key: "control:altitude_max", value: "2000"))
        bench.run(.seconds(1))
        #expect(bench.report?.outcome == .refused)
        #expect(bench.report?.message.hasSuffix("is 3000") == true)
    }

    @Test("What the channel is taken from, for the drone must be set up again, says so")
    func interrupted() {
        var bench = ActionBench.grounded
        bench.isReached = false
        bench.ask(.configure(key: "control:altitude_max", value: "2000"))
        bench.exchange = nil
        bench.step()
        #expect(
            bench.report == Response(to: 1, .refused, "given up: the drone must be set up again"))
    }

    @Test("Without a control port it says that it could not look")
    func noPort() {
        var bench = ActionBench.grounded
        bench.ask(.configure(key: "control:altitude_max", value: "2000"))
        bench.run(.seconds(5))
        #expect(bench.report?.outcome == .done)
        #expect(bench.report?.message.contains("not read back") == true)
        bench.ask(.readConfiguration)
        bench.run(.seconds(5))
        #expect(bench.report?.outcome == .refused)
    }

    @Test(
        "Keys that are somebody else's, that let the drone move by itself, or are none are refused",
        arguments: [
            "custom:session_id", "control:flight_anim", "leds:leds_anim", "control:flying_mode",
            "control:autonomous_flight", "control:flying_camera_enable", "network:wifi_mode",
            "general:navdata_demo", "altitude_max", "control:", "a:b:c", "control:Altitude",
            "control:x\"",
        ])
    func refused(key: String) {
        var bench = ActionBench.grounded
        bench.ask(.configure(key: key, value: "1"))
        #expect(bench.report?.outcome == .refused)
        #expect(bench.sent.isEmpty)
    }

    @Test("Values that the wire cannot carry, and any in the air, are refused")
    func badValues() {
        for value in ["", "a\"b", "a\rAT*REF=9,290717952", String(repeating: "a", count: 129)] {
            var bench = ActionBench.grounded
            bench.ask(.configure(key: "general:ardrone_name", value: value))
            #expect(bench.report?.outcome == .refused)
        }
        var flying = ActionBench()
        flying.ask(.configure(key: "control:altitude_max", value: "2000"))
        #expect(flying.report?.message == "keys are set on the ground only")
    }
}

import Core
import JSON
import Settings
import TestSupport
import Testing
import Values

@testable import DroneNavigation

@Suite("Requests to the drone")
struct NavigatorRequestTests {
    private let north = NavigatorBench.place(north: 20)

    private func hovering() throws -> NavigatorBench {
        var bench = try NavigatorBench()
        bench.takeOff()
        return bench
    }

    @Test("a refused take-off lists every failed check at once, in the answer and the reason")
    func refusedTakeOff() throws {
        var bench = try NavigatorBench(["targets": [NavigatorBench.target(north: 50)]])
        bench.battery = 15
        bench.heading = nil
        bench.hdop = 9
        bench.obstacles = ["the hull is not level"]
        bench.run(for: .seconds(1))
        let reply = bench.ask(.takeOff)
        let answer = try #require(reply)
        #expect(!answer.isAccepted)
        for part in ["15 %", "no heading", "position is poor", "not level"] {
            #expect(answer.message.contains(part), "\(answer.message)")
            #expect(bench.outputs?.reason.description.contains(part) == true)
        }
        #expect(bench.command == .land)
        bench.hdop = 1
        bench.heading = 0
        bench.run(for: .seconds(1))
        #expect(
            bench.ask(.takeOff)?.message.contains("target 1: is 50 m from home; the limit is 30 m")
                == true)
    }

    @Test("it takes off only when home has settled, and says so; a jump starts over")
    func homeSettles() throws {
        var bench = try NavigatorBench(["home_settle_time": "3s"])
        bench.run(for: .seconds(2))
        let refused = bench.ask(.takeOff)
        #expect(refused?.isAccepted == false)
        #expect(refused?.message.contains("home is not settled") == true)
        bench.position = NavigatorBench.place(east: 4)
        bench.run(for: .seconds(2))
        #expect(bench.ask(.takeOff)?.isAccepted == false)
        bench.run(for: .seconds(4))
        #expect(bench.ask(.takeOff)?.isAccepted == true)
    }

    @Test("take-off needs 40 % of battery")
    func takeOffBattery() throws {
        var bench = try NavigatorBench.standing()
        bench.battery = 39
        #expect(bench.ask(.takeOff)?.isAccepted == false)
        bench.battery = 40
        #expect(bench.ask(.takeOff)?.isAccepted == true)
    }

    @Test("a take-off is refused in an emergency, in the air, and before anything was heard")
    func takeOffAtTheWrongTime() throws {
        var bench = try NavigatorBench()
        bench.phase = .emergency
        bench.step()
        #expect(bench.ask(.takeOff)?.isAccepted == false)
        bench = try hovering()
        #expect(bench.ask(.takeOff)?.isAccepted == false)
        bench = try NavigatorBench()
        bench.phase = nil
        bench.step()
        #expect(bench.ask(.takeOff)?.message.contains("no news") == true)
    }

    @Test("land is obeyed in every phase")
    func landAlways() throws {
        var bench = try hovering()
        bench.ask(.target(north, altitudeMetres: nil))
        bench.ask(.land)
        #expect(bench.command == .land)
        #expect(bench.run(for: .seconds(5)).reason.code == "landing-asked")
        bench = try NavigatorBench()
        bench.phase = nil
        bench.step()
        #expect(bench.ask(.land)?.isAccepted == true)
        #expect(bench.command == .land)
        bench = try NavigatorBench.standing()
        bench.ask(.takeOff)
        #expect(bench.ask(.land)?.isAccepted == true)
        bench.report(.takingOff)
        #expect(bench.command == .land)
    }

    @Test("asked to land where nobody knows where it came down it says so")
    func landAfterAnEmergency() throws {
        var bench = try NavigatorBench.standing()
        bench.takeOff()
        bench.report(.emergency, altitude: 3)
        #expect(bench.ask(.land)?.message.hasSuffix("look for it") == true)
        bench = try NavigatorBench.standing()
        bench.takeOff()
        bench.driver = FlightState.Driver(restarts: 1)
        bench.report(.landed, altitude: 0)
        #expect(bench.ask(.land)?.message.hasSuffix("look for it") == true)
    }

    @Test(
        "a word of somebody in a hurry is answered with the request that is meant, and asks for none"
    )
    func hurriedWords() {
        let known = DroneNavigation.requests
        for (word, names) in [
            ("stop", ["land", "hover"]), ("abort", ["land"]), ("rth", ["return"]),
            ("home", ["return"]), ("kill", ["land"]), ("emergency", ["land"]), ("RTL", ["return"]),
            ("land", []), ("dance", []),
        ] {
            #expect(requests(meantBy: word, among: known).map(\.name) == names, "\(word)")
            #expect(!known.contains { $0.name == word } || word == "land")
        }
    }

    @Test("the refusal names the trouble that the status names")
    func sameTrouble() throws {
        var bench = try NavigatorBench.flying()
        bench.forwardSpeed = 2
        for step in 0..<100 where bench.code == "flying" {
            // It believes to fly north, and flies south-east.
            let metres = Double(step) * 0.1
            bench.position = NavigatorBench.place(east: metres * 0.7, north: -metres * 0.7)
            bench.step()
        }
        bench.forwardSpeed = 0
        bench.run(for: .milliseconds(2500))
        try #require(bench.code == "paused-heading-contradicted", "\(bench.words)")
        let reply = bench.ask(.target(north, altitudeMetres: nil))
        #expect(reply?.message.contains("another direction than its heading") == true)
    }

    @Test("a request is done once, however often it is seen")
    func doneOnce() throws {
        var bench = try NavigatorBench()
        bench.takeOff()
        bench.report(.landed, altitude: 0)
        #expect(bench.isHeldDown(for: .seconds(20)) == true)
    }

    @Test("a target starts the flight at once, also while hovering, and replaces the one before")
    func targetAtOnce() throws {
        var bench = try hovering()
        bench.ask(.hover)
        #expect(bench.ask(.target(north, altitudeMetres: nil))?.isAccepted == true)
        bench.run(for: .seconds(1))
        guard case .move(let ahead) = bench.command else {
            Issue.record("expected a motion, got \(String(describing: bench.command))")
            return
        }
        #expect(ahead.forward > 0.1 && abs(ahead.yaw) < 0.1)
        bench.ask(.target(NavigatorBench.place(east: 20), altitudeMetres: nil))
        bench.run(for: .seconds(1))
        guard case .move(let aside) = bench.command else {
            Issue.record("expected a motion, got \(String(describing: bench.command))")
            return
        }
        // Sideways at once, while it turns.
        #expect(aside.roll > 0.1 && aside.yaw > 0.1)
    }

    @Test("it stays over a target that a person sent, until told otherwise")
    func staysAtTarget() throws {
        var bench = try hovering()
        bench.ask(.target(north, altitudeMetres: nil))
        bench.fly(to: north, at: 2)
        #expect(bench.run(for: .seconds(100)).pilot == .hover)
        #expect(bench.outputs?.reason.description == "at target 1 of 1, until told otherwise")
    }

    @Test("on the ground a target is kept for the next take-off, and the answer says so")
    func targetOnTheGround() throws {
        var bench = try NavigatorBench(["targets": [NavigatorBench.target(east: 5)]])
        bench.step()
        let reply = bench.ask(.target(north, altitudeMetres: 2))
        let answer = try #require(reply)
        #expect(answer.isAccepted && answer.message.contains("take-off"))
        #expect(bench.isHeldDown(for: .seconds(10)) == true)
        bench.takeOff()
        #expect(bench.outputs?.progress?.count == 1)
        #expect(abs((bench.outputs?.progress?.distanceMetres ?? 0) - 20) < 0.1)
    }

    @Test("a target kept for the next take-off is forgotten in an emergency")
    func keptTargetForgotten() throws {
        var bench = try NavigatorBench()
        bench.step()
        bench.ask(.target(north, altitudeMetres: nil))
        bench.report(.emergency, altitude: 0)
        bench.ask(.reset)
        bench.report(.landed, altitude: 0)
        bench.takeOff()
        #expect(bench.code == "hovering-no-target")
    }

    @Test("a target outside the fence is refused and changes nothing")
    func targetOutsideFence() throws {
        var bench = try hovering()
        bench.ask(.target(north, altitudeMetres: nil))
        let far = NavigatorBench.place(east: 31)
        let reply = bench.ask(.target(far, altitudeMetres: nil))
        let answer = try #require(reply)
        #expect(!answer.isAccepted)
        #expect(answer.message.contains("31 m") && answer.message.contains("30 m"))
        #expect(bench.words.hasPrefix("flying to target 1 of 1: 20."), "\(bench.words)")
    }

    @Test(
        "an impossible altitude is refused",
        arguments: [Double.nan, .infinity, -1, 0, 0.01, 0.4, 10.1])
    func impossibleAltitude(altitude: Double) throws {
        var bench = try hovering()
        #expect(bench.ask(.target(north, altitudeMetres: altitude))?.isAccepted == false)
        #expect(bench.command == .hover)
    }

    @Test(
        "a target's altitude is taken from 0.5 m to 100 m",
        arguments: [("0.4m", false), ("0.5m", true), ("100m", true), ("101m", false)])
    func altitudeLimits(altitude: String, isTaken: Bool) {
        let read = try? SettingsReader.read(
            DroneNavigation.TargetArguments.self,
            from: ["latitude": 52.5, "longitude": 13.4, "altitude": .string(altitude)],
            at: SettingPath("target"))
        #expect((read != nil) == isTaken)
    }

    @Test("hover is refused on the ground, and during a take-off means hover when up")
    func hover() throws {
        var bench = try NavigatorBench.standing(["targets": [NavigatorBench.target(north: 20)]])
        #expect(bench.ask(.hover)?.isAccepted == false)
        bench.ask(.takeOff)
        #expect(bench.ask(.hover)?.isAccepted == true)
        bench.report(.takingOff)
        bench.report(.hovering)
        #expect(bench.run(for: .seconds(30)).pilot == .hover)
    }

    @Test("reset works in an emergency only, and never in the air")
    func reset() throws {
        var bench = try hovering()
        #expect(bench.ask(.reset)?.isAccepted == false)
        #expect(bench.command == .hover)
        bench.report(.emergency)
        #expect(bench.command == .land)
        #expect(bench.ask(.reset)?.isAccepted == true)
        #expect(bench.command == .resetEmergency)
        bench.report(.landed)
        #expect(bench.command == .land)
        #expect(bench.code == "ready")
    }

    @Test("a reset that does not help ends")
    func resetEnds() throws {
        var bench = try NavigatorBench()
        bench.phase = .emergency
        bench.step()
        bench.ask(.reset)
        #expect(bench.run(for: .seconds(9)).pilot == .resetEmergency)
        #expect(bench.run(for: .seconds(1)).pilot == .land)
    }

    @Test("a landing is done in the very first step, whatever is known of the aircraft")
    func landAtOnce() throws {
        var bench = try NavigatorBench()
        bench.phase = nil
        #expect(bench.ask(.land)?.isAccepted == true)
        #expect(bench.outputs?.pilot == .land)
    }

    @Test("of several requests in one step none is lost, and each has its answer")
    func several() throws {
        var bench = try NavigatorBench()
        bench.takeOff()
        bench.send(.land)
        bench.send(.takeOff)
        bench.send(.reset)
        let outputs = bench.step()
        #expect(outputs.responses.map(\.isAccepted) == [true, false, false])
        #expect(outputs.responses.map(\.number) == [2, 3, 4])
        #expect(outputs.pilot == .land)
        #expect(bench.step().responses == [])
    }
}

import Core
import JSON
import TestSupport
import Testing
import Values

@testable import DroneNavigation

/// A flight without a phone: held it arms, pressed it starts; in the air it stops, then lands.
@Suite("The button beside the drone")
struct ButtonTests {
    private func ready(_ settings: [String: JSONValue] = [:]) throws -> NavigatorBench {
        var settings = settings
        settings["targets"] = [NavigatorBench.target(north: 20)]
        var bench = try NavigatorBench(.object(settings))
        bench.run(for: .seconds(1))
        return bench
    }

    private func armed(_ settings: [String: JSONValue] = [:]) throws -> NavigatorBench {
        var bench = try ready(settings)
        bench.press(.longPress)
        try #require(bench.code == "armed")
        return bench
    }

    // MARK: To start

    @Test("held, then pressed, it counts down and takes off; lamp and buzzer tell each")
    func start() throws {
        var bench = try ready()
        #expect(bench.outputs?.signal == .ready)
        #expect(bench.press(.longPress).signal == .armed)
        #expect(bench.run(for: .seconds(2)).pilot == .land)
        #expect(bench.press().signal == .starting)
        #expect(bench.isHeldDown(for: .milliseconds(4950)) == true)
        #expect(bench.step().pilot == .takeOff)
        #expect(bench.outputs?.signal == .flying)
        bench.report(.takingOff, altitude: 0.3)
        bench.report(.hovering)
        bench.report(.flying)
        #expect(bench.code == "flying" && bench.outputs?.progress?.target == 1)
    }

    @Test(
        "nothing less starts it: a press, a double press, a long press alone, or ten minutes of it")
    func notArmed() throws {
        for presses in [[.press], [.doublePress], [.longPress], [.press, .press]]
            as [[ButtonPress]]
        {
            var bench = try ready()
            for press in presses {
                bench.press(press)
                #expect(bench.isHeldDown(for: .seconds(2)) == true)
            }
            #expect(bench.isHeldDown(for: .seconds(600)) == true)
        }
    }

    @Test(
        "it arms only where all checks are met, and says what is not",
        arguments: PreflightTests.troubles.indices)
    func checks(index: Int) throws {
        var bench = try ready(["home_settle_time": "3s"])
        bench.run(for: .seconds(4))
        PreflightTests.troubles[index].change(&bench)
        bench.step()
        #expect(bench.press(.longPress).signal == .refused)
        #expect(bench.code != "armed")
        bench.run(for: .seconds(2))
        bench.press()
        #expect(bench.isHeldDown(for: .seconds(10)) == true)
    }

    @Test(
        "armed, or counting down, whatever goes wrong disarms",
        arguments: PreflightTests.troubles.indices)
    func goesWrong(index: Int) throws {
        for isStarting in [false, true] {
            var bench = try ready(["home_settle_time": "3s"])
            bench.run(for: .seconds(4))
            bench.press(.longPress)
            bench.run(for: .seconds(2))
            if isStarting { bench.press() }
            try #require(bench.code == (isStarting ? "starting" : "armed"))
            PreflightTests.troubles[index].change(&bench)
            #expect(bench.isHeldDown(for: .milliseconds(100)) == true)
            #expect(!["armed", "starting"].contains(bench.code))
            #expect(bench.isHeldDown(for: .seconds(10)) == true)
        }
    }

    @Test("any request disarms: a mission, a target, a landing, even one that is refused")
    func requests() throws {
        let target = DroneNavigation.Request.target(
            NavigatorBench.place(east: 10), altitudeMetres: nil)
        for request in [target, .land, .hover, .reset, .resume] {
            var bench = try armed()
            bench.run(for: .seconds(2))
            bench.press()
            bench.ask(request)
            #expect(bench.code == "disarmed-asked-otherwise", "\(request)")
            #expect(bench.isHeldDown(for: .seconds(20)) == true)
        }
    }

    @Test("it disarms by itself, when home is elsewhere, and in a new process") func expires()
        throws
    {
        var bench = try armed(["armed_for": "20s"])
        bench.run(for: .milliseconds(19_900))
        #expect(bench.code == "armed")
        bench.run(for: .milliseconds(200))
        #expect(bench.code == "disarmed-expired")
        bench = try armed()
        bench.position = NavigatorBench.place(east: 3.5)
        bench.step()
        #expect(bench.code == "disarmed-home-moved")
        bench = try armed()
        bench.run(for: .seconds(2))
        try bench.resume(["targets": [NavigatorBench.target(north: 20)]])
        bench.step()
        bench.press()
        #expect(bench.isHeldDown(for: .seconds(20)) == true)
    }

    @Test("a press of a while ago neither arms nor starts") func late() throws {
        var bench = try ready()
        bench.press(.longPress, ago: .milliseconds(1100))
        #expect(bench.code == "ready")
        bench = try armed()
        bench.run(for: .seconds(3))
        bench.press(ago: .milliseconds(1100))
        #expect(bench.code == "disarmed-pressed")
        #expect(bench.isHeldDown(for: .seconds(20)) == true)
    }

    @Test(
        "a button that bounces or chatters starts nothing, whatever it seems to do",
        arguments: 0..<trials(40, thorough: 200))
    func bounces(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        var bench = try ready()
        for _ in 0..<60 {
            let press = ButtonPress.allCases.randomElement(using: &generator) ?? .press
            bench.press(press)
            // Sooner again than the countdown takes.
            let pause = Int64.random(in: 0...4800, using: &generator)
            #expect(bench.isHeldDown(for: .milliseconds(pause)) == true)
        }
    }

    @Test("where the mission begins at once, a press keeps it on the ground") func atOnce() throws {
        var bench = try NavigatorBench([
            "start": "at-once", "home_settle_time": "3s",
            "targets": [NavigatorBench.target(north: 20)],
        ])
        bench.run(for: .seconds(1))
        #expect(bench.code == "waiting-to-take-off")
        bench.press()
        #expect(bench.isHeldDown(for: .seconds(20)) == true)
    }

    // MARK: In the air

    @Test("in flight a press stops it, the second lands it; held counts as pressed")
    func stops() throws {
        for press in [ButtonPress.press, .longPress] {
            var bench = try NavigatorBench.flying()
            #expect(bench.press(press).pilot == .hover)
            #expect(bench.code == "hovering-person" && bench.outputs?.signal == .hovering)
            #expect(bench.run(for: .seconds(5)).pilot == .hover)
            #expect(bench.press(press).pilot == .land)
            #expect(bench.outputs?.signal == .comingDown)
        }
    }

    @Test("a double press lands it, and so does any press while it takes off or is unheard")
    func lands() throws {
        var bench = try NavigatorBench.flying()
        #expect(bench.press(.doublePress).pilot == .land)
        bench = try ready()
        bench.ask(.takeOff)
        bench.report(.takingOff)
        #expect(bench.press().pilot == .land)
        bench = try NavigatorBench()
        bench.phase = nil
        bench.step()
        #expect(bench.press().pilot == .land)
    }

    @Test("stopped by a failsafe, a press lands; without news of it, too") func stopped() throws {
        var bench = try NavigatorBench.flying(["no_progress_after": "300s"])
        bench.fly(to: NavigatorBench.place(east: 16, north: 24), at: 0.9)
        bench.fly(to: NavigatorBench.place(east: 17, north: 26), at: 0.9)
        try #require(bench.code == "awaiting-outside-fence", "\(bench.words)")
        #expect(bench.press().pilot == .land)
        bench = try NavigatorBench.flying()
        bench.phase = nil
        bench.step()
        #expect(bench.press().pilot == .land)
    }

    @Test(
        "flying home a press stops it, or lands it where it may not stay", arguments: [true, false])
    func returning(isEmpty: Bool) throws {
        var bench = try NavigatorBench.flying()
        bench.fly(to: NavigatorBench.place(north: 15), at: 2)
        if isEmpty {
            bench.battery = 19
        } else {
            bench.fly(to: NavigatorBench.place(east: 16, north: 24), at: 0.9)
            bench.fly(to: NavigatorBench.place(east: 17, north: 26), at: 0.9)
        }
        bench.run(for: .seconds(6))
        try #require(bench.code.hasPrefix("returning-"), "\(bench.code)")
        #expect(bench.press().pilot == (isEmpty ? .land : .hover))
        #expect(bench.press().pilot == .land)
    }

    @Test("no press keeps it from landing, however many there are") func landing() throws {
        for press in ButtonPress.allCases {
            var bench = try NavigatorBench.flying()
            bench.ask(.land)
            bench.report(.landing, altitude: 0.8)
            for _ in 0..<100 {
                bench.press(press)
                #expect(bench.command == .land)
            }
            bench.report(.landed, altitude: 0)
            #expect(bench.isHeldDown(for: .seconds(10)) == true)
        }
    }

    @Test("a press that its driver no longer vouches for is never seen") func deadline() throws {
        let now = Instant(nanoseconds: 5_000_000_000)
        let button = EventSource<ButtonPress>()
        let ports = try PortBench<DroneNavigation>(
            try NavigatorBench.settings([:]),
            [
                "flight": Source<FlightState>(), "position": Source<Fix>(),
                "heading": Source<Heading>(), "pilot": Sink<FlightCommand>(), "button": button,
            ])
        let driver = EventOrigin("driver button")
        button.publish(.press, from: driver, at: now, deadline: now + .seconds(10))
        button.publish(.longPress, from: driver, at: now, deadline: now + .seconds(20))
        let inputs = ports.inputs(at: now + .seconds(11))
        #expect(inputs.presses.map(\.value) == [.longPress])
    }
}

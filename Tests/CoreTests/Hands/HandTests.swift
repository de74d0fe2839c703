import Control
@testable import Core
import JSON
import Settings
import TestSupport
import Testing
import Values

/// Outputs that people switch, in a service whose time moves by hand: requests of every kind with all that may happen
/// meanwhile.
@Suite struct HandTests {
    private let clock = ManualScheduler(now: Instant(nanoseconds: 1_000_000_000_000))
    private let log = MemoryLog()
    private let answers = EventLog()

    private static let lamp = #""lamp": {"driver": "lamps", "switchable": {"longest": "5min"}}"#
    private static let fan = #""fan": {"driver": "fan", "switchable": {"longest": "unlimited"}}"#
    private static let hinge = #""hinge": {"driver": "hinge", "switchable": {"longest": "1h"}}"#
    private static let keeper = """
        "keeper": {"policy": "keeper", "coldest": "-5 °C", "inputs": {"temperature": "inside"},
         "outputs": {"bolt": "lamp"}}
        """

    private func house(
        _ drivers: [String] = [lamp, fan, hinge], policies: String = "", rest: String = ""
    ) throws -> Configuration {
        let text = """
            {"drivers": {\(([#""inside": {"driver": "sensor"}"#] + drivers).joined(separator: ", "))},
             "policies": {\(policies)}\(rest)}
            """
        return try ConfigurationReader.read(Array(text.utf8), registry: handRegistry)
    }

    private func started(_ configuration: Configuration) throws -> (Supervisor, ControlService) {
        let supervisor = try Supervisor(
            configuration, scheduler: clock, log: Log(log, source: "roost"),
            runtime: "/nonexistent", manager: NoServiceManager(), onStopped: { _ in })
        supervisor.start()
        clock.advance(by: .seconds(1))
        return (
            supervisor,
            ControlService(
                supervisor, scheduler: clock, log: Log(log, source: "roost"),
                registry: handRegistry)
        )
    }

    /// What is answered to the words of `roost send`; `members` say more of the sender.
    private func ask(
        _ service: ControlService, _ words: String, _ members: [String: JSONValue] = [:]
    ) -> String {
        var line: [String: JSONValue] = members
        line["request"] = "send"
        line["words"] = .array(words.split(separator: " ").map { .string(String($0)) })
        service.handle(Array(JSONValue.object(line).line.utf8)) { [answers] answer in
            guard case .string(let text)? = answer["message"] ?? answer["error"] else {
                return answers.note("neither")
            }
            answers.note(text)
        }
        clock.advance(by: .zero)
        return answers.take().first ?? "no answer"
    }

    private func sink(_ supervisor: Supervisor, _ name: String = "lamp") -> Sink<SwitchCommand>? {
        supervisor.connections(ofDriver: name)?.sink(TestLamps.port("switch"))
    }

    private func command(_ supervisor: Supervisor) -> SwitchCommand? {
        sink(supervisor)?.current(at: clock.now)
    }

    private func byHand(
        _ supervisor: Supervisor, _ name: String = "lamp"
    ) -> OutputReport.ByHand? {
        supervisor.status(at: clock.now).drivers.first { $0.name == name }?.outputs?.values.first?
            .byHand
    }

    // MARK: How long

    @Test(
        "what is switched on for a time is on for that time and not longer, and the status says by whom"
    )
    func forATime() throws {
        let (supervisor, service) = try started(try house())
        #expect(byHand(supervisor) == nil && command(supervisor) == nil)
        #expect(ask(service, "lamp on for=2min", ["by": "mqtt"]) == "on for 2 min")
        #expect(log.lines.contains("notice lamp: switch: on for 2 min, by hand, asked by mqtt"))
        clock.advance(by: .seconds(30))
        let report = try #require(byHand(supervisor))
        #expect(report.text == "on" && report.value == ["is_on": true])
        #expect(report.askedBy == "mqtt")
        #expect(report.ageSeconds == 30 && report.endsInSeconds == 90)
        clock.advance(by: .milliseconds(89_999))
        #expect(command(supervisor) == .active)
        clock.advance(by: .milliseconds(2))
        #expect(command(supervisor) == nil && byHand(supervisor) == nil)
        #expect(
            log.lines.last == "notice lamp: switch: no longer on by hand: its time is over")
    }

    @Test("its lease is never longer than five seconds, nor than its driver allows")
    func leases() throws {
        let (supervisor, service) = try started(try house())
        _ = ask(service, "lamp on")
        _ = ask(service, "hinge angle 30deg")
        for _ in 0..<100 {
            clock.advance(by: .milliseconds(313))
            let lamp = try #require(sink(supervisor)?.last)
            #expect(lamp.expiresAt > clock.now && lamp.expiresAt <= clock.now + .seconds(5))
            let angle = supervisor.connections(ofDriver: "hinge")?.sink(TestHinge.angle)
            let hinge = try #require(angle?.last)
            #expect(hinge.expiresAt > clock.now && hinge.expiresAt <= clock.now + .seconds(1))
        }
    }

    @Test(
        "without a time it is as long as the file allows; where that is for ever, until it is ended"
    )
    func withoutATime() throws {
        let (supervisor, service) = try started(try house())
        let timers = clock.pendingCount
        #expect(ask(service, "lamp on") == "on for 5 min")
        #expect(ask(service, "fan level 40%") == "40 %, until it is ended")
        clock.advance(by: .seconds(299))
        #expect(command(supervisor) == .active)
        clock.advance(by: .seconds(2))
        #expect(command(supervisor) == nil)
        clock.advance(by: .seconds(100_000))
        let fan = try #require(byHand(supervisor, "fan"))
        #expect(fan.text == "40 %" && fan.value == ["is_on": true, "ratio": 0.4])
        #expect(fan.endsInSeconds == nil)
        #expect(ask(service, "fan end") == "ended: it goes to its safe level")
        #expect(byHand(supervisor, "fan") == nil)
        #expect(ask(service, "fan end") == "nobody has switched it")
        #expect(clock.pendingCount == timers, "no timer of a hand is left")
    }

    @Test("longer than the file allows is refused, and what was on before stays as it was")
    func tooLong() throws {
        let (supervisor, service) = try started(try house())
        _ = ask(service, "lamp pattern blink 10s")
        #expect(
            ask(service, "lamp on for=6min")
                == "refused: lamp.switch can be switched for 5 min at most (\"longest\"), not for 6 min"
        )
        #expect(ask(service, "lamp on for=301s").hasSuffix("not for 301 s"), "nothing is rounded")
        #expect(command(supervisor) == .pattern(.blink))
        #expect(ask(service, "lamp on for=-1s").contains("for"))
        #expect(ask(service, "lamp on for=nan").contains("for"))
        clock.advance(by: .seconds(11))
        #expect(command(supervisor) == nil)
    }

    @Test("a later request takes the place of one that runs, whoever asked, with its own time")
    func second() throws {
        let (supervisor, service) = try started(try house())
        _ = ask(service, "lamp on for=10s", ["by": "mqtt"])
        clock.advance(by: .seconds(5))
        #expect(ask(service, "lamp off for=60s", ["by": "bluetooth aa"]) == "off for 1 min")
        #expect(command(supervisor) == .inactive)
        #expect(byHand(supervisor)?.askedBy == "bluetooth aa")
        clock.advance(by: .seconds(59))
        #expect(command(supervisor) == .inactive)
        clock.advance(by: .seconds(2))
        #expect(command(supervisor) == nil)
    }

    @Test(
        "what no such output can do is refused",
        arguments: [
            ("hinge angle 91deg", "refused: hinge.angle goes from 0 to 90 deg (angle_max)"),
            ("hinge angle 1e99deg", "angle"), ("hinge angle nandeg", "angle"),
            ("fan level 101%", "level"), ("fan level -1%", "level"),
            ("lamp pattern morse", "one of"), ("lamp level 40%", "takes no request \"level\""),
            ("lamp", "ask lamp for what? It takes on, off, pattern, end"),
            ("lamp on 5s 6s", "there is no argument"),
            ("lamp end now", "there is no argument"),
        ])
    func nonsense(words: String, answer: String) throws {
        let (supervisor, service) = try started(try house())
        let said = ask(service, words)
        #expect(said.contains(answer), "\(said)")
        for name in ["lamp", "fan", "hinge"] { #expect(byHand(supervisor, name) == nil) }
    }

    @Test("a command that was not renewed while its lease lived does not come back")
    func late() throws {
        let (supervisor, service) = try started(try house())
        _ = ask(service, "lamp on")
        // The machine was away.
        clock.sleep(for: .seconds(6))
        #expect(command(supervisor) == nil && byHand(supervisor) == nil)
        clock.advance(by: .seconds(10))
        #expect(command(supervisor) == nil)
        #expect(
            log.lines.last
                == "notice lamp: switch: no longer on by hand: it was not renewed in time")
        #expect(ask(service, "lamp on 10s") == "on for 10 s")
        #expect(command(supervisor) == .active)
    }

    // MARK: Whose it is

    @Test(
        "an output that a policy commands is not switched, also where that policy is given up or rests"
    )
    func bound() throws {
        let bolt = #""lamp": {"driver": "lamps"}"#
        for rest in ["", #", "run": []"#] {
            let (supervisor, service) = try started(
                try house([bolt], policies: Self.keeper, rest: rest))
            let before = command(supervisor)
            #expect(
                ask(service, "lamp on")
                    == "refused: lamp.switch is commanded by the policy \"keeper\", and by nobody beside it"
            )
            #expect(ask(service, "lamp.switch on").contains("\"keeper\""))
            #expect(command(supervisor) == before)
            supervisor.stop(because: "test")
        }
    }

    @Test("an output that the file does not name, or that is guarded, is not switched")
    func notNamed() throws {
        let (_, service) = try started(
            try house([
                #""plain": {"driver": "fan"}"#,
                #""held": {"driver": "fan", "guarded": ["level"]}"#,
                #""lamps": {"driver": "lamps", "lines": ["red", "siren"], "switchable": {"longest": "1h", "outputs": ["red"]}}"#,
            ]))
        #expect(
            ask(service, "plain on")
                == "refused: plain.level is not switchable: drivers.plain.switchable of the file does not name it"
        )
        #expect(ask(service, "held on").contains("held.level is guarded"))
        #expect(ask(service, "lamps.siren on").contains("lamps.siren is guarded"))
        #expect(ask(service, "lamps.red on 10s") == "on for 10 s")
        #expect(ask(service, "lamps off 10s") == "off for 10 s", "there is only one")
    }

    @Test(
        "of several outputs the one that is meant is named; a request is never meant for an output")
    func several() throws {
        let (supervisor, service) = try started(
            try house([
                #""lamps": {"driver": "lamps", "lines": ["red", "green"], "switchable": {"longest": "1h"}}"#
            ]))
        #expect(
            ask(service, "lamps on")
                == "lamps has several outputs; say \"lamps.green\" or \"lamps.red\""
                || ask(service, "lamps on")
                    == "lamps has several outputs; say \"lamps.red\" or \"lamps.green\""
        )
        #expect(ask(service, "on").hasPrefix("nothing here takes a request \"on\""))
        #expect(ask(service, "lamps.green on 1min") == "on for 1 min")
        let outputs = supervisor.status(at: clock.now).drivers.last?.outputs
        #expect(outputs?["green"]?.byHand?.text == "on" && outputs?["red"]?.byHand == nil)
    }

    @Test("a program that passes requests on switches only the outputs that its file names")
    func strangers() throws {
        let (supervisor, service) = try started(try house())
        func stranger(_ words: String, allow: [String]?) -> String {
            ask(
                service, words,
                RequestLimit(ofStrangers: allow).members.merging(["by": "mqtt"]) { $1 })
        }
        #expect(stranger("lamp on", allow: nil).contains("is hazardous"))
        // The name of a request names no output.
        #expect(stranger("lamp on", allow: ["on", "lamp"]).contains("may not switch that output"))
        #expect(stranger("fan on", allow: ["lamp.switch"]).contains("may not switch that output"))
        #expect(command(supervisor) == nil)
        #expect(stranger("lamp on", allow: ["lamp.switch"]) == "on for 5 min")
        #expect(stranger("lamp end", allow: nil).hasPrefix("ended"), "it is safer")
    }

    // MARK: Its driver

    @Test("with its driver what was switched ends, and does not come back when the driver does")
    func driverFails() throws {
        let (supervisor, service) = try started(try house())
        _ = ask(service, "lamp on")
        // This lamp fails of it.
        _ = ask(service, "lamp pattern three-beeps")
        clock.advance(by: .zero)
        #expect(sink(supervisor)?.last == nil && byHand(supervisor) == nil)
        clock.advance(by: .seconds(60))
        #expect(supervisor.status(at: clock.now).drivers.allSatisfy { $0.state == .running })
        #expect(sink(supervisor)?.last == nil && byHand(supervisor) == nil)
        #expect(
            log.lines.contains(
                "notice lamp: switch: no longer three-beeps by hand: the driver \"lamp\" does not run: it smokes"
            ))
        #expect(ask(service, "lamp on") == "on for 5 min")
    }

    @Test("while its driver does not run an output takes nothing, and begins nothing later")
    func driverAway() throws {
        let (supervisor, service) = try started(
            try house([#""motor": {"driver": "motor", "switchable": {"longest": "1h"}}"#]))
        #expect(
            ask(service, "motor angle 90deg")
                == "refused: the driver \"motor\" does not run: no motor in tests")
        clock.advance(by: .seconds(60))
        #expect(
            supervisor.connections(ofDriver: "motor")?.sink(TestMotor.angle).last == nil)
        #expect(byHand(supervisor, "motor") == nil)
    }

    @Test(
        "a driver is not started again while a hand moves its device, and the refusal says how to end it"
    )
    func driverRestarts() throws {
        let (supervisor, service) = try started(try house())
        _ = ask(service, "lamp on")
        #expect {
            try supervisor.restart("lamp")
        } throws: {
            "\($0)".contains(
                "lamp.switch is switched by hand (on, by a person); roost send lamp.switch end")
        }
        #expect(command(supervisor) == .active)
        _ = ask(service, "lamp end")
        try supervisor.restart("lamp")
        clock.advance(by: .seconds(1))
        #expect(ask(service, "lamp on") == "on for 5 min")
        #expect(command(supervisor) == .active)
    }

    @Test("a stop ends it, and nothing is switched any more") func stop() throws {
        let (supervisor, service) = try started(try house())
        _ = ask(service, "lamp on")
        supervisor.stop(because: "test")
        #expect(command(supervisor) == nil && byHand(supervisor) == nil)
        #expect(ask(service, "lamp on").contains("takes no requests"))
        clock.advance(by: .seconds(10))
        #expect(sink(supervisor)?.last == nil)
    }

    // MARK: Another configuration

    @Test(
        "a change that takes an output from people ends what they switched, and others do not notice",
        arguments: ["binds", "removes", "shortens", "guards"])
    func changed(how: String) throws {
        let (supervisor, service) = try started(try house())
        _ = ask(service, "lamp on")
        _ = ask(service, "fan level 40%")
        clock.advance(by: .seconds(60))
        let plain = #""lamp": {"driver": "lamps"}"#
        let new =
            switch how {
            case "binds": try house([plain, Self.fan, Self.hinge], policies: Self.keeper)
            case "removes": try house([plain, Self.fan, Self.hinge])
            case "shortens":
                try house([
                    #""lamp": {"driver": "lamps", "switchable": {"longest": "4min"}}"#, Self.fan,
                    Self.hinge,
                ])
            default:
                try house([
                    #""lamp": {"driver": "lamps", "guarded": ["switch"]}"#, Self.fan, Self.hinge,
                ])
            }
        let before = supervisor.status(at: clock.now)
        let plan = try supervisor.apply(new)
        #expect(plan.lines.contains { $0.contains("what is switched by hand there ends") })
        // At once, not with its lease, and before any policy commands.
        #expect(sink(supervisor)?.last == nil && byHand(supervisor) == nil)
        #expect(
            log.lines.contains(
                "notice lamp: switch: no longer on by hand: another configuration was applied"))
        clock.advance(by: .seconds(1))
        let after = supervisor.status(at: clock.now)
        #expect(after.drivers.map(\.restarts) == before.drivers.map(\.restarts))
        #expect(byHand(supervisor, "fan")?.text == "40 %")
        #expect(command(supervisor) == (how == "binds" ? .inactive : nil))
        let answer = ask(service, "lamp on")
        #expect(
            answer.contains(
                how == "binds"
                    ? "\"keeper\""
                    : how == "guards"
                        ? "is guarded" : how == "removes" ? "not switchable" : "on for 4 min"))
    }

    @Test(
        "a change of something else leaves what is switched as it is, and what it is not yet becomes switchable"
    )
    func unchanged() throws {
        let (supervisor, service) = try started(
            try house([Self.lamp, #""fan": {"driver": "fan"}"#]))
        _ = ask(service, "lamp on for=2min")
        #expect(ask(service, "fan on").contains("not switchable"))
        let held = try #require(sink(supervisor)?.last)
        let plan = try supervisor.apply(try house([Self.lamp, Self.fan]))
        #expect(plan.looser.map { $0.prefix(16) } == ["fan: switchable "], "it allows more")
        #expect(sink(supervisor)?.last == held)
        #expect(ask(service, "fan on 10s") == "100 % for 10 s")
        clock.advance(by: .seconds(119))
        #expect(command(supervisor) == .active)
    }

    @Test("a driver with other settings waits until what is switched there has ended")
    func replaced() throws {
        let (supervisor, service) = try started(try house())
        _ = ask(service, "hinge angle 30deg")
        _ = ask(service, "lamp on")
        let other =
            #""lamp": {"driver": "lamps", "lines": ["switch", "b"], "switchable": {"longest": "5min"}}"#
        #expect {
            _ = try supervisor.apply(try house([other, Self.fan, Self.hinge]))
        } throws: {
            "\($0)".contains("not now: lamp: it is not in its safe state")
                && "\($0)".contains("roost send lamp.switch end ends that")
        }
        #expect(command(supervisor) == .active)
        _ = ask(service, "lamp end")
        _ = try supervisor.apply(try house([other, Self.fan, Self.hinge]))
        clock.advance(by: .seconds(1))
        #expect(ask(service, "lamp.switch on") == "on for 5 min")
        #expect(command(supervisor) == .active)
        #expect(byHand(supervisor, "hinge")?.text == "move to 30°")
    }

    @Test("a change that is taken back ends what was switched meanwhile") func takenBack() throws {
        let (supervisor, service) = try started(
            try house([#""lamp": {"driver": "lamps"}"#, Self.fan]))
        _ = try supervisor.apply(try house([Self.lamp, Self.fan]))
        #expect(ask(service, "lamp on") == "on for 5 min")
        _ = try supervisor.apply(
            try house([#""lamp": {"driver": "lamps"}"#, Self.fan]), onProbation: false)
        #expect(command(supervisor) == nil && sink(supervisor)?.last == nil)
    }
}

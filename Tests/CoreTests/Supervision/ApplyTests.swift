import Control
@testable import Core
import JSON
import Synchronization
import TestSupport
import Testing
import Threads
import Values

@Suite struct ApplyTests {
    private let clock = ManualScheduler(now: Instant(nanoseconds: 1_000_000_000_000))

    private static func house(
        coldest: String = "5 °C", sysfs: String = "/sys", second: String = "5 °C"
    ) throws -> Configuration {
        let text = """
            {"sysfs": "\(sysfs)", "drivers": {"inside": {"driver": "sensor"},
             "bolt": {"driver": "bolt"}, "spare": {"driver": "bolt"}},
             "policies": {
              "keeper": {"policy": "keeper", "coldest": "\(coldest)",
               "inputs": {"temperature": "inside"}, "outputs": {"bolt": "bolt"}},
              "second": {"policy": "keeper", "coldest": "\(second)",
               "inputs": {"temperature": "inside"}, "outputs": {"bolt": "spare"}}}}
            """
        return try ConfigurationReader.read(Array(text.utf8), registry: testRegistry)
    }

    private func started(_ log: any LogOutput = MemoryLog()) throws -> Supervisor {
        let supervisor = try Supervisor(
            try Self.house(), scheduler: clock, log: Log(log, source: "roost"),
            runtime: "/nonexistent", manager: NoServiceManager(), onStopped: { _ in })
        supervisor.start()
        clock.advance(by: .milliseconds(250))
        return supervisor
    }

    private func bolt(_ supervisor: Supervisor, _ name: String = "bolt") -> SwitchCommand? {
        supervisor.connections(ofDriver: name)?.sink(TestBolt.command).current(at: clock.now)
    }

    @Test("a policy goes on with another setting from its next step on, and its command has no gap")
    func nextStep() throws {
        let supervisor = try started()
        #expect(bolt(supervisor) == SwitchCommand(isActive: false))
        let before = supervisor.status(at: clock.now).policies[0].ticks
        let plan = try supervisor.apply(try Self.house(coldest: "20 °C"))
        #expect(
            plan.lines == [
                "keeper: coldest: 5 °C -> 20 °C",
                "keeper: goes on with it from its next step; nothing restarts",
            ])
        #expect(bolt(supervisor) == SwitchCommand(isActive: false))
        clock.advance(by: .milliseconds(100))
        #expect(supervisor.status(at: clock.now).policies[0].ticks == before + 1)
        let settings = supervisor.configuration.policies[0].settings(
            as: TestKeeper.Settings.self)
        #expect(settings?.coldest == Temperature(celsius: 20))
        #expect(supervisor.plan(for: try Self.house(coldest: "20 °C")).lines == ["nothing changes"])
    }

    @Test("what needs a restart is refused whole, with all that could be done in it")
    func restart() throws {
        let supervisor = try started()
        let new = try Self.house(coldest: "7 °C", sysfs: "/elsewhere")
        #expect(
            supervisor.plan(for: new).steps.map(\.effect) == [.restart, .nextStep])
        #expect(
            throws: PlainError(
                "a restart of the service is needed for sysfs: systemctl restart roost. "
                    + "Nothing was changed")
        ) { try supervisor.apply(new) }
        #expect(supervisor.plan(for: try Self.house()).steps == [])
    }

    @Test("where one of two policies cannot now, neither changes") func allOrNothing() throws {
        let supervisor = try started()
        let second = supervisor.policies[1]
        let new = try Self.house(coldest: "7 °C", second: "-20 °C")
        // It is found out before anything is touched, ...
        #expect(
            throws: PlainError(
                "not now: second: nobody keeps anything that cold; until it is warmer. "
                    + "Nothing was changed")
        ) { try supervisor.apply(new) }
        // ... and once more while each is held, when it may be so only then.
        #expect(throws: PlainError.self) {
            let first = supervisor.policies[0]
            try first.change(to: new.policies[0], at: first.connections) { () throws(PlainError) in
                try second.change(to: new.policies[1], at: second.connections) {
                    () throws(PlainError) in
                }
            }
        }
        #expect(
            supervisor.policies.map { $0.entry.settingsAsWritten["coldest"] } == ["5 °C", "5 °C"])
        #expect(supervisor.plan(for: try Self.house()).steps == [])
    }

    @Test("what could not be done before its deadline is not done at all") func tooLate() throws {
        let supervisor = try started()
        let new = try Self.house(coldest: "7 °C")
        #expect(
            throws: PlainError(
                "it took too long, and nobody waits for it any more. Nothing was changed")
        ) { try supervisor.apply(new, before: clock.now) }
        #expect(supervisor.plan(for: new).steps.count == 1)
        _ = try supervisor.apply(new, before: clock.now + .nanoseconds(1))
        #expect(supervisor.plan(for: new).steps == [])
    }

    @Test("the status says since when which configuration runs, by whom, and what was refused")
    func told() throws {
        let supervisor = try started()
        func report() -> ConfigurationReport? { supervisor.status(at: clock.now).configuration }
        #expect(report()?.appliedBy == nil)
        #expect(report()?.ageSeconds == 0.25)
        _ = try supervisor.apply(try Self.house(coldest: "7 °C"), by: "anna")
        clock.advance(by: .seconds(10))
        #expect(report()?.appliedBy == "anna")
        #expect(report()?.ageSeconds == 10)
        #expect(report()?.lastRefusal?.text == nil)
        _ = try supervisor.apply(try Self.house(coldest: "7 °C"), by: "bert")
        #expect(report()?.appliedBy == "anna")
        _ = try? supervisor.apply(try Self.house(sysfs: "/elsewhere"), by: "bert")
        clock.advance(by: .seconds(5))
        #expect(report()?.ageSeconds == 15)
        #expect(report()?.lastRefusal?.askedBy == "bert")
        #expect(report()?.lastRefusal?.ageSeconds == 5)
        #expect(report()?.lastRefusal?.text.hasPrefix("a restart of the service is needed") == true)
    }

    @Test(
        "a file that was bad or found bad before it was sent is in the status, and changes nothing")
    func badFiles() throws {
        let (supervisor, replies) = (try started(), EventLog())
        let service = ControlService(
            supervisor, scheduler: clock, log: Log(MemoryLog(), source: "roost"),
            registry: testRegistry)
        for (members, word) in [
            (#""text": "{\"run\": 7}""#, "run"), (#""problem": "roost.json:3:7: no""#, "3:7"),
        ] {
            let line = Array(#"{"request": "apply", \#(members)}"#.utf8)
            service.handle(line, from: .person("anna")) { replies.note(Self.word($0)) }
            #expect(eventually { replies.take() == ["bad-configuration"] })
            let refusal = supervisor.status(at: clock.now).configuration?.lastRefusal
            #expect(refusal?.askedBy == "anna")
            #expect(refusal?.text.contains(word) == true)
        }
        #expect(supervisor.plan(for: try Self.house()).steps == [])
    }

    @Test("nothing is applied while it stops") func stopping() throws {
        let supervisor = try started()
        supervisor.stop(because: "test")
        #expect(throws: PlainError("roost is stopped")) {
            try supervisor.apply(try Self.house(coldest: "7 °C"))
        }
    }

    @Test(
        "a configuration that is offered as a text is read whole, with the files that come with it")
    func offer() throws {
        let replies = EventLog()
        let service = ControlService(
            try started(), scheduler: clock, log: Log(MemoryLog(), source: "roost"),
            registry: testRegistry)
        service.handle(Array(#"{"request": "apply"}"#.utf8)) { replies.note(Self.word($0)) }
        #expect(replies.take() == ["invalid"])
        for (text, word) in [(#"{\"drivers\": 1}"#, "bad-configuration"), ("{}", "ok")] {
            service.handle(Array(#"{"request": "plan", "text": "\#(text)"}"#.utf8)) {
                replies.note(Self.word($0))
            }
            // On a thread of its own: a policy may hang.
            #expect(eventually { replies.take() == [word] })
        }
    }

    @Test("one change is judged at a time, and beside who asks for something else")
    func oneAtATime() throws {
        let (replies, log) = (EventLog(), HeldLog())
        let service = ControlService(
            try started(log), scheduler: clock, log: Log(log, source: "roost"),
            registry: testRegistry)
        func ask(_ text: String, _ request: String = "plan") {
            service.handle(Array(#"{"request": "\#(request)", "text": "\#(text)"}"#.utf8)) {
                replies.note(Self.word($0))
            }
        }
        ask("bad", "apply")
        #expect(log.begin.wait(atMost: .seconds(10)))
        ask("{}")
        #expect(replies.take() == ["busy"])
        service.handle(Array(#"{"request": "status"}"#.utf8)) { replies.note(Self.word($0)) }
        #expect(replies.take() == ["ok"])
        let problem = #"{"request": "apply", "problem": "unknown key"}"#
        service.handle(Array(problem.utf8)) { replies.note(Self.word($0)) }
        #expect(replies.take() == ["bad-configuration"])
        log.end.open()
        #expect(eventually { replies.take() == ["bad-configuration"] })
        ask("{}")
        #expect(eventually { replies.take() == ["ok"] })
    }

    @Test(
        "two clients that apply at once: one change follows the other, and each answer is about its own"
    )
    func twoClients() throws {
        let supervisor = try started()
        let before = supervisor.status(at: clock.now).configuration
        let offers = [
            try Self.house(coldest: "7 °C", second: "8 °C"),
            try Self.house(coldest: "9 °C", second: "10 °C"),
        ]
        let (ready, plans) = (Latch(), Locked<[String: [String]]>([:]))
        for (user, offer) in zip(["anna", "bert"], offers) {
            WorkerThread.start(user) {
                ready.wait()
                let lines = (try? supervisor.apply(offer, by: user))?.lines ?? ["refused"]
                plans.withLock { $0[user] = lines }
            }
        }
        ready.open()
        #expect(eventually { plans.withLock { $0.count } == 2 })
        let told = plans.value
        let coldest = supervisor.policies.map { $0.entry.settingsAsWritten["coldest"] }
        let report = try #require(supervisor.status(at: clock.now).configuration)
        let isAnnaLast = report.appliedBy == "anna"
        #expect(coldest == (isAnnaLast ? ["7 °C", "8 °C"] : ["9 °C", "10 °C"]))
        #expect(before?.appliedBy == nil)
        // The second one was judged against the first.
        let first = ["keeper: coldest: 5 °C -> \(isAnnaLast ? 9 : 7) °C"]
        #expect(told[isAnnaLast ? "bert" : "anna"]?.prefix(1) == first[...])
        #expect(
            told[isAnnaLast ? "anna" : "bert"]?.first
                == "keeper: coldest: \(isAnnaLast ? "9 °C -> 7" : "7 °C -> 9") °C")
    }

    private static func word(_ answer: JSONValue) -> String {
        guard case .string(let code)? = answer["code"] else { return "ok" }
        return code
    }
}

/// Whoever writes a line waits until it is opened.
/// Keeps whoever writes the first warning.
private final class HeldLog: LogOutput {
    let (begin, end) = (Latch(), Latch())
    private let isFirst = Atomic(true)

    func write(_ level: LogLevel, source: String, _ message: String) {
        guard level == .warning, isFirst.exchange(false, ordering: .relaxed) else { return }
        begin.open()
        _ = end.wait(atMost: .seconds(10))
    }
}

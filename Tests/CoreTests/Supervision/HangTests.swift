@testable import Core
import JSON
import TestSupport
import Testing
import Threads
import Values

/// A step hangs on a thread of the test's own, and time is moved on by another.
@Suite("A policy whose step hangs")
struct HangTests {
    let clock = ManualScheduler(now: Instant(nanoseconds: 1_000_000_000_000))
    let log = MemoryLog()
    let manager = LimitedManager(limit: .seconds(10))
    let memories = CounterMemories()
    let observer = SpyObserver()
    let trapName = Traps.newName()
    var trap: Trap { Traps.named(trapName) }

    func house(
        by increment: Int = 1, atMost: Int = 3, lease: String = "500ms", outputs: String = "",
        shadow: String = "", others: String = ""
    ) throws -> Configuration {
        let text = """
            {"restarts": {"at_most": \(atMost), "within": "1min"},
             "drivers": {"lamp": {"driver": "bolt"}, "spare": {"driver": "bolt"}},
             "policies": {
              "counter": {"policy": "counter", "trap": "\(trapName)", "by": \(increment),
               "lease": "\(lease)", "outputs": {"lamp": "lamp"\(outputs)}}\(shadow)\(others)}}
            """
        return try ConfigurationReader.read(
            Array(text.utf8),
            registry: PluginRegistry(drivers: [TestBolt.self], policies: [TestCounter.self]))
    }

    static let other =
        #", "other": {"policy": "counter", "by": 2, "outputs": {"lamp": "spare"}}"#

    /// One that has made three steps.
    func started(_ configuration: Configuration) throws -> Supervisor {
        let supervisor = try Supervisor(
            configuration, scheduler: clock, log: Log(log, source: "roost"),
            runtime: "/nonexistent", manager: manager, memories: memories,
            observer: { [observer] in $0.name == "counter" ? observer : nil },
            onStopped: { _ in })
        supervisor.start()
        clock.advance(by: .milliseconds(250))
        return supervisor
    }

    /// Has the next step of the counter hang.
    func hang() {
        let count = trap.caughtCount
        trap.set()
        WorkerThread.start("tick") { [clock] in clock.advance(by: .milliseconds(100)) }
        #expect(eventually { trap.caughtCount == count + 1 })
    }

    /// Until what hung has returned, as the log tells.
    func release() {
        let count = returns
        let caught = trap.caughtCount
        trap.release()
        // More, where another trap was opened just before.
        #expect(eventually { returns >= count + caught })
    }

    var returns: Int { log.lines.count { $0.contains("has returned after") } }

    func counter(_ supervisor: Supervisor) -> PolicyReport {
        supervisor.status(at: clock.now).policies[0]
    }

    func lamp(_ supervisor: Supervisor) -> Leased<SwitchCommand>? {
        supervisor.connections(ofDriver: "lamp")?.sink(TestBolt.command).last
    }

    // MARK: It restarts

    @Test("is abandoned when its lease is over, and restarts; the others' steps go on")
    func restarts() throws {
        let supervisor = try started(try house(others: Self.other))
        hang()
        let others = supervisor.status(at: clock.now).policies[1].ticks
        clock.advance(by: .milliseconds(400))
        #expect(counter(supervisor).hangs == nil)
        #expect(counter(supervisor).ticks == 3)
        clock.advance(by: .seconds(1))
        #expect(counter(supervisor).hangs == 1)
        #expect(counter(supervisor).hangsForSeconds == nil)
        #expect(counter(supervisor).ticks > 6)
        #expect(supervisor.status(at: clock.now).policies[1].ticks >= others + 13)
        let errors = log.lines.filter { $0.hasPrefix("error") }
        #expect(errors.count == 1)
        #expect(errors.first?.hasPrefix("error counter: its step has not returned for ") == true)
        #expect(errors.first?.hasSuffix(": abandoned, restarts (1 of 3)") == true)
        release()
        clock.advance(by: .seconds(1))
        #expect(counter(supervisor).hangs == 1)
        #expect(log.lines.filter { $0.hasPrefix("error") }.count == 1)
    }

    @Test("its late step moves nothing, and is no step") func lateCommand() throws {
        let supervisor = try started(try house())
        hang()
        clock.advance(by: .seconds(1))
        let before = lamp(supervisor)
        let steps = (counter(supervisor).ticks, observer.steps)
        let reason = counter(supervisor).reason?.text
        release()
        #expect(lamp(supervisor) == before)
        #expect(counter(supervisor).ticks == steps.0)
        #expect(observer.steps == steps.1)
        #expect(counter(supervisor).reason?.text == reason)
        clock.advance(by: .seconds(1))
        #expect(lamp(supervisor)?.command == SwitchCommand(isActive: false))
        #expect(lamp(supervisor) != before)
        #expect(!observer.counts.contains { $0 >= 1000 })
    }

    @Test("it goes on with what was saved, and what the late step remembers is not saved")
    func lateMemory() throws {
        let supervisor = try started(try house())
        hang()
        clock.advance(by: .seconds(1))
        release()
        clock.advance(by: .seconds(1))
        let counts = memories.eventLog.entries
        #expect(counts.prefix(4) == ["counter 1", "counter 2", "counter 3", "counter 4"])
        #expect(!counts.contains { $0.count > "counter 99".count })
        // It hung in its fourth step; its successor made that one.
        #expect(observer.entries.contains("restarted from 3"))
        #expect(observer.counts.starts(with: [1, 2, 3, 4, 5]))
        #expect(counter(supervisor).details?["count"] != nil)
    }

    @Test("what it was asked is refused; what waited is answered by the next")
    func requests() throws {
        let supervisor = try started(try house())
        let answers = EventLog()
        let queue = supervisor.policies[0].requests
        func ask(_ name: String) throws {
            _ = try queue.post(
                "tell", .json([:]), from: .person, at: clock.now, deadline: nil
            ) { answers.note("\(name): \($0.message)") }
        }
        try ask("first")
        hang()
        try ask("second")
        #expect(answers.entries == [])
        clock.advance(by: .seconds(1))
        #expect(
            answers.entries == [
                "first: refused: counter has hung in a step and restarts", "second: 4",
            ])
        release()
        #expect(answers.entries.count == 2)
    }

    @Test("one that hangs where it restarts is abandoned, too, and takes nothing back")
    func atTheBeginning() throws {
        let supervisor = try started(try house())
        let beginning = Traps.named("\(trapName) at the beginning")
        hang()
        beginning.set()
        WorkerThread.start("look") { [clock] in clock.advance(by: .seconds(1)) }
        #expect(eventually { beginning.caughtCount == 1 })
        #expect(counter(supervisor).details == nil)
        clock.advance(by: .seconds(2))
        #expect(counter(supervisor).hangs == 2)
        let before = lamp(supervisor)
        beginning.release()
        #expect(eventually { returns == 1 })
        clock.advance(by: .seconds(1))
        #expect(lamp(supervisor)?.expiresAt == before.map { $0.expiresAt + .seconds(1) })
        release()
    }

    @Test("one that a driver keeps while it commands moves nothing after that") func inDriver()
        throws
    {
        let supervisor = try started(try house(atMost: 0, outputs: #", "second": "spare""#))
        let handler = Trap()
        supervisor.connections(ofDriver: "lamp")?.sink(TestBolt.command)
            .attach { _ in handler.pass() }
        let spare = supervisor.connections(ofDriver: "spare")?.sink(TestBolt.command)
        let before = spare?.last
        #expect(before != nil)
        handler.set()
        WorkerThread.start("tick") { [clock] in clock.advance(by: .milliseconds(100)) }
        #expect(eventually { handler.caughtCount == 1 })
        clock.advance(by: .seconds(1))
        #expect(counter(supervisor).isGivenUp == true)
        handler.release()
        #expect(eventually { returns == 1 })
        #expect(spare?.last == before)
        #expect(counter(supervisor).ticks == 3)
    }

    @Test("a shadow that hangs takes its policy with it, which has done its step")
    func shadow() throws {
        let name = Traps.newName()
        let supervisor = try started(
            try house(
                shadow: ", \"beside\": {\"policy\": \"counter\", \"trap\": \"\(name)\", "
                    + "\"shadow\": \"counter\"}"))
        Traps.named(name).set()
        WorkerThread.start("tick") { [clock] in clock.advance(by: .milliseconds(100)) }
        #expect(eventually { Traps.named(name).caughtCount == 1 })
        // Nobody waits for it, ...
        #expect(counter(supervisor).shadows?.first?.ticks == 3)
        #expect(memories.eventLog.entries.last == "counter 4")
        clock.advance(by: .seconds(2))
        // ... and another looks on.
        let shadow = try #require(counter(supervisor).shadows?.first)
        #expect(shadow.ticks > 9)
        #expect(shadow.differences == 0)
        #expect(counter(supervisor).hangs == 1)
        Traps.named(name).release()
        #expect(eventually { returns == 1 })
        #expect(counter(supervisor).shadows?.first == shadow)
    }

    @Test("it restarts with the settings that were applied last") func settings() throws {
        let supervisor = try started(try house())
        _ = try supervisor.apply(try house(by: 5))
        hang()
        clock.advance(by: .seconds(1))
        #expect(observer.entries.contains("restarted from 3"))
        #expect(observer.counts.starts(with: [1, 2, 3, 8, 13]))
        release()
    }

    @Test("one look finds no hang: the process itself may have been stopped") func oneLook() throws
    {
        let supervisor = try started(try house())
        let runner = supervisor.policies[0]
        hang()
        #expect(runner.look(at: clock.now + .seconds(9)) == .well)
        release(to: supervisor)
        #expect(counter(supervisor).hangs == nil)
        #expect(counter(supervisor).ticks == 4)
    }

    /// Lets a step go that was not abandoned.
    private func release(to supervisor: Supervisor) {
        let ticks = counter(supervisor).ticks
        trap.release()
        #expect(eventually { counter(supervisor).ticks == ticks + 1 })
    }

    // MARK: Meanwhile

    @Test("the status is told at once, and another configuration is refused, with the reason")
    func meanwhile() throws {
        let supervisor = try started(try house())
        let new = try house(by: 2)
        hang()
        let report = counter(supervisor)
        #expect(report.details == nil)
        #expect(report.reason?.text == "counted to 3")
        #expect(supervisor.checks(at: clock.now).isEmpty)
        let why = "its step has not returned within 100 ms; try again"
        #expect(supervisor.plan(for: new).refusal?.contains(why) == true)
        #expect(throws: PlainError("counter: \(why)")) {
            let runner = supervisor.policies[0]
            try runner.change(to: new.policies[0], at: runner.connections) {
                () throws(PlainError) in
            }
        }
        #expect(throws: PlainError.self) { try supervisor.apply(new) }
        release(to: supervisor)
        _ = try supervisor.apply(new)
    }

    @Test("one that is overdue says for how long") func overdue() throws {
        let supervisor = try started(try house())
        hang()
        let report = supervisor.policies[0].hangs(at: clock.now + .seconds(7))
        #expect(report.since?.seconds.rounded() == 7)
        #expect(!report.isGivenUp)
        release(to: supervisor)
    }

    @Test("a change after which a step hangs is taken back") func takenBack() throws {
        let supervisor = try started(try house())
        _ = try supervisor.apply(try house(by: 5))
        hang()
        clock.advance(by: .seconds(3))
        #expect(log.lines.contains { $0.contains("the change was taken back") })
        #expect(counter(supervisor).hangs == 1)
        #expect(supervisor.plan(for: try house()).steps == [])
        release()
    }

    @Test("stopping does not wait for it, and nothing restarts") func stopping() throws {
        let supervisor = try started(try house())
        hang()
        supervisor.stop(because: "test")
        clock.advance(by: .seconds(5))
        #expect(supervisor.status(at: clock.now).phase == .stopped)
        #expect(counter(supervisor).hangs == nil)
        trap.release()
    }
}

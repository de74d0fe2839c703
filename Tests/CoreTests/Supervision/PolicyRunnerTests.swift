@testable import Core
import Synchronization
import TestSupport
import Testing
import Values

@Suite struct PolicyRunnerTests {
    private let scheduler = HandScheduler()
    private let log = MemoryLog()
    private let ticked = EventLog()

    @Test("each tick is one step; lateness and skipped ticks are measured") func measures() throws {
        let steps = EventLog()
        let runner = try runner { _, now, _ in
            steps.note("\(now.nanoseconds)")
            return "calm"
        }
        #expect(runner.measured.lastTickAt == nil)
        runner.start()
        scheduler.fire(due: 1_000_000, now: 1_000_000)
        scheduler.fire(due: 2_000_000, now: 5_000_000, skipped: 2)
        #expect(steps.entries == ["1000000", "5000000"])
        let measured = runner.measured
        #expect(measured.ticks == 2)
        #expect(measured.skipped == 2)
        #expect(measured.lateness.max == .milliseconds(3))
        #expect(measured.lastTickAt == Instant(nanoseconds: 5_000_000))
        #expect(ticked.entries == ["pilot 1000000", "pilot 5000000"])
    }

    @Test("how long a step takes is measured, and the sign of life comes after it")
    func stepTime() throws {
        let runner = try runner { [scheduler] _, now, _ in
            scheduler.set(now + .milliseconds(7))
            return "calm"
        }
        runner.start()
        scheduler.fire(due: 0, now: 0)
        #expect(runner.measured.stepTime.max == .milliseconds(7))
        #expect(ticked.entries == ["pilot 7000000"])
    }

    @Test("a reason is logged when it changes, not at every tick") func reasons() throws {
        let box = ReasonBox(["calm", "calm", "windy", "windy", "calm"])
        let runner = try runner { _, _, _ in box.next() }
        runner.start()
        for tick in 0..<5 { scheduler.fire(due: Int64(tick), now: Int64(tick)) }
        #expect(log.lines == ["notice pilot: calm", "notice pilot: windy", "notice pilot: calm"])
        #expect(runner.latest?.text == "calm")
    }

    @Test("what a step tells people is logged with that step, whether or not the reason changes")
    func notes() throws {
        let box = ReasonBox(["calm", "calm\nthe battery is at 30 %", "calm", "windy\na\nb"])
        let runner = try runner { _, _, _ in box.next() }
        runner.start()
        for tick in 0..<4 { scheduler.fire(due: Int64(tick), now: Int64(tick)) }
        #expect(
            log.lines == [
                "notice pilot: calm", "warning pilot: the battery is at 30 %", "warning pilot: a",
                "warning pilot: b", "notice pilot: windy",
            ])
    }

    @Test("commands hold for the lease from the tick on, and run out when no tick renews them")
    func lease() throws {
        let sink = Sink<SwitchCommand>()
        let port = Port<SwitchCommand>("bolt", "")
        let runner = try runner(["bolt": sink]) { connections, now, lease in
            connections.sink(port).send(SwitchCommand(isActive: true), until: now + lease)
            return "calm"
        }
        runner.start()
        scheduler.fire(due: 0, now: 0)
        let end = Instant.zero + .milliseconds(500)
        #expect(sink.current(at: end) == SwitchCommand(isActive: true))
        #expect(sink.current(at: end + .nanoseconds(1)) == nil)
        scheduler.fire(due: 100_000_000, now: 100_000_000)
        #expect(sink.current(at: end + .milliseconds(100)) != nil)
    }

    @Test("stopped, it steps no more, and cannot be started again") func stops() throws {
        let runner = try runner { _, _, _ in "calm" }
        runner.start()
        #expect(scheduler.isRunning)
        runner.stop()
        #expect(!scheduler.isRunning)
        runner.start()
        #expect(!scheduler.isRunning)
    }

    private func runner(
        _ endpoints: [String: any Endpoint] = [:], _ step: @escaping ScriptedPolicy.Step
    ) throws -> PolicyRunner {
        try PolicyRunner(
            entry: ScriptedPolicy(step).entry("pilot"), connections: PortConnections(endpoints),
            scheduler: scheduler,
            log: Log(log, source: "roost"),
            onTick: { [ticked] name, now in ticked.note("\(name) \(now.nanoseconds)") })
    }
}

private final class ReasonBox: Sendable {
    private let rest: Mutex<[String]>

    init(_ reasons: [String]) {
        rest = Mutex(reasons)
    }

    func next() -> String { rest.withLock { $0.removeFirst() } }
}

/// Runs one repeating timer with ticks as late as a test wants them.
private final class HandScheduler: Scheduler {
    private struct State {
        var now = Instant.zero
        var work: (@Sendable (Tick) -> Void)?
    }

    private let state = Mutex(State())

    var now: Instant { state.withLock { $0.now } }
    var isRunning: Bool { state.withLock { $0.work != nil } }

    func set(_ now: Instant) { state.withLock { $0.now = now } }

    func fire(due: Int64, now: Int64, skipped: Int = 0) {
        let now = Instant(nanoseconds: now)
        set(now)
        let work = state.withLock { $0.work }
        work?(Tick(due: Instant(nanoseconds: due), now: now, skipped: skipped))
    }

    func every(
        _ period: Duration, name: String, _ work: @escaping @Sendable (Tick) -> Void
    ) -> any Cancellable {
        state.withLock { $0.work = work }
        return Token(scheduler: self)
    }

    func after(
        _ delay: Duration, name: String, _ work: @escaping @Sendable (Tick) -> Void
    ) -> any Cancellable {
        every(delay, name: name, work)
    }

    func sleep(for delay: Duration) { set(now + delay) }

    private struct Token: Cancellable {
        let scheduler: HandScheduler

        func cancel() { scheduler.state.withLock { $0.work = nil } }
    }
}

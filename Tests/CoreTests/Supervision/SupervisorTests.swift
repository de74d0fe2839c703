@testable import Core
import JSON
import Synchronization
import TestSupport
import Testing
import Values

@Suite struct SupervisorTests {
    private let clock = ManualScheduler(now: Instant(nanoseconds: 1_000_000_000_000))
    private let log = MemoryLog()
    private let manager = RecordingManager()
    private let ended = EventLog()
    private let eventLog = EventLog()
    private let first: ScriptedDevice
    private let second: ScriptedDevice

    init() {
        first = ScriptedDevice("first", eventLog: eventLog)
        second = ScriptedDevice("second", eventLog: eventLog)
    }

    @Test("drivers start in their order, then the policies, then systemd is told") func start()
        throws
    {
        let policy = ScriptedPolicy { [eventLog] _, _, _ in
            eventLog.note("step")
            return "calm"
        }
        let supervisor = try supervisor([policy.entry("pilot")], secondAfter: ["first"])
        supervisor.start()
        clock.advance(by: .zero)
        #expect(eventLog.entries == ["start first", "start second", "step"])
        #expect(manager.sent == ["READY=1\nSTATUS=running pilot"])
        #expect(log.lines.last == "notice pilot: calm")
        #expect(log.lines.contains("notice roost: started: 2 drivers, policies: pilot"))
    }

    @Test("a driver that cannot start does not keep the others from it") func oneFails() throws {
        first.failStarts(DeviceError(.absent, "not plugged in"))
        let supervisor = try supervisor()
        supervisor.start()
        #expect(eventLog.entries.sorted() == ["start first", "start second"])
        #expect(log.lines.contains("warning first: not there: not plugged in"))
    }

    @Test("stopping makes all safe in reverse order, waits, closes in reverse order, and ends once")
    func stop() throws {
        let steps = EventLog()
        let supervisor = try supervisor([
            ScriptedPolicy { _, _, _ in
                steps.note("step")
                return "calm"
            }.entry()
        ])
        supervisor.start()
        clock.advance(by: .milliseconds(250))
        #expect(steps.take().count == 3)
        _ = eventLog.take()
        first.setSafe(false)
        supervisor.stop(because: "test")
        clock.advance(by: .seconds(5))
        #expect(eventLog.take() == ["safe second", "safe first"])
        #expect(steps.entries == [])
        #expect(ended.entries == [])
        first.setSafe(true)
        clock.advance(by: .milliseconds(20))
        #expect(eventLog.take() == ["close second", "close first"])
        #expect(ended.entries == ["true"])
        #expect(log.lines.last == "notice roost: everything is in its safe state")
        clock.advance(by: .seconds(60))
        #expect(ended.entries == ["true"])
        #expect(clock.pendingCount == 0)
    }

    @Test("what is not safe within the limit is named, closed all the same, and told at the end")
    func limit() throws {
        let supervisor = try supervisor(general: ["stop_limit": "5s"])
        supervisor.start()
        first.setSafe(false)
        supervisor.stop(because: "test")
        clock.advance(by: .milliseconds(4990))
        #expect(ended.entries == [])
        clock.advance(by: .milliseconds(30))
        #expect(ended.entries == ["false"])
        #expect(log.lines.last == "error roost: not safe in time: first; leaving all the same")
        #expect(eventLog.entries.suffix(2) == ["close second", "close first"])
    }

    @Test("asking to stop again says what is waited for and changes nothing") func stopTwice()
        throws
    {
        let supervisor = try supervisor()
        supervisor.start()
        second.setSafe(false)
        supervisor.stop(because: "SIGTERM")
        supervisor.stop(because: "SIGINT")
        #expect(log.lines.last == "notice roost: already stopping: waiting for second")
        #expect(eventLog.entries.filter { $0.hasPrefix("safe") }.count == 2)
        second.setSafe(true)
        clock.advance(by: .milliseconds(20))
        supervisor.stop(because: "again")
        clock.advance(by: .seconds(60))
        #expect(ended.entries == ["true"])
    }

    @Test("stopped before it started, or in the middle of it, nothing starts any more")
    func stopWhileStarting() throws {
        let early = try supervisor()
        early.stop(because: "test")
        early.start()
        clock.advance(by: .seconds(1))
        #expect(eventLog.entries == [])
        #expect(ended.take() == ["true"])

        let steps = EventLog()
        let supervisor = try supervisor(
            [
                ScriptedPolicy { _, _, _ in
                    steps.note("step")
                    return ""
                }.entry()
            ], secondAfter: ["first"])
        first.onStart { _ in supervisor.stop(because: "test") }
        supervisor.start()
        clock.advance(by: .seconds(1))
        #expect(eventLog.entries == ["start first", "safe first", "close first"])
        #expect(steps.entries == [])
        #expect(ended.entries == ["true"])
        #expect(!manager.sent.contains { $0.hasPrefix("READY") })
        #expect(clock.pendingCount == 0)
    }

    @Test("nothing counts as safe before it was asked to be") func askedFirst() throws {
        let supervisor = try supervisor(secondAfter: ["first"])
        supervisor.start()
        supervisor.stop(because: "test")
        clock.advance(by: .seconds(1))
        #expect(
            eventLog.entries == [
                "start first", "start second", "safe second", "safe first", "close second",
                "close first",
            ])
    }

    @Test("when a driver fails permanently, those that need it fail with it")
    func dependents() throws {
        let third = ScriptedDevice("third", eventLog: eventLog)
        let supervisor = try Supervisor(
            try configuration(
                drivers: [
                    first.entry(), second.entry(after: ["first"]), third.entry(after: ["second"]),
                ], general: ["restarts": ["at_most": 0]]),
            scheduler: clock, log: Log(log, source: "roost"), runtime: "/nonexistent",
            manager: manager, onStopped: { _ in })
        supervisor.start()
        first.fail(DeviceError(.corrupt, "nonsense"))
        clock.advance(by: .seconds(60))
        let status = supervisor.status(at: clock.now)
        #expect(status.drivers.map(\.state) == [.failed, .failed, .failed])
        #expect(
            status.drivers[2].lastError?.text
                == "second, which it needs, has failed: first, which it needs, has failed: nonsense"
        )
        #expect(eventLog.entries.filter { $0.hasPrefix("park") }.count == 3)
    }

    @Test("a driver that fails leaves its siblings alone") func siblings() throws {
        let supervisor = try supervisor(general: ["restarts": ["at_most": 0]])
        supervisor.start()
        first.fail(DeviceError(.corrupt, "nonsense"))
        clock.advance(by: .seconds(60))
        #expect(supervisor.status(at: clock.now).drivers.map(\.state) == [.failed, .running])
    }

    // MARK: The watchdog

    @Test("without a policy the watchdog is fed by a heartbeat, which ends with the service")
    func heartbeat() throws {
        manager.setLimit(.milliseconds(300))
        let supervisor = try supervisor()
        supervisor.start()
        clock.advance(by: .seconds(1))
        #expect(manager.sent.filter { $0 == "WATCHDOG=1" }.count == 10)
        supervisor.stop(because: "test")
        clock.advance(by: .seconds(1))
        #expect(clock.pendingCount == 0)
    }

    @Test("while a drone lands the watchdog goes on being fed") func fedWhileStopping() throws {
        manager.setLimit(.milliseconds(300))
        let supervisor = try supervisor()
        supervisor.start()
        first.setSafe(false)
        supervisor.stop(because: "test")
        let before = manager.sent.count
        clock.advance(by: .seconds(3))
        #expect(manager.sent.count >= before + 30)
        #expect(manager.sent.contains("STOPPING=1\nSTATUS=stopping: test"))
    }

    @Test("each driver that is closed feeds the watchdog: together they may take their time")
    func fedWhileClosing() throws {
        manager.setLimit(.seconds(10))
        let fed = EventLog()
        for device in [first, second] {
            device.onClose { [manager] in
                fed.note("\(manager.sent.count { $0 == "WATCHDOG=1" })")
            }
        }
        let supervisor = try supervisor()
        supervisor.start()
        supervisor.stop(because: "test")
        let counts = fed.entries.compactMap { Int($0) }
        #expect(counts.count == 2 && counts[0] < counts[1])
    }

    @Test("a supervisor that has ended is freed, with its drivers") func freed() throws {
        weak var supervisor: Supervisor?
        weak var driver: ManagedDriver?
        do {
            let running = try self.supervisor()
            running.start()
            running.stop(because: "test")
            clock.advance(by: .seconds(1))
            (supervisor, driver) = (running, running.drivers.members.first)
        }
        // The threads that closed them may be about to end.
        #expect(eventually { supervisor == nil && driver == nil })
    }

    // MARK: Parking without a supervisor

    @Test("park makes every device safe in reverse order, and one failure does not stop it")
    func park() throws {
        second.failPark(DeviceError(.refused, "busy"))
        let failures = try configuration(drivers: [first.entry(), second.entry()])
            .park(runtime: "/nonexistent", clock: DispatchScheduler())
        #expect(eventLog.entries == ["park second", "park first"])
        #expect(failures.map(\.driver) == ["second"])
        #expect(failures.first?.fault == DeviceError(.refused, "busy"))
    }

    @Test("park makes safe what was left in motion and no driver is for, with the others")
    func parkLeftBehind() throws {
        func left(_ address: String) -> LeftBehind {
            LeftBehind(address, claim: Claim(.networkAddress, address, key: "address")) {
                [eventLog] _ throws(DeviceError) in
                eventLog.note("park \(address)")
                throw DeviceError(.timeout, "is silent")
            }
        }
        let claim = Claim(.networkAddress, "10.0.0.1", key: "host")
        let failures = try configuration(drivers: [first.entry(claims: [claim])]).park(
            runtime: "/nonexistent", clock: DispatchScheduler(),
            left: [left("10.0.0.1"), left("10.0.0.2")])
        #expect(eventLog.entries == ["park first", "park 10.0.0.2"])
        #expect(failures.map(\.driver) == ["10.0.0.2"])
    }

    private func supervisor(
        _ policies: [PolicyEntry] = [], secondAfter: [String] = [], general: JSONValue = [:]
    ) throws -> Supervisor {
        try Supervisor(
            try configuration(
                drivers: [first.entry(), second.entry(after: secondAfter)], policies: policies,
                general: general),
            scheduler: clock, log: Log(log, source: "roost"), runtime: "/nonexistent",
            manager: manager, onStopped: { [ended] isSafe in ended.note("\(isSafe)") })
    }
}

/// A service manager that keeps what it is told.
final class RecordingManager: ServiceManager {
    private let eventLog = EventLog()
    private let limit = Mutex<Duration?>(nil)

    func setLimit(_ duration: Duration) { limit.withLock { $0 = duration } }
    var watchdogLimit: Duration? { limit.withLock { $0 } }
    func notify(_ lines: String) { eventLog.note(lines) }
    var sent: [String] { eventLog.entries }
}

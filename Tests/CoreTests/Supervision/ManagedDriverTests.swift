@testable import Core
import JSON
import Settings
import TestSupport
import Testing
import Values

@Suite struct ManagedDriverTests {
    private let clock = ManualScheduler(now: Instant(nanoseconds: 1_000_000_000_000))
    private let log = MemoryLog()
    private let device = ScriptedDevice("bolt")
    private let latch = ScriptedDevice("latch")
    private let command = Sink<SwitchCommand>()
    private let contact = Source<Contact>()
    private let managed: ManagedDriver
    /// That of a driver that needs the bolt's.
    private let dependent: ManagedDriver

    private let absent = DeviceError(.absent, "no such chip")
    private let broken = DeviceError(.other, "it smokes")

    init() throws {
        // At most 2 failures in 60 s; delays from 500 ms, doubling, to 30 s.
        let restarts: RestartSettings = try SettingsReader.read(
            from: ["at_most": 2], at: SettingPath("restarts"))
        let (clock, log) = (clock, log)
        func context(
            _ name: String, _ endpoints: [String: any Endpoint] = [:]
        ) -> DriverContext {
            DriverContext(
                name: name, scheduler: clock, log: Log(log, source: name),
                system: SystemPaths(runtime: "/nonexistent"),
                connections: PortConnections(endpoints), resources: SharedResourcePool(),
                onFailure: { _ in })
        }
        dependent = ManagedDriver(
            entry: latch.entry(after: ["bolt"]), context: context("latch"), restarts: restarts)
        managed = ManagedDriver(
            entry: device.entry(), context: context("bolt", ["command": command, "open": contact]),
            restarts: restarts)
        managed.set(dependents: [dependent])
    }

    // MARK: Starting and failing

    @Test("a driver that starts is running") func starts() {
        managed.start()
        #expect(state == "running")
        #expect(device.eventLog.entries == ["start bolt"])
        #expect(log.lines == ["info bolt: running"])
        managed.start()
        #expect(device.eventLog.entries == ["start bolt"])
    }

    @Test("one that reports a failure is made safe, closed and started again, at once at first")
    func restarts() {
        managed.start()
        device.fail(broken)
        #expect(state == "running")
        clock.advance(by: .zero)
        #expect(
            device.eventLog.entries == ["start bolt", "safe bolt", "close bolt", "start bolt"])
        #expect(state == "running")
        #expect(managed.current.restarts == 1)
        #expect(log.lines.contains("error bolt: failed: it smokes; starting again"))
    }

    @Test("one that uses an undeclared port while it starts never runs, and is given up")
    func undeclaredPort() {
        device.onStart { _ = $0.source(Port<Temperature>("other", "")) }
        managed.start()
        #expect(state == "backoff: uses a port that it does not declare: other")
        #expect(device.eventLog.entries == ["start bolt", "safe bolt", "close bolt"])
        clock.advance(by: .seconds(60))
        #expect(state == "failed: uses a port that it does not declare: other")
        #expect(!log.lines.contains("info bolt: running"))
    }

    @Test("an absent device is tried again without end, with growing delays up to the longest")
    func absentForEver() {
        for _ in 0..<100 { device.failStarts(absent) }
        managed.start()
        clock.advance(by: .zero)
        #expect(device.contexts.count == 2)
        clock.advance(by: .seconds(60))
        // 0, 0.5, 1, 2, 4, 8, 16 s and then every 30 s, each but the last up to a fifth off.
        #expect((7...9).contains(device.contexts.count))
        clock.advance(by: .seconds(3600))
        #expect(state == "running")
        #expect(device.contexts.count == 101)
        #expect(state(dependent) == "idle")
    }

    @Test("with the budget spent it has failed, its device safe, and its dependents hear of it")
    func budgetSpent() {
        device.failStarts(broken, broken, broken, broken)
        managed.start()
        clock.advance(by: .seconds(3600))
        #expect(device.eventLog.entries == ["start bolt", "start bolt", "start bolt", "park bolt"])
        #expect(state == "failed: it smokes")
        #expect(state(dependent) == "failed: bolt, which it needs, has failed: it smokes")
        #expect(managed.current.state.safety.isSafe)
        #expect(clock.pendingCount == 0)
        managed.start()
        #expect(state == "failed: it smokes")
    }

    @Test("a device that cannot be made safe is not called safe") func parkFails() {
        device.failPark(DeviceError(.refused, "no permission"))
        device.failStarts(broken, broken, broken)
        managed.start()
        clock.advance(by: .seconds(60))
        #expect(state == "failed: it smokes")
        #expect(!managed.current.state.safety.isSafe)
        #expect(managed.current.state.safety.isSettled)
        #expect(log.lines.contains("error bolt: could not be made safe: no permission"))
    }

    @Test("a failure reported while it still starts counts, also when it is worked off before")
    func failsWhileStarting() {
        device.onStart { [device, broken, clock] context in
            guard device.contexts.count == 1 else { return }
            context.fail(broken)
            // On a machine with real threads the report overtakes the start.
            clock.advance(by: .zero)
        }
        managed.start()
        clock.advance(by: .zero)
        #expect(
            device.eventLog.entries == ["start bolt", "safe bolt", "close bolt", "start bolt"])
        #expect(state == "running")
        #expect(managed.current.restarts == 1)
    }

    @Test("a late failure of an old instance is not held against the new one") func lateFault() {
        managed.start()
        let old = device.contexts[0]
        old.fail(broken)
        old.fail(broken)
        clock.advance(by: .zero)
        old.fail(broken)
        clock.advance(by: .seconds(60))
        #expect(device.contexts.count == 2)
        #expect(state == "running")
    }

    @Test("a new instance finds no command of the old one, and its sources are absent till then")
    func vacates() {
        managed.start()
        contact.publish(Contact(isActive: true), at: clock.now)
        command.send(SwitchCommand(isActive: true), until: clock.now + .seconds(60))
        let heard = EventLog()
        command.attach { _ in heard.note("command") }
        device.failStarts(absent, absent)
        device.fail(broken)
        clock.advance(by: .zero)
        #expect(state == "backoff: no such chip")
        #expect(command.last == nil)
        #expect(contact.latest(at: clock.now).quality == .absent("no such chip"))
        command.send(SwitchCommand(isActive: true), until: clock.now + .seconds(60))
        #expect(heard.entries == [])
    }

    @Test("a driver that ran for the budget's time starts again at once") func ranWell() {
        managed.start()
        for _ in 0..<5 {
            clock.advance(by: .seconds(61))
            device.fail(broken)
            clock.advance(by: .zero)
            #expect(state == "running")
        }
    }

    // MARK: Given up with another

    @Test("given up while it runs, it is made safe and closed, and its device parked")
    func takenDown() {
        managed.start()
        managed.giveUp(broken)
        #expect(
            device.eventLog.entries == ["start bolt", "safe bolt", "close bolt", "park bolt"])
        #expect(state == "failed: it smokes")
        managed.giveUp(absent)
        #expect(state == "failed: it smokes")
        #expect(state(dependent) == "failed: bolt, which it needs, has failed: it smokes")
    }

    @Test("given up while it starts or waits, it does not come up") func givenUpEarly() {
        device.failStarts(absent, absent)
        managed.start()
        managed.giveUp(broken)
        clock.advance(by: .seconds(3600))
        #expect(state == "failed: it smokes")
        #expect(device.contexts.count == 1)
    }

    @Test("given up in the middle of its start, what has started is closed again")
    func takenDownWhileStarting() {
        device.onStart { [broken, managed] _ in managed.giveUp(broken) }
        managed.start()
        #expect(
            device.eventLog.entries == ["start bolt", "safe bolt", "close bolt", "park bolt"])
        #expect(state == "failed: it smokes")
        #expect(state(dependent) == "failed: bolt, which it needs, has failed: it smokes")
    }

    // MARK: Asked for

    @Test("one that runs is made safe, closed and started again; its sources are absent till then")
    func restartsAsAsked() throws {
        managed.start()
        contact.publish(Contact(isActive: true), at: clock.now)
        try managed.restart(because: "asked for by ada")
        #expect(state == "closing")
        clock.advance(by: .zero)
        #expect(
            device.eventLog.entries == ["start bolt", "safe bolt", "close bolt", "start bolt"])
        #expect(state == "running")
        #expect(
            contact.latest(at: clock.now).quality == .absent("it is being started again"))
        #expect(managed.current.restarts == 1)
        #expect(managed.current.lastError == nil)
        #expect(log.lines.contains("notice bolt: starting again: asked for by ada"))
    }

    @Test("one that was given up starts again, with a budget as new, and its dependents with it")
    func mended() throws {
        device.failStarts(broken, broken, broken)
        managed.start()
        clock.advance(by: .seconds(60))
        #expect(state == "failed: it smokes")
        try managed.restart(because: "asked for")
        clock.advance(by: .zero)
        #expect(state == "running")
        #expect(state(dependent) == "running")
        device.failStarts(broken)
        device.fail(broken)
        clock.advance(by: .seconds(1))
        #expect(state == "running")
    }

    @Test("one that waits for another attempt starts at once, and is not started twice")
    func waitsNoLonger() throws {
        device.failStarts(absent, absent, absent)
        managed.start()
        clock.advance(by: .milliseconds(900))
        #expect(state == "backoff: no such chip")
        try managed.restart(because: "asked for")
        clock.advance(by: .zero)
        #expect(state == "running")
        clock.advance(by: .seconds(60))
        #expect(device.contexts.count == 4)
    }

    @Test("one that starts, closes or stops is not started again, and says why")
    func notNow() throws {
        device.onStart { [managed] _ in
            #expect(throws: PlainError("it is being started")) {
                try managed.restart(because: "asked for")
            }
        }
        managed.start()
        device.onStart { _ in }
        try managed.restart(because: "asked for")
        #expect(throws: PlainError("it is being closed")) { try managed.restart(because: "twice") }
        managed.makeSafe()
        #expect(throws: PlainError("it is being stopped")) { try managed.restart(because: "late") }
        clock.advance(by: .seconds(60))
        #expect(device.eventLog.entries == ["start bolt", "safe bolt", "close bolt", "park bolt"])
        #expect(managed.current.state.safety.isSettled && managed.current.state.safety.isSafe)
    }

    // MARK: Stopping

    @Test("stopping asks a running driver once, waits for it and then closes it") func stops() {
        managed.start()
        device.setSafe(false)
        managed.makeSafe()
        managed.makeSafe()
        #expect(!managed.current.state.safety.isSettled)
        device.setSafe(true)
        #expect(managed.current.state.safety.isSettled && managed.current.state.safety.isSafe)
        managed.close()
        #expect(device.eventLog.entries == ["start bolt", "safe bolt", "close bolt"])
        #expect(state == "stopped, safe")
        managed.close()
        managed.start()
        #expect(device.eventLog.entries.count == 3)
        #expect(state == "stopped, safe")
    }

    @Test("closed before it was safe, it says so afterwards") func closedUnsafe() {
        managed.start()
        device.setSafe(false)
        managed.makeSafe()
        managed.close()
        #expect(state == "stopped, unsafe")
        #expect(!managed.current.state.safety.isSafe)
    }

    @Test("stopped while it waits for another attempt, it does not start; its device is parked")
    func stopsWhileWaiting() {
        device.failStarts(absent, absent)
        managed.start()
        clock.advance(by: .zero)
        managed.makeSafe()
        #expect(!managed.current.state.safety.isSettled)
        clock.advance(by: .seconds(3600))
        #expect(device.eventLog.entries == ["start bolt", "start bolt", "park bolt"])
        #expect(managed.current.state.safety.isSettled && managed.current.state.safety.isSafe)
        #expect(clock.pendingCount == 0)
    }

    @Test("stopped in the middle of its start, it is made safe and waited for")
    func stopsWhileStarting() {
        device.setSafe(false)
        device.onStart { [managed] _ in
            managed.makeSafe()
            #expect(!managed.current.state.safety.isSettled)
        }
        managed.start()
        #expect(device.eventLog.entries == ["start bolt", "safe bolt"])
        #expect(!managed.current.state.safety.isSettled)
        managed.close()
        #expect(device.eventLog.entries == ["start bolt", "safe bolt", "close bolt"])
    }

    @Test("closed permanently in the middle of its start, what has started is closed and parked")
    func closedWhileStarting() {
        device.onStart { [managed] _ in managed.close() }
        managed.start()
        #expect(
            device.eventLog.entries == ["start bolt", "safe bolt", "close bolt", "park bolt"])
        #expect(state == "stopped, unsafe")
    }

    @Test("failing while it is being made safe, it is parked and not started again")
    func failsWhileStopping() {
        managed.start()
        device.setSafe(false)
        managed.makeSafe()
        device.fail(broken)
        clock.advance(by: .seconds(60))
        #expect(
            device.eventLog.entries
                == ["start bolt", "safe bolt", "safe bolt", "close bolt", "park bolt"])
        #expect(managed.current.state.safety.isSettled && managed.current.state.safety.isSafe)
    }

    @Test("a start that fails while Roost stops is not tried again") func startFailsWhileStopping()
    {
        device.failStarts(broken)
        device.onStart { [managed] _ in managed.makeSafe() }
        managed.start()
        clock.advance(by: .seconds(60))
        #expect(device.eventLog.entries == ["start bolt", "park bolt"])
        #expect(managed.current.state.safety.isSettled)
    }

    @Test("one that never started is safe, and stays so") func idle() {
        managed.makeSafe()
        managed.start()
        #expect(device.eventLog.entries == [])
        #expect(managed.current.state.safety.isSettled && managed.current.state.safety.isSafe)
    }

    private var state: String { state(managed) }

    /// The state in words, with what matters of it.
    private func state(_ managed: ManagedDriver) -> String {
        switch managed.current.state {
        case .idle: "idle"
        case .starting: "starting"
        case .running: "running"
        case .closing: "closing"
        case .backoff(let fault, _): "backoff: \(fault)"
        case .failed(let fault, _): "failed: \(fault)"
        case .stopped(let wasSafe): wasSafe ? "stopped, safe" : "stopped, unsafe"
        }
    }
}

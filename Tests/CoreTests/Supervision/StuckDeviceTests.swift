import JSON
import Settings
import TestSupport
import Testing
import Threads
import Values

@testable import Core

/// Each of these waits a second of real time for a device that hangs.
@Suite("Beside a device that hangs")
struct StuckDeviceTests {
    private let clock = ManualScheduler(now: Instant(nanoseconds: 1_000_000_000_000))
    private let log = MemoryLog()
    private let ended = EventLog()
    private let eventLog = EventLog()
    private let obstacle = Gate()
    private let first: ScriptedDevice
    private let stuck: ScriptedDevice
    private let last: ScriptedDevice

    init() {
        first = ScriptedDevice("first", eventLog: eventLog)
        stuck = ScriptedDevice("stuck", eventLog: eventLog)
        last = ScriptedDevice("last", eventLog: eventLog)
    }

    private func supervisor(_ general: JSONValue = [:]) throws -> Supervisor {
        try Supervisor(
            try setup(general), scheduler: clock, log: Log(log, source: "roost"),
            runtime: "/nonexistent", manager: NoServiceManager(),
            onStopped: { [ended] isSafe in ended.note("\(isSafe)") })
    }

    private func setup(_ general: JSONValue) throws -> Configuration {
        try configuration(
            drivers: [
                first.entry(), stuck.entry(after: ["first"]), last.entry(after: ["first"]),
            ], general: general)
    }

    private func state(_ supervisor: Supervisor) -> [DriverReport.State] {
        supervisor.status(at: clock.now).drivers.map(\.state)
    }

    @Test("the others start, it is told which one does not, and it runs once it lets go")
    func starting() throws {
        stuck.onStart { [obstacle] _ in obstacle.pass() }
        obstacle.close()
        let supervisor = try supervisor()
        supervisor.start()
        #expect(eventLog.entries.first == "start first")
        #expect(eventLog.entries.sorted() == ["start first", "start last", "start stuck"])
        #expect(state(supervisor) == [.running, .starting, .running])
        #expect(log.lines.contains("warning roost: still starting, not waited for: stuck"))
        obstacle.open()
        #expect(eventually { state(supervisor) == [.running, .running, .running] })
    }

    @Test("that starts while Roost stops, the others are made safe; started late it is, too")
    func stoppedWhileStarting() throws {
        stuck.onStart { [obstacle] _ in obstacle.pass() }
        obstacle.close()
        let supervisor = try supervisor()
        supervisor.start()
        supervisor.stop(because: "test")
        clock.advance(by: .seconds(1))
        #expect(eventLog.take().suffix(2) == ["safe last", "safe first"])
        #expect(ended.entries == [])
        obstacle.open()
        #expect(eventually { eventLog.entries == ["safe stuck"] })
        clock.advance(by: .seconds(1))
        #expect(eventLog.entries == ["safe stuck", "close last", "close stuck", "close first"])
        #expect(ended.entries == ["true"])
    }

    @Test("that starts too late for a stop, what has started is made safe, closed and parked")
    func startedAfterStop() throws {
        stuck.onStart { [obstacle] _ in obstacle.pass() }
        obstacle.close()
        let supervisor = try supervisor(["stop_limit": "5s"])
        supervisor.start()
        supervisor.stop(because: "test")
        clock.advance(by: .seconds(6))
        #expect(ended.entries == ["false"])
        #expect(eventLog.take().suffix(2) == ["close last", "close first"])
        obstacle.open()
        #expect(eventually { eventLog.entries == ["safe stuck", "close stuck", "park stuck"] })
        #expect(state(supervisor)[1] == .stopped)
    }

    @Test("where no timer fires any more, whoever looks on brings a stop to its end")
    func withoutTimers() throws {
        last.failStarts(DeviceError(.absent, "no chip"))
        let supervisor = try supervisor(["stop_limit": "5s"])
        supervisor.start()
        #expect(state(supervisor)[2] == .backoff)
        #expect(supervisor.ending == nil)
        supervisor.stop(because: "test")
        #expect(ended.entries == [])
        // Three drivers, a second each, and one more.
        #expect(supervisor.ending?.latest == clock.now + .seconds(5 + 4))
        #expect(supervisor.ending?.allSafe == false)
        supervisor.goOnStopping()
        #expect(eventLog.entries.contains("park last"))
        #expect(eventually { ended.entries == ["true"] })
        #expect(supervisor.ending?.latest == clock.now + .seconds(4))
        #expect(supervisor.ending?.allSafe == true)
    }

    @Test("that does not begin to make safe, the others do; it is told, and it is not called safe")
    func makingSafe() throws {
        stuck.onMakeSafe { [obstacle] in obstacle.pass() }
        obstacle.close()
        let supervisor = try supervisor(["stop_limit": "5s"])
        supervisor.start()
        let asked = DispatchScheduler()
        let start = asked.now
        supervisor.stop(because: "test")
        #expect(asked.now - start < .seconds(1))
        #expect(eventLog.entries.suffix(3) == ["safe last", "safe stuck", "safe first"])
        #expect(!log.lines.contains { $0.hasPrefix("error") })
        clock.advance(by: .seconds(4))
        #expect(
            log.lines.filter { $0.hasPrefix("error") } == [
                "error roost: not known to make safe, no answer for 1.0 s: stuck"
            ])
        #expect(ended.entries == [])
        obstacle.open()
        #expect(
            eventually {
                clock.advance(by: .milliseconds(1))
                return ended.entries == ["true"]
            })
    }

    @Test(
        "a machine that is busy, on which a call begins late: nothing is called safe before it was told"
    )
    func busy() throws {
        let table = ConnectionTable(drivers: [], at: clock.now)
        let driver = ManagedDriver(
            entry: first.entry(),
            context: DriverContext(
                name: "first", scheduler: clock, log: Log(log, source: "roost"),
                system: SystemPaths(runtime: "/nonexistent"),
                connections: table.connections(of: first.entry()), resources: SharedResourcePool(),
                onFailure: { _ in }),
            restarts: SettingsReader.defaults(of: RestartSettings.self))
        driver.start()
        let group = DriverGroup(members: [driver])
        #expect(group.askSafety().isSettled)
        obstacle.close()
        group.makeSafe { [obstacle] in obstacle.pass() }
        #expect(!eventLog.entries.contains("safe first"))
        let safety = group.askSafety()
        #expect(!safety.isSettled && safety.unsafe == ["first"])
        #expect(group.silent == "first")
        obstacle.open()
        #expect(eventually { group.askSafety().isSettled && group.silent.isEmpty })
        #expect(eventLog.entries.contains("safe first"))
    }

    @Test("that does not say whether it is safe, the others are asked, and the limit holds")
    func asking() throws {
        stuck.onAsk { [obstacle] in obstacle.pass() }
        let supervisor = try supervisor(["stop_limit": "5s"])
        supervisor.start()
        obstacle.close()
        supervisor.stop(because: "test")
        clock.advance(by: .seconds(6))
        #expect(ended.entries == ["false"])
        #expect(log.lines.contains("error roost: not safe in time: stuck; leaving all the same"))
        #expect(eventLog.entries.suffix(3) == ["close last", "close stuck", "close first"])
        obstacle.open()
    }

    @Test("that said it was safe and then hangs, it is not called safe") func safeBefore() throws {
        first.setSafe(false)
        let supervisor = try supervisor(["stop_limit": "5s"])
        supervisor.start()
        supervisor.stop(because: "test")
        stuck.onAsk { [obstacle] in obstacle.pass() }
        obstacle.close()
        clock.advance(by: .milliseconds(20))
        #expect(obstacle.waitingCount == 1)
        first.setSafe(true)
        clock.advance(by: .seconds(4))
        #expect(ended.entries == [])
        clock.advance(by: .seconds(2))
        #expect(ended.entries == ["false"])
        #expect(log.lines.contains("error roost: not safe in time: stuck; leaving all the same"))
        obstacle.open()
    }

    @Test("that does not close, the others are closed and Roost leaves") func closing() throws {
        stuck.onClose { [obstacle] in obstacle.pass() }
        obstacle.close()
        let supervisor = try supervisor()
        supervisor.start()
        supervisor.stop(because: "test")
        clock.advance(by: .zero)
        #expect(eventLog.entries.suffix(3) == ["close last", "close stuck", "close first"])
        #expect(log.lines.contains("error roost: do not answer, left behind: stuck"))
        #expect(ended.entries == ["true"])
        obstacle.open()
    }

    @Test("and given up with another, the others that need that fail as well")
    func goingDown() throws {
        stuck.onClose { [obstacle] in obstacle.pass() }
        obstacle.close()
        let supervisor = try supervisor(["restarts": ["at_most": 0]])
        supervisor.start()
        first.fail(DeviceError(.corrupt, "nonsense"))
        clock.advance(by: .zero)
        #expect(state(supervisor) == [.failed, .closing, .failed])
        obstacle.open()
        #expect(eventually { state(supervisor) == [.failed, .failed, .failed] })
    }

    @Test("the others are parked, and it is told that nobody knows its state") func parking()
        throws
    {
        stuck.onPark { [obstacle] in obstacle.pass() }
        obstacle.close()
        let clock = DispatchScheduler()
        let start = clock.now
        let failures = try setup(["stop_limit": "1s"]).park(
            runtime: "/nonexistent", clock: DispatchScheduler())
        #expect(clock.now - start < .seconds(5))
        #expect(eventLog.entries == ["park last", "park stuck", "park first"])
        #expect(failures.map(\.driver) == ["stuck"])
        #expect(failures.first?.fault.kind == .timeout)
        #expect(failures.first?.fault.message.contains("nobody knows its state") == true)
        obstacle.open()
    }

    @Test("one that takes its time to be parked gets it: a drone that lands") func landing() throws
    {
        stuck.onPark { [obstacle] in obstacle.pass() }
        obstacle.close()
        // Longer than its turn, and than those of the others.
        let timer = Locked<(any Cancellable)?>(nil)
        first.onPark { [obstacle] in
            timer.value = DispatchScheduler().after(.milliseconds(300), name: "landed") { _ in
                obstacle.open()
            }
        }
        let failures = try setup(["stop_limit": "10s"]).park(
            runtime: "/nonexistent", clock: DispatchScheduler())
        #expect(failures.isEmpty)
        #expect(eventLog.entries == ["park last", "park stuck", "park first"])
    }
}

@testable import Core
import JSON
import Synchronization
import TestSupport
import Testing
import Threads
import Values

/// Drivers, wires, periods and policies change while everything else runs.
@Suite struct ExchangeTests {
    private let clock = ManualScheduler(now: Instant(nanoseconds: 1_000_000_000_000))
    private let log = MemoryLog()
    private let eventLog = EventLog()
    private let bolt: ScriptedDevice
    private let reader: ScriptedDevice
    private let lamp: ScriptedDevice

    init() {
        bolt = ScriptedDevice("bolt", eventLog: eventLog)
        reader = ScriptedDevice("reader", eventLog: eventLog)
        lamp = ScriptedDevice("lamp", eventLog: eventLog)
    }

    private static let door = ScriptedPolicy().entry(
        "door",
        bindings: [
            "temperature": PortAddress(driver: "reader", port: "temperature"),
            "bolt": PortAddress(driver: "bolt", port: "command"),
        ])

    private func started(
        _ drivers: [DriverEntry], _ policies: [PolicyEntry] = [door], general: JSONValue = [:]
    ) throws -> Supervisor {
        let supervisor = try Supervisor(
            try configuration(drivers: drivers, policies: policies, general: general),
            scheduler: clock, log: Log(log, source: "roost"), runtime: "/nonexistent",
            manager: NoServiceManager(), onStopped: { _ in })
        supervisor.start()
        clock.advance(by: .zero)
        _ = eventLog.take()
        return supervisor
    }

    private func apply(
        _ supervisor: Supervisor, _ drivers: [DriverEntry], _ policies: [PolicyEntry] = [door]
    ) throws -> ChangePlan {
        try supervisor.apply(try configuration(drivers: drivers, policies: policies))
    }

    private func states(_ supervisor: Supervisor) -> [String] {
        supervisor.status(at: clock.now).drivers.map { "\($0.name) \($0.state)" }
    }

    // MARK: Drivers

    @Test("a driver with other settings is made safe, closed and started again; no other notices")
    func replaced() throws {
        let supervisor = try started([bolt.entry(), lamp.entry(), reader.entry(every: "1s")])
        let (before, ends) = (
            supervisor.drivers.members, supervisor.connections(ofDriver: "reader")?.endpoints
        )
        let plan = try apply(
            supervisor, [bolt.entry(), lamp.entry(), reader.entry(every: "2s")])
        #expect(eventLog.take() == ["safe reader", "close reader", "start reader"])
        #expect(
            plan.lines == [
                "reader: every: 1s -> 2s", "reader: restarts; door goes without it meanwhile",
                "reader: runs, 0 s after its start",
            ])
        let after = supervisor.drivers.members
        #expect(before[0] === after[0] && before[1] === after[1] && before[2] !== after[2])
        let newEnds = supervisor.connections(ofDriver: "reader")?.endpoints
        #expect(ends?["temperature"] === newEnds?["temperature"])
        #expect(supervisor.plan(for: supervisor.configuration).lines == ["nothing changes"])
    }

    @Test("a driver comes, one goes, and which start before one changes without a restart")
    func comesAndGoes() throws {
        let supervisor = try started([bolt.entry(), reader.entry()])
        let plan = try apply(
            supervisor, [bolt.entry(), lamp.entry(), reader.entry(after: ["bolt"])])
        #expect(eventLog.take() == ["start lamp"])
        #expect(plan.steps.map(\.effect) == [.begins, .atOnce])
        #expect(states(supervisor) == ["bolt running", "lamp running", "reader running"])
        let back = try apply(supervisor, [bolt.entry(), reader.entry(after: ["bolt"])])
        #expect(eventLog.take() == ["safe lamp", "close lamp"])
        #expect(back.lines == ["lamp: is gone", "lamp: stops, in its safe state"])
        // Who needs whom is what the configuration says now.
        _ = try apply(supervisor, [bolt.entry(), lamp.entry(), reader.entry(after: ["lamp"])])
        clock.advance(by: Supervisor.probation + .seconds(1))
        lamp.failStarts(
            DeviceError(.other, "smoke"), DeviceError(.other, "smoke"),
            DeviceError(.other, "smoke"), DeviceError(.other, "smoke"),
            DeviceError(.other, "smoke"), DeviceError(.other, "smoke"))
        lamp.fail(DeviceError(.other, "smoke"))
        clock.advance(by: .seconds(30))
        #expect(states(supervisor) == ["bolt running", "lamp failed", "reader failed"])
    }

    @Test("while a driver is away, what a policy goes by is absent, and what it commands stays")
    func absence() throws {
        let supervisor = try started([bolt.entry(), reader.entry(every: "1s")])
        let connections = try #require(supervisor.connections(ofDriver: "reader"))
        let source = connections.source(TestSensor.temperature)
        source.publish(Temperature(celsius: 3), at: clock.now)
        let seen = EventLog()
        reader.onStart { [clock] _ in
            seen.note("\(source.latest(at: clock.now).quality)")
        }
        _ = try apply(supervisor, [bolt.entry(), reader.entry(every: "2s")])
        #expect(seen.entries == ["absent: its driver is being replaced"])
    }

    @Test(
        "what moves, or what a policy moves by it, must be in its safe state, and nothing changes else"
    )
    func notWhileItMoves() throws {
        let supervisor = try started([bolt.entry(), lamp.entry(), reader.entry(every: "1s")])
        bolt.setSafe(false)
        let words = "door uses it and moves bolt, which is not in its safe state; until it is"
        #expect(throws: PlainError("not now: reader: \(words). Nothing was changed")) {
            try apply(supervisor, [bolt.entry(), lamp.entry(), reader.entry(every: "2s")])
        }
        #expect(
            throws: PlainError(
                "not now: bolt: it is not in its safe state; until it is; reader: \(words); "
                    + "door: it moves bolt, which is not in its safe state; until it is. "
                    + "Nothing was changed")
        ) { try apply(supervisor, [lamp.entry()], []) }
        #expect(eventLog.entries == [])
        // Nothing goes by the lamp.
        _ = try apply(supervisor, [bolt.entry(), reader.entry(every: "1s")])
        #expect(eventLog.take() == ["safe lamp", "close lamp"])
    }

    @Test("what began to move since it was looked at is found out while nobody steps")
    func movesAfterAll() throws {
        let supervisor = try started([bolt.entry(), reader.entry(every: "1s")])
        let asked = EventLog()
        bolt.onAsk { [bolt] in
            asked.note("asked")
            // Each look asks two things; the first look is for the plan.
            if asked.entries.count == 3 { bolt.setSafe(false) }
        }
        #expect(
            throws: PlainError(
                "not now: reader: door uses it and moves bolt, which is not in its safe state; "
                    + "until it is. Nothing was changed")
        ) { try apply(supervisor, [bolt.entry(), reader.entry(every: "2s")]) }
        #expect(asked.entries.count == 4)
        #expect(eventLog.entries == [])
    }

    @Test("one that does not run may be replaced whatever else moves") func mended() throws {
        let supervisor = try started([bolt.entry(), reader.entry(every: "1s")])
        reader.failStarts(DeviceError(.absent, "no chip"), DeviceError(.absent, "no chip"))
        reader.fail(DeviceError(.absent, "no chip"))
        clock.advance(by: .zero)
        _ = eventLog.take()
        bolt.setSafe(false)
        let plan = try apply(supervisor, [bolt.entry(), reader.entry(every: "2s")])
        // What it left behind without an instance is made safe first, by its old settings.
        #expect(plan.lines.last == "reader: waits until what had its devices is closed")
        clock.advance(by: .zero)
        #expect(eventually { eventLog.entries.prefix(2) == ["park reader", "start reader"] })
    }

    // MARK: What two need

    private static let line = Claim(.gpioLine, "GPIO17", key: "line")

    @Test(
        "what one gave back the other takes: it starts when that is closed, however long it takes")
    func claims() throws {
        let (old, new) = (
            ScriptedDevice("old", eventLog: eventLog), ScriptedDevice("new", eventLog: eventLog)
        )
        let supervisor = try started([bolt.entry(), old.entry(claims: [Self.line])], [])
        let obstacle = Gate()
        old.onClose { obstacle.pass() }
        obstacle.close()
        let plan = try apply(
            supervisor, [bolt.entry(), lamp.entry(), new.entry(claims: [Self.line])], [])
        #expect(eventLog.entries.filter { $0.hasPrefix("start") } == ["start lamp"])
        #expect(plan.lines.contains("new: waits until what had its devices is closed"))
        #expect(states(supervisor) == ["bolt running", "lamp running", "new idle"])
        #expect(
            log.lines.contains(
                "error roost: do not close, and what needs the same devices waits for that: old"))
        obstacle.open()
        #expect(eventually { states(supervisor).last == "new running" })
        #expect(eventLog.entries == ["safe old", "close old", "start lamp", "start new"])
    }

    @Test("one that was still starting is waited for, and what it started is closed again first")
    func startsLate() throws {
        let obstacle = Gate()
        reader.onStart { _ in obstacle.pass() }
        obstacle.close()
        let supervisor = try started([bolt.entry(), reader.entry(every: "1s")], [])
        #expect(states(supervisor) == ["bolt running", "reader starting"])
        reader.onStart { _ in }
        _ = try apply(supervisor, [bolt.entry(), reader.entry(every: "2s")], [])
        #expect(states(supervisor) == ["bolt running", "reader idle"])
        #expect(eventLog.entries == [])
        obstacle.open()
        #expect(eventually { states(supervisor).last == "reader running" })
        // Parked besides, where it has started only after nobody waited for it any more.
        #expect(
            eventLog.entries.filter { $0 != "park reader" }
                == ["safe reader", "close reader", "start reader"])
    }

    @Test("another change waits until drivers are replaced, and a stop does not") func underWay()
        throws
    {
        // Time goes on by itself: it is waited for a driver that does not come to its safe state.
        let isStopped = Latch()
        let supervisor = try Supervisor(
            try configuration(drivers: [bolt.entry(), reader.entry(every: "1s")]),
            scheduler: DispatchScheduler(), log: Log(log, source: "roost"),
            runtime: "/nonexistent", manager: NoServiceManager(),
            onStopped: { _ in isStopped.open() })
        supervisor.start()
        _ = eventLog.take()
        reader.onMakeSafe { [reader] in reader.setSafe(false) }
        let new = try configuration(drivers: [bolt.entry(), reader.entry(every: "2s")])
        WorkerThread.start("apply") { _ = try? supervisor.apply(new) }
        #expect(eventually { supervisor.isExchanging.load(ordering: .acquiring) })
        #expect(
            throws: PlainError("drivers are still being replaced for the change before; try again")
        ) { try supervisor.change(to: supervisor.configuration, before: nil, by: nil, nil) }
        supervisor.stop(because: "test")
        #expect(eventLog.entries == ["safe reader", "safe bolt"])
        reader.setSafe(true)
        #expect(isStopped.wait(atMost: .seconds(10)))
        #expect(eventLog.entries.suffix(2) == ["close reader", "close bolt"])
        #expect(!eventLog.entries.contains("start reader"))
    }

    // MARK: Health

    @Test("a driver that does not come up with its new settings has its old ones again")
    func takenBack() throws {
        let supervisor = try started([bolt.entry(), reader.entry(every: "1s")], [])
        for _ in 0..<4 { reader.failStarts(DeviceError(.refused, "no such rate")) }
        _ = try apply(supervisor, [bolt.entry(), reader.entry(every: "2s")], [])
        #expect(states(supervisor) == ["bolt running", "reader backoff"])
        // Meanwhile what it has left behind is made safe, which takes its time.
        #expect(
            eventually {
                clock.advance(by: .seconds(1))
                return states(supervisor) == ["bolt running", "reader running"]
            })
        #expect(
            supervisor.status(at: clock.now).configuration?.lastRefusal?.text
                == "taken back: the driver reader does not run any more: no such rate")
        #expect(supervisor.configuration.drivers[1].settingsAsWritten == ["every": "1s"])
    }

    @Test(
        "a driver that takes its time to start is waited for, and those given up with one come back"
    )
    func slowly() throws {
        let supervisor = try started([bolt.entry(), reader.entry(every: "1s")], [])
        let obstacle = Gate()
        obstacle.close()
        reader.onStart { _ in obstacle.pass() }
        _ = try apply(supervisor, [bolt.entry(), reader.entry(every: "2s")], [])
        clock.advance(by: .seconds(5))
        #expect(states(supervisor) == ["bolt running", "reader starting"])
        obstacle.open()
        #expect(eventually { states(supervisor).last == "reader running" })
        clock.advance(by: .seconds(60))
        #expect(supervisor.configuration.drivers[1].settingsAsWritten == ["every": "2s"])

        // One that comes fails permanently, and one that was there with it.
        let smoke = DeviceError(.other, "smoke")
        for _ in 0..<6 { lamp.failStarts(smoke) }
        _ = try apply(
            supervisor, [bolt.entry(), lamp.entry(), reader.entry(after: ["lamp"], every: "2s")], []
        )
        clock.advance(by: .seconds(30))
        #expect(states(supervisor) == ["bolt running", "reader running"])
        #expect(log.lines.contains("notice reader: starting again: the change was taken back"))
    }

    // MARK: General settings

    @Test("a stop limit, a name and budgets hold from now on; where devices are takes a restart")
    func general() throws {
        let supervisor = try started([bolt.entry()], [])
        func house(_ general: [String: JSONValue]) throws -> Configuration {
            let text = JSONValue.object(general).line
            let read = try ConfigurationReader.read(Array(text.utf8), registry: testRegistry)
            return Configuration(
                general: read.general, generalAsWritten: read.generalAsWritten,
                drivers: [bolt.entry()], policies: [])
        }
        let plan = try supervisor.apply(
            try house(["name": "shed", "stop_limit": "5s", "restarts": ["at_most": 0]]))
        #expect(plan.lines.last == "roost: from now on; nothing restarts")
        #expect(supervisor.status(at: clock.now).name == "shed")
        clock.advance(by: Supervisor.probation + .seconds(1))
        bolt.fail(DeviceError(.other, "smoke"))
        clock.advance(by: .seconds(1))
        #expect(states(supervisor) == ["bolt failed"])
        #expect(
            throws: PlainError(
                "a restart of the service is needed for sysfs: systemctl restart roost. "
                    + "Nothing was changed")
        ) { try supervisor.apply(try house(["sysfs": "/elsewhere"])) }
    }
}

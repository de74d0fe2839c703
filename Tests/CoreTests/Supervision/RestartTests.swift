@testable import Core
import JSON
import TestSupport
import Testing
import Values

/// One driver is started again while the others run.
@Suite struct RestartTests {
    private let clock = ManualScheduler(now: Instant(nanoseconds: 1_000_000_000_000))
    private let log = MemoryLog()
    private let eventLog = EventLog()
    private let reader: ScriptedDevice
    private let bolt: ScriptedDevice
    private let lamp: ScriptedDevice

    init() {
        reader = ScriptedDevice("reader", eventLog: eventLog)
        bolt = ScriptedDevice("bolt", eventLog: eventLog)
        lamp = ScriptedDevice("lamp", eventLog: eventLog)
    }

    @Test("one driver is started again, and no other notices") func alone() throws {
        let supervisor = try started()
        try supervisor.restart("reader", by: "ada")
        clock.advance(by: .zero)
        #expect(eventLog.entries == ["safe reader", "close reader", "start reader"])
        #expect(log.lines.contains("notice reader: starting again: asked for by ada"))
    }

    @Test("what a policy moves must be in its safe state before what it goes by is missed")
    func notWhileItMoves() throws {
        let supervisor = try started()
        bolt.setSafe(false)
        #expect(
            throws: PlainError(
                "not now: door uses it and moves bolt, which is not in its safe state; "
                    + "until it is. Nothing was changed")
        ) { try supervisor.restart("reader") }
        #expect(
            throws: PlainError(
                "not now: it is not in its safe state; until it is. Nothing was changed")
        ) { try supervisor.restart("bolt") }
        clock.advance(by: .seconds(1))
        #expect(eventLog.entries == [])
        // Nothing goes by the lamp.
        try supervisor.restart("lamp")
        clock.advance(by: .zero)
        #expect(eventLog.take() == ["safe lamp", "close lamp", "start lamp"])
        bolt.setSafe(true)
        try supervisor.restart("reader")
        clock.advance(by: .zero)
        #expect(eventLog.entries == ["safe reader", "close reader", "start reader"])
    }

    @Test("a policy restarts when all that it moves is in its safe state") func policy() throws {
        let supervisor = try started()
        bolt.setSafe(false)
        #expect(
            throws: PlainError(
                "not now: it moves bolt, which is not in its safe state; until it is. Nothing was changed"
            )
        ) { try supervisor.restart("door") }
        bolt.setSafe(true)
        try supervisor.restart("door", by: "ada")
        #expect(log.lines.contains("notice door: restarts: asked for by ada"))
        #expect(eventLog.entries == [])
    }

    @Test("a policy restarts though what it reads does not run: it moves none of that") func blind()
        throws
    {
        let supervisor = try started()
        reader.failStarts(DeviceError(.absent, "no chip"))
        reader.fail(DeviceError(.absent, "no chip"))
        clock.advance(by: .zero)
        try supervisor.restart("door", by: "ada")
        #expect(log.lines.contains("notice door: restarts: asked for by ada"))
    }

    @Test("one that does not run starts again whatever else moves") func mended() throws {
        let supervisor = try started()
        reader.failStarts(DeviceError(.absent, "no chip"))
        reader.fail(DeviceError(.absent, "no chip"))
        clock.advance(by: .zero)
        _ = eventLog.take()
        bolt.setSafe(false)
        try supervisor.restart("reader")
        clock.advance(by: .zero)
        #expect(eventLog.entries == ["start reader"])
    }

    @Test(
        "what is neither driver nor policy is refused, with what there is",
        arguments: [
            (
                "readr",
                "there is no driver or policy \"readr\". Did you mean \"reader\"? (there are "
            ),
            ("dor", "there is no driver or policy \"dor\". Did you mean \"door\"? (there are "),
        ])
    func unknown(name: String, why: String) throws {
        let supervisor = try started()
        let error = thrownError(PlainError.self) { try supervisor.restart(name) }
        #expect(error?.description.hasPrefix(why) == true, "\(error?.description ?? "")")
        #expect(log.lines.last?.hasPrefix("warning roost: \(name) was not started again") == true)
    }

    @Test("nothing is started again while Roost stops") func stopping() throws {
        let supervisor = try started()
        bolt.setSafe(false)
        supervisor.stop(because: "test")
        _ = eventLog.take()
        #expect(throws: PlainError("roost is stopping")) {
            try supervisor.restart("lamp")
        }
        clock.advance(by: .zero)
        #expect(eventLog.entries == [])
    }

    @Test("a plan that takes a restart says what the restart would bring to its safe state first")
    func planned() throws {
        let supervisor = try started()
        let elsewhere = try elsewhere(supervisor)
        bolt.setSafe(false)
        let plan = supervisor.plan(for: elsewhere)
        #expect(plan.steps.map(\.effect) == [.restart])
        #expect(
            plan.lines.last
                == "roost: NOT NOW: bolt: not in its safe state, which a restart brings about first"
        )
        bolt.setSafe(true)
        #expect(supervisor.plan(for: elsewhere).steps.map(\.obstacle) == [nil])
    }

    @Test("a lamp that is dark waits for nothing, though nobody has made it safe yet")
    func plannedAtRest() throws {
        let supervisor = try started()
        let elsewhere = try elsewhere(supervisor)
        lamp.setSafe(false)
        lamp.setAtRest(true)
        #expect(supervisor.plan(for: elsewhere).steps.map(\.obstacle) == [nil])
        lamp.setAtRest(false)
        #expect(
            supervisor.plan(for: elsewhere).steps.map(\.obstacle) == [
                "lamp: not in its safe state, which a restart brings about first"
            ])
    }

    @Test("a sensor that does not run keeps nobody from a restart, which may mend it")
    func plannedBlind() throws {
        let supervisor = try started()
        let elsewhere = try elsewhere(supervisor)
        reader.failStarts(DeviceError(.absent, "no chip"))
        reader.fail(DeviceError(.absent, "no chip"))
        clock.advance(by: .zero)
        #expect(supervisor.plan(for: elsewhere).steps.map(\.obstacle) == [nil])
    }

    /// What runs, and a change that takes a restart of the service.
    private func elsewhere(_ supervisor: Supervisor) throws -> Configuration {
        let entries = supervisor.configuration
        return try configuration(
            drivers: entries.drivers, policies: entries.policies,
            general: ["sysfs": "/elsewhere"])
    }

    private var door: PolicyEntry {
        ScriptedPolicy().entry(
            "door",
            bindings: [
                "light": PortAddress(driver: "reader", port: "light"),
                "bolt": PortAddress(driver: "bolt", port: "angle"),
            ])
    }

    private func started() throws -> Supervisor {
        let supervisor = try Supervisor(
            try configuration(
                drivers: [reader.entry(), bolt.entry(), lamp.entry()], policies: [door]),
            scheduler: clock, log: Log(log, source: "roost"), runtime: "/nonexistent",
            manager: RecordingManager(), onStopped: { _ in })
        supervisor.start()
        clock.advance(by: .zero)
        _ = eventLog.take()
        return supervisor
    }
}

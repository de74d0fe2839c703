@testable import Core
import JSON
import TestSupport
import Testing
import Threads
import Values

/// `docs/status.schema.json` and `docs/status.md` against what the service really says.
@Suite struct StatusSchemaTests {
    private let clock = ManualScheduler(now: Instant(nanoseconds: 1_000_000_000_000))
    private let schema: JSONSchema

    init() throws {
        schema = try JSONSchema(projectFile("docs/status.schema.json"))
    }

    @Test("the status has every key of the schema, and no other") func status() throws {
        let status = try fullStatus()
        #expect(schema.problems(of: status) == [])
        #expect(schema.keys(in: status) == schema.keys)
    }

    @Test("what the status says is what programs that read it know") func contract() throws {
        if let problem = try Golden.problem("status.txt", schema.declarations) {
            Issue.record("\(problem)")
        }
    }

    @Test("the page has a row for every key of the schema, and no other") func page() throws {
        #expect(Set(try rows(of: "## JSON").map(\.key)) == schema.keys)
    }

    @Test("a driver is in each state that it can be in after its start") func states() throws {
        let report = try fullStatus().decode(as: StatusReport.self)
        let states = report.drivers.map { "\($0.name) \($0.state) \($0.lastError?.text ?? "-")" }
        #expect(
            states == [
                "bolt running -", "hinge running -", "inside running -", "lamp running -",
                "steady running a hiccup",
                "broken failed it smokes", "lost backoff no such chip",
            ])
        #expect(
            report.drivers.map { $0.runningSeconds != nil } == [
                true, true, true, true, true, false, false,
            ])
        #expect(
            report.drivers.map { $0.retryInSeconds != nil } == [
                false, false, false, false, false, false, true,
            ])
    }

    @Test("what the page says of a value is what it has") func values() throws {
        let rows = Dictionary(
            try rows(of: "`value` has these members").map { ($0.key, $0.members) },
            uniquingKeysWith: +)
        func check<Value: DeviceValue>(_ value: Value) throws {
            let json = try #require(JSONValue(encoding: value, keys: .snakeCase))
            #expect(rows[Value.kind].map(Set.init) == leaves(of: json, at: ""), "\(Value.kind)")
        }
        let angle = Angle.degrees(1)
        try check(Temperature(celsius: 21))
        try check(LightLevel(ratio: 0.5, ohms: 1, approximateLux: 1))
        try check(Contact(isActive: true))
        try check(ServoState(commanded: angle, isMoving: true, isPowered: true))
        try check(
            Fix(
                position: .origin, altitudeMetres: 1, horizontalErrorMetres: 1, hdop: 1,
                satellitesUsed: 1, speedMetresPerSecond: 1, course: angle))
        try check(Heading(angle))
        try check(
            FlightState(
                phase: .flying, batteryPercent: 1, altitudeMetres: 1, roll: angle, pitch: angle,
                yaw: angle, forwardMetresPerSecond: 1, rightMetresPerSecond: 1,
                armingFailures: [], serialNumber: "PS721000AA0A00001"))
    }

    @Test("the schema refuses what is not a status") func refused() throws {
        guard case .object(var members) = try fullStatus() else { return }
        members["uptimeSeconds"] = members.removeValue(forKey: "uptime_seconds")
        members["phase"] = "happy"
        members["schema"] = 2
        members["drivers"] = [["name": 7]]
        let problems = schema.problems(of: .object(members))
        for problem in [
            ".uptime_seconds is missing", ".uptimeSeconds is not in the schema",
            ".phase is \"happy\"", ".schema is not 1", ".drivers[].state is missing",
            ".drivers[].name is 7 and no string",
        ] {
            #expect(problems.contains(problem), "\(problems)")
        }
    }

    // MARK: A status with everything in it

    private static func house(coldest: String) throws -> Configuration {
        try ConfigurationReader.read(
            Array(
                """
                {"drivers": {"inside": {"driver": "sensor"}, "bolt": {"driver": "bolt"},
                  "lamp": {"driver": "bolt"},
                  "hinge": {"driver": "hinge", "switchable": {"longest": "1h"}}},
                 "policies": {"keeper": {"policy": "keeper", "coldest": "4 °C",
                  "inputs": {"temperature": "inside"}, "outputs": {"bolt": "bolt"}},
                  "used": {"policy": "keeper", "coldest": "\(coldest)", "shadow": "keeper"},
                  "warmer": {"policy": "keeper", "coldest": "20 °C", "shadow": "keeper",
                             "plan": "broken"},
                  "counter": {"policy": "counter", "outputs": {"lamp": "lamp"}}}}
                """.utf8),
            registry: PluginRegistry(
                kinds: testRegistry.drivers + [DriverKind(TestHinge.self)],
                policies: testRegistry.policies + [TestCounter.self])
        ).selecting(["keeper": "used"])
    }

    private func fullStatus() throws -> JSONValue {
        let house = try Self.house(coldest: "5 °C")
        let memories = CounterMemories()
        memories.set(full: true)
        let (steady, broken) = (ScriptedDevice("steady"), ScriptedDevice("broken"))
        let lost = ScriptedDevice("lost")
        for _ in 0..<6 { broken.failStarts(DeviceError(.corrupt, "it smokes")) }
        for _ in 0..<99 { lost.failStarts(DeviceError(.absent, "no such chip")) }
        let trap = Trap()
        let stuck = ScriptedPolicy { _, _, _ in trap.pass() ? "late" : "calm" }.entry("stuck")
        let ill = ScriptedPolicy { _, _, _ in "faulty" }.entry("ill")
        let general: JSONValue = ["restarts": ["at_most": 1]]
        let log = Log(MemoryLog(), source: "roost")
        let protection = ProtectionKeeper(FullCard(), scheduler: clock, log: log) { nil }
        let first = try configuration(
            drivers: house.drivers + [steady.entry(), broken.entry(), lost.entry()],
            policies: house.policies + [stuck, ill], shadows: house.shadows, general: general)
        let supervisor = try Supervisor(
            first, scheduler: clock, log: log, runtime: "/nonexistent",
            manager: NoServiceManager(), memories: memories, protection: protection,
            started: protection.start(with: first, nil), onStopped: { _ in })
        supervisor.start()
        supervisor.attend(to: [
            LeftBehind("the lift", claim: Claim(.networkAddress, "lift", key: "address")) {
                _ throws(DeviceError) in throw DeviceError(.timeout, "it goes on")
            }
        ])
        #expect(eventually { supervisor.status(at: clock.now).leftBehind?.first?.isFailed == true })
        supervisor.connections(ofDriver: "inside")?.source(TestSensor.temperature)
            .publish(Temperature(celsius: 12), at: clock.now)
        clock.advance(by: .seconds(1))
        steady.fail(DeviceError(.timeout, "a hiccup"))
        clock.advance(by: .seconds(59))
        // In order, and on probation: what fails was so before.
        for coldest in ["7 °C", "-20 °C"] {
            let new = try Self.house(coldest: coldest)
            var next = try configuration(
                drivers: supervisor.configuration.drivers, policies: new.policies + [stuck, ill],
                shadows: new.shadows, general: general)
            var kept = KeptSettings()
            kept.policies["keeper"] = ["fence": 12]
            next.offer = ConfigurationOffer(text: "{}", files: [:], kept: kept)
            _ = try? supervisor.apply(next, by: "anna")
        }
        for _ in 0..<2 {
            let count = trap.caughtCount
            trap.set()
            WorkerThread.start("tick") { [clock] in clock.advance(by: .milliseconds(100)) }
            #expect(eventually { trap.caughtCount == count + 1 })
            clock.advance(by: .seconds(1))
        }
        defer { trap.release() }
        let hand = supervisor.requestTargets.first { $0.name == "hinge.angle" }
        _ = try hand?.queue.post(
            "angle", .words(["30deg"]), from: .person, at: clock.now, deadline: nil
        ) { _ in }
        let report = supervisor.status(at: clock.now)
        return try #require(JSONValue(encoding: report, keys: .snakeCase))
    }

    /// A card that takes nothing, with a change on it that was undone.
    private struct FullCard: ProtectionStore {
        func load() -> SavedProtection {
            var record = ProtectionRecord()
            record.undone = UndoneChange(
                why: "it smoked", changes: ["keeper: coldest: 20 °C -> 5 °C"],
                kept: ["keeper: fence 12"], askedBy: "anna")
            return SavedProtection(record: record)
        }

        func save(_ record: ProtectionRecord) throws(PlainError) {
            throw PlainError("No space left on device")
        }
    }

    /// The rows of the first table after a line: the first name between backquotes, and those of the
    /// second column.
    private func rows(of heading: String) throws -> [(key: String, members: [String])] {
        let page = String(decoding: try projectFile("docs/status.md"), as: UTF8.self)
        return page.split(separator: "\n").drop { !$0.hasPrefix(heading) }
            .drop { !$0.hasPrefix("| `") }.prefix { $0.hasPrefix("| `") }
            .compactMap { row in
                let cells = row.split(separator: "|")
                guard cells.count > 1, let key = names(in: cells[0]).first else { return nil }
                return (key, names(in: cells[1]))
            }
    }

    private func names(in cell: Substring) -> [String] {
        let parts = cell.split(separator: "`", omittingEmptySubsequences: false)
        return parts.indices.filter { !$0.isMultiple(of: 2) }.map { String(parts[$0]) }
    }

    private func leaves(of value: JSONValue, at path: String) -> Set<String> {
        guard case .object(let members) = value else { return [path] }
        return members.reduce(into: []) { leaves, member in
            let path = path.isEmpty ? member.key : "\(path).\(member.key)"
            leaves.formUnion(self.leaves(of: member.value, at: path))
        }
    }
}

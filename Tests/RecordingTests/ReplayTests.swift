import Core
import JSON
import PetDoor
import Synchronization
import Testing

@testable import Recording

/// A replay of a door whose settings were changed while it ran.
@Suite struct ReplayTests {
    private static let registry = PluginRegistry(drivers: [], policies: [PetDoor.self])

    private func replay(_ rows: [Row], with other: Configuration? = nil) -> Replay.Result? {
        var replay = Replay(Self.registry, with: other)
        for row in rows { replay.add(row, nil) }
        return replay.results[RecordedDoor.name]
    }

    /// A door that waits 300 s with a lock, unless it is told otherwise.
    private func dusk(_ door: RecordedDoor) throws {
        door.record(for: 20, light: 0.9)
        door.record(for: 100, light: 0.1)
        door.run(for: .milliseconds(500), light: 0.1)
        try door.change(to: ["dwell": "60s"])
        door.record(for: 15, light: 0.1)
    }

    @Test("other settings count in the replay from the very step from which they counted")
    func change() throws {
        let door = try RecordedDoor()
        try dusk(door)
        let rows = door.store.rows
        #expect(rows.count { $0.kind == .segment } == 1)
        #expect(rows.contains { $0.kind == .decision && $0.text("text").contains("night") })
        let result = try #require(replay(rows))
        #expect(result.steps > 500)
        #expect(result.differences == 0)
        #expect(result.remarks == [])
    }

    @Test("two changes before one step are both taken over, in their order") func twice() throws {
        let door = try RecordedDoor()
        door.record(for: 2, light: 0.9)
        try door.change(to: ["temperature_unit": "fahrenheit", "dwell": "1s"])
        try door.change(to: ["temperature_unit": "fahrenheit"])
        try dusk(door)
        let changes = door.store.rows.compactMap { row -> Int? in
            guard case .array(let settings)? = row.json["settings"] else { return nil }
            return settings.count
        }
        #expect(changes == [2, 1])
        #expect(replay(door.store.rows)?.differences == 0)
    }

    @Test("each segment says by which settings its first step was decided") func segments() throws {
        let door = try RecordedDoor()
        door.store.box.content.withLock { $0.isFull = true }
        try dusk(door)
        let heads = door.store.rows.filter { $0.kind == .segment }
        let dwells = heads.map { $0.json["policies"]?["door"]?["settings"]?["dwell"] }
        #expect(heads.count > 3)
        #expect(dwells.first == .some(nil))
        #expect(dwells.last == "60s")
        let result = try #require(replay(door.store.rows))
        #expect(result.differences == 0)
        #expect(result.remarks == [])
    }

    @Test("where the step with the change is missing, the next segment tells of it")
    func missing() throws {
        let door = try RecordedDoor()
        door.store.box.content.withLock { $0.isFull = true }
        door.record(for: 30, light: 0.9)
        try door.change(to: ["temperature_unit": "fahrenheit"])
        door.record(for: 30, light: 0.9)
        let segments = door.store.box.content.withLock { $0.segments }
        let rest = segments.filter { !$0.contains("\"settings\":[") }
        #expect(rest.count == segments.count - 1)
        let rows = rest.joined().split(separator: "\n").compactMap { Row(line: $0.utf8) }
        #expect(replay(rows)?.differences == 0)
        #expect((replay(rows)?.steps ?? 0) > 150)
    }

    @Test("where another file decides, what was applied then does not count") func other() throws {
        let door = try RecordedDoor()
        try dusk(door)
        let other = RecordedDoor.configuration([try RecordedDoor.entry()])
        let result = try #require(replay(door.store.rows, with: other))
        #expect(result.differences > 0)
        #expect(result.remarks == [])
    }

    /// A door that restarts while it waits for the night.
    private func restarted(
        _ door: RecordedDoor, _ more: [String: JSONValue] = [:], resuming memory: PolicyMemory?
    ) throws {
        door.record(for: 20, light: 0.9)
        door.record(for: 100, light: 0.1)
        try door.change(to: ["dwell": "30s"])
        try door.restart(more, resuming: memory)
        door.record(for: 400, light: 0.1)
    }

    @Test(
        "a policy that another configuration has is replayed from its first step, until it is gone")
    func added() throws {
        let door = try RecordedDoor(isThere: false)
        door.store.box.content.withLock { $0.isFull = true }
        try door.restart(["dwell": "45s"], resuming: nil)
        try dusk(door)
        func heads() -> [JSONValue?] {
            door.store.rows.filter { $0.kind == .segment }.map { $0.json["policies"]?["door"] }
        }
        #expect(heads().first == .some(nil))
        #expect(heads().last??["policy"] == "pet-door")
        let result = try #require(replay(door.store.rows))
        #expect(result.steps > 500)
        #expect(result.differences == 0)
        #expect(result.remarks == [])
        door.recorder.goOn(with: RecordedDoor.configuration([]))
        // The first of these ends the segment that was begun with it.
        for _ in 0..<2 {
            door.recorder.note(.error, source: "roost", "the door is gone", at: door.clock.now)
            door.recorder.drain()
        }
        #expect(heads().last == .some(nil))
    }

    private func without(_ member: String, _ rows: [Row]) -> [Row] {
        rows.map { row in
            guard case .object(var members) = row.json, row.kind == .step else { return row }
            members[member] = nil
            return Row(.step, at: row.at, members)
        }
    }

    @Test("a policy that restarted does so in the replay, before the same step") func restarts()
        throws
    {
        let door = try RecordedDoor()
        try restarted(door, resuming: nil)
        let rows = door.store.rows
        let beginnings = rows.filter { $0.json["begins"] != nil && $0.kind == .step }
        #expect(beginnings.count == 1)
        // What was applied to the one before it has no more to do with it.
        #expect(beginnings.first?.json["settings"] == nil)
        #expect(replay(rows)?.differences == 0)
        #expect(replay(rows)?.remarks == [])
        #expect((replay(without("begins", rows))?.differences ?? 0) > 0)
    }

    @Test("it goes on with the memory and the settings that it had then") func memory() throws {
        let other = try RecordedDoor()
        other.record(for: 20, light: 0.9)
        other.record(for: 400, light: 0.1)
        let memory = try #require(other.memory)
        let door = try RecordedDoor()
        door.store.box.content.withLock { $0.isFull = true }
        try restarted(door, ["dwell": "45s"], resuming: memory)
        try door.change(to: ["dwell": "5s"])
        door.record(for: 60, light: 0.9)
        let rows = door.store.rows
        let beginning = rows.first { $0.json["begins"] != nil && $0.kind == .step }?.json["begins"]
        #expect(beginning?["settings"]?["dwell"] == "45s")
        #expect(beginning?["memory"] == JSONValue(encoding: memory))
        #expect(replay(rows)?.differences == 0)
        #expect(replay(rows)?.remarks == [])
        let heads = rows.filter { $0.kind == .segment }
        #expect(heads.last?.json["policies"]?["door"]?["settings"]?["dwell"] == "5s")
        #expect(
            heads.contains { $0.json["policies"]?["door"]?["settings"]?["dwell"] == "45s" })
    }
}

import JSON
import Recording
import Settings
import TestSupport
import Testing
import Values

@testable import ARDrone
@testable import Core
@testable import DroneNavigation
@testable import PetDoor
@testable import roost

/// What version 0.1.0 has left on a disk is read by this one. That version has written the files: `Tests/Golden/0.1.0/README.md`.
@Suite struct FirstReleaseContractTests {
    private static let folder = "\(projectDirectory)/Tests/Golden/0.1.0"

    /// Some decide otherwise by design: `docs/upgrading.md`. How many do is approved, so that a change of one is seen.
    @Test("each line of its records is read, and decided again as approved") func records() throws {
        var replay = Replay(ConfigurationFile.registry)
        var kinds: [Row.Kind: Int] = [:]
        let damaged = try RecordReader("\(Self.folder)/records").read { row, _ in
            kinds[row.kind, default: 0] += 1
            replay.add(row, nil)
        }
        #expect(damaged == 0)
        #expect(kinds[.segment] == 1 && (kinds[.decision] ?? 0) > 5 && (kinds[.log] ?? 0) > 5)
        #expect(replay.results.values.map(\.steps).reduce(0, +) == kinds[.step])
        let lines = replay.results.sorted { $0.key < $1.key }.flatMap { policy, result in
            ["\(policy): \(result.steps) steps, \(result.differences) decided otherwise"]
                + (result.first.map { ["recorded: \($0.recorded)", "replayed: \($0.replayed)"] }
                    ?? []) + result.remarks
        }
        if let problem = try Golden.problem("0.1.0/replay.txt", lines) {
            Issue.record("\(problem)")
        }
    }

    private func memory(of policy: String) throws -> PolicyMemory {
        let store = FileMemoryStore(directory: Self.folder)
        let memory = try #require(store.load(policy))
        #expect(store.damage(of: policy) == nil)
        return memory
    }

    @Test("the memory of its door is taken over: what was asked, and how long it has been locked")
    func door() throws {
        let memory = try memory(of: "door")
        let settings = SettingsReader.defaults(of: PetDoor.Settings.self)
        let content = try memory.content.decode(as: PetDoor.Memory.self)
        #expect(content.override?.mode == .open)
        #expect(
            PetDoor.resumed(settings, memory)?.memory(by: settings).override == content.override)
    }

    @Test("the memory of its pilot is taken over in flight: the way home, and the mission")
    func pilot() throws {
        let memory = try memory(of: "pilot")
        let settings = SettingsReader.defaults(of: DroneNavigation.Settings.self)
        let flight = try #require(
            try memory.content.decode(as: DroneNavigation.Memory.self).flight)
        #expect(flight.home != nil && flight.plan != nil)
        #expect(
            DroneNavigation.resumed(settings, memory)?.memory(by: settings).flight == flight)
    }

    @Test("its flight marker names the drone that is to be landed") func marker() {
        #expect(
            ARDrone.AirborneMarker.drones(SystemPaths(runtime: Self.folder)) == [
                ["address": "127.0.0.42", "command_port": 5556, "navdata_port": 5554]
            ])
    }
}

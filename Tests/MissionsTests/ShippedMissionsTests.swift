import TestSupport
import Testing
import Values

@testable import Missions

/// config/missions: what is shipped can be flown where the simulated drone stands.
@Suite struct ShippedMissionsTests {
    private static let names = [
        "look-around.json", "circle.json", "loop.plan", "loop.waypoints", "loop.gpx", "loop.txt",
    ]

    /// With the settings of config/drone.json: a fence of 30 m, 5 m of height, and 3 m to arrive in.
    private func limits() throws -> MissionLimits {
        var limits = MissionLimits()
        limits.home = try position(52.473, 13.403)
        limits.maxDistanceMetres = 30
        limits.maxAltitudeMetres = 5
        limits.maxMetresPerSecond = 2
        limits.fenceMarginMetres = 3
        limits.capabilities = [.turn, .pointing, .photographs, .figures, .returning, .speeds]
        return limits
    }

    @Test("every shipped mission can be flown", arguments: names) func flown(name: String) throws {
        let draft = MissionFile.read(try projectFile("config/missions/\(name)"))
        #expect(draft.judged(against: try limits()).refusals == [])
    }

    @Test("there is one of each format") func formats() throws {
        let formats = try Self.names.map {
            MissionFile.read(try projectFile("config/missions/\($0)")).format
        }
        #expect(Set(formats.compactMap { $0 }) == Set(MissionFormat.allCases))
    }
}

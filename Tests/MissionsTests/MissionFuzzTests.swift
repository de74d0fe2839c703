import Core
import TestSupport
import Testing
import Values

@testable import Missions

/// Whatever bytes come: no trap, no hang, and nothing flown that is not whole.
@Suite("Mission fuzzing") struct MissionFuzzTests {
    private static let seeds = [
        Samples.plan, Samples.waypointList, Samples.gpx, Samples.roost,
        "21.0003,52.0004\n21.0003,52.0006\n",
        Samples.listFile(
            "2\t0\t3\t16\t0\t0\t0\t0\t52.0004\t21.0003\t4\t1",
            "3\t0\t2\t177\t2\t2\t0\t0\t0\t0\t0\t1",
            "4\t0\t3\t20\t0\t0\t0\t0\t0\t0\t0\t1"),
    ].map { Array($0.utf8) }

    private static let words = [
        "99999999999999999999", "-1", "1e308", "nan", "null", "0", "\"", "{", "]", ",", "\n", "\t",
        "9223372036854775807", "-9223372036854775808", "91", "180", "1e-320", "<", "177", "inf",
    ].map { Array($0.utf8) }

    private func damaged(_ generator: inout SeededGenerator) -> [UInt8] {
        var bytes = Self.seeds.randomElement(using: &generator) ?? []
        for _ in 0..<Int.random(in: 0...4, using: &generator) {
            let place = Int.random(in: 0..<max(1, bytes.count), using: &generator)
            let end = min(bytes.count, place + Int.random(in: 0...6, using: &generator))
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: bytes.replaceSubrange(place..<end, with: [])
            case 1:
                let word = Self.words.randomElement(using: &generator) ?? []
                bytes.replaceSubrange(place..<end, with: word)
            case 2: bytes.insert(contentsOf: Array(bytes[place..<end]), at: place)
            default: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: place)
            }
        }
        return bytes
    }

    @Test("damaged files are refused or flown within the limits, never half read")
    func damagedFiles() {
        var generator = SeededGenerator(seed: 2026)
        var flown = 0
        for _ in 0..<4000 {
            let bytes = damaged(&generator)
            let verdict = MissionFile.read(bytes).judged(against: Samples.limits)
            _ = verdict.errors.map(\.description)
            guard let mission = verdict.mission else {
                #expect(verdict.errors.contains { $0.severity == .refusal })
                continue
            }
            flown += 1
            #expect(isSound(mission), "\(String(decoding: bytes, as: UTF8.self))")
        }
        #expect(flown > 400)
    }

    private func isSound(_ mission: Mission) -> Bool {
        guard case .takeOff = mission.items.first?.action,
            mission.items.last?.action.isEnd ?? false, mission.estimate.seconds.isFinite
        else { return false }
        return mission.items.allSatisfy { item in
            guard case .goTo(let waypoint) = item.action, let home = Samples.home else {
                return true
            }
            return home.distanceMetres(to: waypoint.position) <= 500
        }
    }

    @Test("noise is refused") func noise() {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<4000 {
            let count = Int.random(in: 0...64, using: &generator)
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            #expect(MissionFile.read(bytes).judged(against: Samples.limits).mission == nil)
        }
    }
}

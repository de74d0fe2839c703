import Core
import JSON
import TestSupport
import Testing
import Values

@testable import DroneNavigation

/// The table of phases is that of the flights: each way is flown, and no other. That no flight of any test takes another
/// way is checked by the bench, after each step.
@Suite("Phases of a flight")
struct FlightPhaseTests {
    private typealias Kind = DroneNavigation.Phase.Kind

    /// A way from one phase to another.
    private struct Way: Hashable, CustomStringConvertible {
        let from: Kind
        let to: Kind

        var description: String { "\(from.rawValue) -> \(to.rawValue)" }
    }

    private static let settings: JSONValue = [
        "targets": [NavigatorBench.target(east: 6), NavigatorBench.target(north: 8)],
        "return_home": true, "armed_for": "5s", "start_delay": "2s", "answer_within": "5s",
    ]

    /// An aircraft that does as it is commanded, and measures itself rightly.
    private struct Aircraft {
        private var climbed = 0

        mutating func obey(_ bench: inout NavigatorBench) {
            (bench.forwardSpeed, bench.rightSpeed) = (0, 0)
            switch bench.phase {
            case .landed:
                bench.altitude = 0
                climbed = 0
                if bench.command == .takeOff { bench.phase = .takingOff }
            case .takingOff:
                climbed += 1
                // The wind has it meanwhile.
                let metresPerSecond = 2.0
                bench.forwardSpeed = metresPerSecond * Angle.degrees(bench.heading ?? 0).cosine
                bench.rightSpeed = -metresPerSecond * Angle.degrees(bench.heading ?? 0).sine
                bench.position = bench.position?.offset(
                    eastMetres: 0, northMetres: metresPerSecond * 0.05)
                bench.altitude = 1 * Double(climbed) / 20
                if climbed >= 20 { bench.phase = .hovering }
            case .hovering, .flying: fly(&bench)
            case .landing:
                bench.altitude = max(0, bench.altitude - 0.05)
                if bench.altitude == 0 { bench.phase = .landed }
            case .emergency: if bench.command == .resetEmergency { bench.phase = .landed }
            case nil: break
            }
        }

        private func fly(_ bench: inout NavigatorBench) {
            switch bench.command {
            case .land: bench.phase = .landing
            case .move(let stick):
                let seconds = 0.05
                bench.forwardSpeed = 3 * stick.forward
                bench.rightSpeed = 3 * stick.roll
                bench.altitude = max(0.2, bench.altitude + stick.climb * seconds)
                let heading = (bench.heading ?? 0) + 90 * stick.yaw * seconds
                bench.heading = Angle.degrees(heading).compass.degrees
                let way = PlaneVector(
                    forward: bench.forwardSpeed, right: bench.rightSpeed,
                    heading: .degrees(bench.heading ?? 0))
                bench.position = bench.position?.offset(
                    eastMetres: way.east * seconds, northMetres: way.north * seconds)
            default: break
            }
        }
    }

    private static let mission = TestMission.source(
        [
            TestMission.takeOff, TestMission.goTo(north: 5),
            "{\"do\": \"hover\", \"for\": \"2s\"}", TestMission.back,
        ], fences: [TestMission.circle("in", radius: 25)])

    private static let requests: [DroneNavigation.Request] = [
        .takeOff, .takeOff, .arm, .arm, .start, .start, .land, .hover, .hover, .reset, .resume,
        .returnHome, .returnHome, .fly(mission), .fly(mission),
        .target(NavigatorBench.place(north: 6), altitudeMetres: nil),
    ]

    /// What people, wind and faults do to a flight.
    private func disturb(_ bench: inout NavigatorBench, _ random: inout SeededGenerator) throws {
        if random.oneIn(60), let request = Self.requests.randomElement(using: &random) {
            bench.send(request)
        }
        if random.oneIn(200) {
            bench.press(
                [.press, .press, .longPress, .doublePress].randomElement(using: &random) ?? .press)
        }
        if random.oneIn(400) {
            bench.battery = [8, 18, 80, 80, 80].randomElement(using: &random) ?? 80
        }
        if random.oneIn(300) { bench.satellites = random.oneIn(2) ? 3 : 9 }
        if random.oneIn(50) { bench.satellites = 9 }
        if random.oneIn(700) {
            bench.phase =
                [.landed, .landing, .hovering, .emergency, nil].randomElement(using: &random) ?? nil
            bench.altitude = bench.phase == .landed ? 0 : 1
        }
        if bench.phase == nil, random.oneIn(20) {
            bench.phase = random.oneIn(2) ? .hovering : .landed
        }
        try disturbRarePhase(&bench, &random)
        if random.oneIn(900) { try bench.resume(Self.settings) }
        if random.oneIn(500), bench.phase == .hovering {
            bench.position = bench.position?.offset(eastMetres: 4, northMetres: 4)
        }
    }

    /// Phases that are short meet what is rare less often than a test has time for.
    private func disturbRarePhase(
        _ bench: inout NavigatorBench, _ random: inout SeededGenerator
    ) throws {
        guard random.oneIn(15) else { return }
        switch bench.kind {
        case .countingDown, .resetting:
            bench.phase = [.landing, .hovering, .emergency].randomElement(using: &random) ?? nil
            bench.altitude = 1
            if random.oneIn(3) { bench.send(.land) }
        case .holding where random.oneIn(16): (bench.phase, bench.altitude) = (.landed, 0)
        // It rises: too high, it is stopped.
        case .holding where random.oneIn(16): bench.altitude = 14
        case .takingOff: bench.send(.returnHome)
        case .grounded where bench.phase == .emergency: bench.send(.reset)
        default: break
        }
    }

    @Test("each way of the table is flown")
    func flown() throws {
        var missing = Set(Kind.transitions.map { Way(from: $0.from, to: $0.to) })
        for seed in 0..<400 where !missing.isEmpty {
            var random = SeededGenerator(seed: UInt64(seed))
            var bench = try NavigatorBench(Self.settings)
            var aircraft = Aircraft()
            if random.oneIn(4) {
                (bench.phase, bench.altitude) = (random.oneIn(2) ? .hovering : .landing, 1)
            }
            for _ in 0..<2000 {
                let before = bench.kind
                bench.step()
                missing.remove(Way(from: before, to: bench.kind))
                aircraft.obey(&bench)
                try disturb(&bench, &random)
            }
        }
        #expect(missing.isEmpty, "never flown: \(missing.map(\.description).sorted())")
    }

    @Test("no way stands in the table twice, and each phase can be reached and left")
    func table() {
        let ways = Kind.transitions.map { Way(from: $0.from, to: $0.to) }
        #expect(Set(ways).count == ways.count)
        for kind in Kind.allCases {
            #expect(ways.contains { $0.from == kind })
            #expect(kind == .listening || ways.contains { $0.to == kind })
        }
    }

    @Test("each phase in the air leads to a landing and to the ground")
    func landing() {
        let inTheAir: [Kind] = [
            .takingOff, .flying, .holding, .hovering, .awaiting, .returning, .descending,
        ]
        for kind in inTheAir {
            #expect(kind.leads(to: .landing))
            #expect(kind.leads(to: .grounded))
        }
        #expect(Kind.transitions.filter { $0.from == .landing }.map(\.to) == [.grounded])
    }

    @Test("docs/flying.md has the table")
    func page() throws {
        var lines = ["| from | to | when |", "|---|---|---|"]
        for way in Kind.transitions {
            lines.append("| \(way.from.rawValue) | \(way.to.rawValue) | \(way.when) |")
        }
        let wanted = lines.joined(separator: "\n")
        let page = String(decoding: try projectFile("docs/flying.md"), as: UTF8.self)
        #expect(page.contains(wanted), "the table should be:\n\(wanted)")
    }
}

import Core
import Missions
import Settings
import Values

extension DroneNavigation {
    /// A mission that was judged, and which of its items is next.
    struct FlightPlan: Sendable {
        let mission: Mission
        /// Where it comes from, to be found again after a restart; `nil` for targets that were sent.
        let origin: Origin?
        private let kind: MissionCandidate.Kind
        /// Shared, never copied: it is asked in every step.
        private let items: [MissionItem]
        private var index = 0
        /// What the nose is kept on; `nil`: on where it flies.
        private(set) var pointsAt: Position?

        enum Origin: Codable, Equatable, Sendable {
            /// The configuration, with what tells its mission from another.
            case configuration(fingerprint: String)
            case sent(MissionSource)
        }

        init(_ mission: Mission, _ candidate: MissionCandidate) {
            self.mission = mission
            origin = candidate.origin
            kind = candidate.kind
            switch kind {
            case .file: items = mission.items
            // The take-off and the landing of targets are the policy's own.
            case .targets: items = mission.items.filter { !$0.action.isStartOrEnd }
            }
        }

        var count: Int { items.count }
        /// Counted from one, as people do.
        var number: Int { index + 1 }
        var action: MissionAction { items[index].action }

        var stage: Stage {
            switch kind {
            case .file(let name): Stage(number, of: count, in: name)
            case .targets: Stage(number, of: count)
            }
        }

        /// Whether it stays at what it is busy with until told otherwise.
        var staysHere: Bool {
            guard case .targets(let repeats, .hover) = kind else { return false }
            return !repeats && number == count
        }

        /// Whether a landing follows the current item, as the mission has it.
        var isAtEnd: Bool {
            switch action {
            case .returnHome, .land: true
            default: false
            }
        }

        /// The place that the current item leads to; `nil` where it leads nowhere.
        func goal(home: Position?) -> Waypoint? { Self.goal(of: action, home: home) }

        /// The same of the next item.
        func nextGoal(home: Position?) -> Waypoint? {
            if number < count { return Self.goal(of: items[index + 1].action, home: home) }
            guard case .targets(repeats: true, _) = kind, count > 1 else { return nil }
            return Self.goal(of: items[0].action, home: home)
        }

        /// Over ground, as the current item has it; `nil` where it says nothing.
        var metresPerSecond: Double? {
            switch action {
            case .goTo(let waypoint): waypoint.metresPerSecond
            case .figure(let figure): figure.metresPerSecond
            default: nil
            }
        }

        /// Whether the current item is a place that is passed without a stop.
        var passesOn: Bool {
            guard case .goTo(let waypoint) = action else { return false }
            return waypoint.hold == .zero
        }

        private static func goal(of action: MissionAction, home: Position?) -> Waypoint? {
            switch action {
            case .goTo(let waypoint): waypoint
            case .returnHome: home.map { Waypoint($0) }
            case .land(let place): place.map { Waypoint($0) }
            default: nil
            }
        }

        /// How long to stay when the current item is reached.
        var stay: Duration {
            switch action {
            case .goTo(let waypoint): waypoint.hold
            case .hover(let duration): duration
            default: .zero
            }
        }

        /// Goes on to the next item; `false` when that was the last.
        mutating func advance() -> Bool {
            if number < count { return go(to: index + 1) }
            guard case .targets(repeats: true, _) = kind else { return false }
            return go(to: 0)
        }

        /// Goes on from an item that was reached before; `false` where there is no such item.
        mutating func resume(at number: Int) -> Bool {
            guard (1...count).contains(number) else { return false }
            while self.number < number { _ = go(to: index + 1) }
            return true
        }

        private mutating func go(to next: Int) -> Bool {
            index = next
            switch action {
            case .pointAt(let place): pointsAt = place
            case .pointAhead: pointsAt = nil
            default: break
            }
            return true
        }
    }

    /// The text of a mission that was sent or configured, and what it asks for.
    package struct MissionSource: Equatable, Sendable {
        package let file: FileText
        /// The height of formats that have none.
        package let altitudeMetres: Double
        let draft: MissionDraft

        package static let usualAltitudeMetres = MissionOptions().altitudeMetres
        /// An aircraft needs no longer mission, and it is judged between two steps.
        static let maxBytes = 128 << 10

        package init(_ file: FileText, altitudeMetres: Double = usualAltitudeMetres) {
            self.file = file
            self.altitudeMetres = altitudeMetres
            var options = MissionOptions()
            options.altitudeMetres = altitudeMetres
            draft = MissionFile.read(Array(file.text.utf8), options)
        }

        package static func == (left: MissionSource, right: MissionSource) -> Bool {
            left.file == right.file && left.altitudeMetres == right.altitudeMetres
        }
    }
}

extension DroneNavigation.MissionSource: Codable {
    private enum CodingKeys: CodingKey { case file, altitudeMetres }

    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try members.decode(FileText.self, forKey: .file),
            altitudeMetres: try members.decode(Double.self, forKey: .altitudeMetres))
    }

    package func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(file, forKey: .file)
        try members.encode(altitudeMetres, forKey: .altitudeMetres)
    }
}

extension MissionAction {
    fileprivate var isStartOrEnd: Bool {
        switch self {
        case .takeOff, .land, .returnHome: true
        default: false
        }
    }
}

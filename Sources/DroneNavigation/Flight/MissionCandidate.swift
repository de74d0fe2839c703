import Core
import Missions
import Navigation
import Settings
import Values

extension DroneNavigation {
    /// What may be flown once it is judged: targets or a mission's file, with where it comes from.
    struct MissionCandidate: Sendable {
        enum Kind: Equatable, Sendable {
            case targets(repeats: Bool, atEnd: AtEnd)
            case file(name: String)
        }

        let draft: MissionDraft
        let kind: Kind
        let origin: FlightPlan.Origin?
        /// Tells the mission of a configuration from another.
        let fingerprint: String
        /// What a person has sent; `nil` of the mission of a configuration.
        let sent: Memory.Sent?

        /// What was sent, before a restart too.
        init(_ sent: Memory.Sent) {
            switch sent {
            case .mission(let source): self.init(source)
            case .target(let position, let altitude):
                self.init(to: Waypoint(position, altitudeMetres: altitude))
            case .following(let metres): self.init(following: metres)
            }
        }

        /// A mission that was sent.
        init(_ source: MissionSource) {
            draft = source.draft
            kind = .file(name: source.file.name)
            origin = .sent(source)
            fingerprint = ""
            sent = .mission(source)
        }

        /// The one place that a person sent: it stays there until told otherwise.
        init(to target: Waypoint) {
            draft = Self.draft([target])
            kind = .targets(repeats: false, atEnd: .hover)
            origin = nil
            fingerprint = ""
            sent = .target(target.position, altitudeMetres: target.altitudeMetres)
        }

        /// Following from now on, until told otherwise.
        init(following metres: Double) {
            let following = Following(duration: .zero, standoffMetres: metres)
            draft = Self.draft([MissionItem(.follow(following), at: FilePlace(line: 1, "follow"))])
            kind = .targets(repeats: false, atEnd: .hover)
            origin = nil
            fingerprint = ""
            sent = .following(standoffMetres: metres)
        }

        /// Whether it takes somebody to follow.
        var follows: Bool {
            draft.items.contains { if case .follow = $0.action { true } else { false } }
        }

        /// The mission of the configuration; `nil` when it has none.
        init?(configured source: MissionSource?, _ targets: [Target], repeats: Bool, atEnd: AtEnd) {
            if let source {
                draft = source.draft
                kind = .file(name: source.file.name)
                fingerprint = Fingerprint.text(source.file.text, source.altitudeMetres)
            } else {
                guard !targets.isEmpty else { return nil }
                let waypoints = targets.map(\.waypoint)
                draft = Self.draft(waypoints)
                kind = .targets(repeats: repeats, atEnd: atEnd)
                fingerprint = Fingerprint.targets(waypoints)
            }
            origin = .configuration(fingerprint: fingerprint)
            sent = nil
        }

        /// Lower than this the drone's ultrasound does not measure (25 cm), and grass is in the way.
        static let minMetres = 0.5

        /// Targets as a mission. Every aircraft is higher after its take-off than what they ask for.
        private static func draft(_ targets: [Waypoint]) -> MissionDraft {
            draft(
                targets.enumerated().map { index, target in
                    MissionItem(.goTo(target), at: FilePlace(line: 1, "target \(index + 1)"))
                })
        }

        private static func draft(_ items: [MissionItem]) -> MissionDraft {
            let start = MissionAction.takeOff(altitudeMetres: minMetres)
            return MissionDraft(
                [MissionItem(start, at: FilePlace(line: 1))] + items
                    + [MissionItem(.land(at: nil), at: FilePlace(line: 1))])
        }

        /// What is flown if it may be, and all that is to be said of it.
        func judged(
            _ limits: MissionLimits
        ) -> (plan: FlightPlan?, verdict: MissionVerdict) {
            let verdict = draft.judged(against: limits)
            return (verdict.mission.map { FlightPlan($0, self) }, verdict)
        }

        /// An error as a person reads it; targets have no lines.
        func words(_ error: MissionError) -> String {
            if case .file(let name) = kind {
                return "\(name):\(error.place.line): \(error.inItsLine)"
            }
            return error.inItsLine
        }
    }

    /// FNV-1a, over what makes a mission another one.
    private enum Fingerprint {
        static func targets(_ targets: [Waypoint]) -> String {
            hex(
                targets.flatMap { target in
                    let numbers = [
                        target.position.latitude, target.position.longitude,
                        target.altitudeMetres ?? -1, target.hold.seconds,
                    ]
                    // After the four that were there first, so that an update begins nothing again.
                    return (numbers + [target.metresPerSecond].compactMap { $0 }).map(\.bitPattern)
                })
        }

        static func text(_ text: String, _ altitudeMetres: Double) -> String {
            hex(text.utf8.map { UInt64($0) } + [altitudeMetres.bitPattern])
        }

        private static func hex(_ words: [UInt64]) -> String {
            let hash = words.reduce(into: UInt64(0xcbf2_9ce4_8422_2325)) {
                $0 = ($0 ^ $1) &* 0x0000_0100_0000_01b3
            }
            return String(hash, radix: 16)
        }
    }
}

extension DroneNavigation.Settings {
    /// What a mission is held against; `home` is where it stands, `fences` are those beside its own.
    func missionLimits(
        home: Position?, start: Position? = nil, fences: [Fence] = []
    ) -> MissionLimits {
        var limits = MissionLimits()
        limits.home = home
        limits.start = start
        limits.fences = fences
        limits.maxDistanceMetres =
            failsafes.fence ? failsafes.fenceRadiusMetres : .infinity
        limits.maxAltitudeMetres = failsafes.maxAltitudeMetres
        limits.maxLegMetres = 10_000
        limits.maxPathMetres = .infinity
        limits.maxMetresPerSecond = guidance.maxMetresPerSecond
        limits.cruiseMetresPerSecond = guidance.cruiseMetresPerSecond
        limits.maxFlightTime = failsafes.maxFlightTime
        // As near as it calls arrived.
        limits.fenceMarginMetres = guidance.arrivalRadiusMetres
        limits.capabilities = [
            .turn, .pointing, .photographs, .returning, .speeds, .following, .figures,
        ]
        limits.minStandoffMetres = follow.minDistanceMetres
        limits.maxItems = 500
        limits.maxFenceCorners = 200
        return limits
    }
}

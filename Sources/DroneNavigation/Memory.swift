import Core
import Missions
import Values

extension DroneNavigation {
    /// What must outlive a restart: that a mission which begins at once has begun, and what a flight
    /// is held to.
    package struct Memory: Codable, Equatable, Sendable {
        struct Flight: Codable, Equatable, Sendable {
            let home: Position?
            /// In steps, so that a store need not be written with every tick.
            let airborneFor: Duration
            let stops: [FailsafeCondition.Kind]
            /// What it flies, and how far it has come with it.
            let plan: Plan?
            /// Where the way home bends around fences; `nil` in what an earlier version has kept.
            let bends: [Position]?
        }

        struct Plan: Codable, Equatable, Sendable {
            let origin: FlightPlan.Origin
            /// Counted from one.
            let item: Int
        }

        /// What a person has sent for the next take-off: with that alone it would fly something else after a restart.
        enum Sent: Codable, Equatable, Sendable {
            case mission(MissionSource)
            case target(Position, altitudeMetres: Double?)
            case following(standoffMetres: Double)
        }

        /// The mission that was begun; another one may begin at once again.
        let startedMission: String?
        let flight: Flight?
        /// `nil` of an earlier version, too.
        let sent: Sent?

        static let step = Duration.seconds(30)
    }
}

extension DroneNavigation.FailsafeCondition.Kind: Codable {}

extension DroneNavigation: ResumablePolicy {
    package static let memoryVersion = 1

    package func memory(by settings: Settings) -> DroneNavigation.Memory {
        DroneNavigation.Memory(
            startedMission: autoStarts ? nil : Self.atOnceFingerprint(settings),
            flight: remembered ?? rememberedFlight, sent: nextMission?.sent)
    }

    package init(settings: DroneNavigation.Settings, resuming memory: DroneNavigation.Memory) {
        self.init(settings: settings)
        if memory.startedMission == Self.atOnceFingerprint(settings) { autoStarts = false }
        remembered = memory.flight
        nextMission = memory.sent.map(DroneNavigation.MissionCandidate.init)
    }

    private var rememberedFlight: DroneNavigation.Memory.Flight? {
        guard let flight, let airborneSince = flight.airborneSince, let now = latest?.now else {
            return nil
        }
        let step = DroneNavigation.Memory.step.nanoseconds
        let steps = (now - airborneSince).nanoseconds / step
        return DroneNavigation.Memory.Flight(
            home: flight.home, airborneFor: .nanoseconds(steps * step),
            stops: flight.stops.sorted(),
            plan: flight.mission.flatMap { plan in
                plan.origin.map { DroneNavigation.Memory.Plan(origin: $0, item: plan.number) }
            }, bends: flight.wayBack?.bends)
    }

    /// Of a mission that begins without being asked for.
    private static func atOnceFingerprint(_ settings: Settings) -> String? {
        settings.mission.start == .atOnce ? settings.mission.candidate?.fingerprint : nil
    }
}

extension DroneNavigation.FailsafeCondition.Kind: Comparable {
    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

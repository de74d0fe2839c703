import Core
import Devices

extension DroneNavigation {
    /// What must outlive a restart: that a mission which begins at once has begun, and what a flight
    /// is held to.
    package struct Memory: Codable, Equatable, Sendable {
        struct Flight: Codable, Equatable, Sendable {
            let home: Position?
            /// In steps, so that a store need not be written with every tick.
            let airborneFor: Duration
            let stops: [FailsafeCondition.Kind]
        }

        /// The mission that was begun; another one may begin at once again.
        let startedMission: String?
        let flight: Flight?

        static let step = Duration.seconds(30)
    }
}

extension DroneNavigation.FailsafeCondition.Kind: Codable {}

extension DroneNavigation.Navigator: ResumablePolicy {
    package static let memoryVersion = 1

    package var memory: DroneNavigation.Memory {
        DroneNavigation.Memory(
            startedMission: autoStarts ? nil : missionFingerprint,
            flight: remembered ?? flight)
    }

    package init(settings: DroneNavigation.Settings, resuming memory: DroneNavigation.Memory) {
        self.init(settings: settings)
        if memory.startedMission == missionFingerprint { autoStarts = false }
        remembered = memory.flight
    }

    private var flight: DroneNavigation.Memory.Flight? {
        guard let airborneSince, let lastStep else { return nil }
        let step = DroneNavigation.Memory.step.nanoseconds
        let steps = (lastStep - airborneSince).nanoseconds / step
        return DroneNavigation.Memory.Flight(
            home: home, airborneFor: .nanoseconds(steps * step), stops: stops.sorted())
    }

    /// Says whether two missions that begin at once are the same; FNV-1a over the places.
    static func fingerprint(_ mission: DroneNavigation.MissionSettings) -> String? {
        guard mission.start == .atOnce, !mission.targets.isEmpty else { return nil }
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for target in mission.targets {
            let numbers = [
                target.position.latitude, target.position.longitude, target.altitudeMetres ?? -1,
                target.hold.seconds,
            ]
            for number in numbers {
                hash = (hash ^ number.bitPattern) &* 0x0000_0100_0000_01b3
            }
        }
        return String(hash, radix: 16)
    }
}

extension DroneNavigation.FailsafeCondition.Kind: Comparable {
    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

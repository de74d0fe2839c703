import Core
import PolicyKit
import Values

extension PetDoor {
    /// What must outlive a restart and a power cut: that a person has unlocked the door or lets in only,
    /// and for how long it has been locked. Not a lock that was asked for: nobody knows who has gone out
    /// since.
    ///
    /// Times are counted in steps, so that a store need not be written with every tick.
    package struct Memory: Codable, Equatable, Sendable {
        struct KeptOverride: Codable, Equatable, Sendable {
            let mode: Mode
            let left: Duration
            let isByHand: Bool
            let hasSeenNight: Bool
            /// The policy that asked; `nil` of what a person asked for.
            let policy: String?
        }

        /// Who was where. Nobody who was inside stays so over a time in which the flap was free and not
        /// watched: see `PetWatch`.
        struct KeptPets: Codable, Equatable, Sendable {
            let presence: [String: Household.Presence]
            let counts: PassageCounts
            /// The latest first; `nil` of a door that kept one only.
            let recent: [PassageNote]?
            let isBehindBolt: Bool
        }

        /// They hold only as long as the file says what it said then: who changes it is the last who asks.
        struct KeptThresholds: Codable, Equatable, Sendable {
            let asked: Thresholds
            let ofFile: Thresholds
        }

        let override: KeptOverride?
        let lockedFor: Duration
        let wasLockedTooLong: Bool
        let hasBecomeDark: Bool
        /// `nil` of a door that did not know of any yet.
        let pets: KeptPets?
        /// What is known of alerts; `nil` of a door that did not know of any yet.
        let alerts: [Alert]?
        /// There is a fire, or nobody has said yet that it is over.
        let isFire: Bool?
        /// Those that a person asked for.
        let thresholds: KeptThresholds?
        /// Moves that the program has not survived yet; `nil` of a door that did not count them.
        let unsurvived: MoveSurvival.Counts?
        /// How much longer the flap was open, and the tunnel busy, than they may have been by how long they were shut and empty;
        /// `nil` where nothing speaks against them.
        let flapOpenFor: Duration?
        let tunnelBusyFor: Duration?

        static let step = Duration.seconds(600)

        /// Up to the next whole step.
        static func rounded(_ time: Duration) -> Duration {
            guard time > .zero else { return .zero }
            let step = Self.step.nanoseconds
            return .nanoseconds((time.nanoseconds + step - 1) / step * step)
        }
    }
}

extension PetDoor: ResumablePolicy {
    package static let memoryVersion = 2

    package func memory(by settings: Settings) -> PetDoor.Memory {
        PetDoor.Memory(
            override: remembered ?? keptOverride, lockedFor: limit.remembered,
            wasLockedTooLong: limit.isOver, hasBecomeDark: rule.hasBecomeDark,
            pets: PetDoor.Memory.KeptPets(
                presence: pets.presence, counts: pets.counts, recent: pets.recent,
                isBehindBolt: bolt.side == .locked && settings.barred.keepsIn),
            alerts: alerts.known,
            isFire: fire.isOn,
            thresholds: rule.asked.map {
                PetDoor.Memory.KeptThresholds(asked: $0, ofFile: settings.rule.thresholds)
            }, unsurvived: bolt.survival.counts, flapOpenFor: flap.remembered,
            tunnelBusyFor: tunnel.proof.remembered)
    }

    package init(settings: PetDoor.Settings, resuming memory: PetDoor.Memory) {
        self.init(settings: settings)
        bolt = PetDoor.BoltController(
            survival: PetDoor.MoveSurvival(
                found: memory.unsurvived ?? PetDoor.MoveSurvival.Counts()))
        rule = PetDoor.LockRule(hasBecomeDark: memory.hasBecomeDark)
        if let kept = memory.thresholds, kept.ofFile == settings.rule.thresholds,
            kept.asked.conflicts(
                hysteresisKelvins: settings.rule.temperatureHysteresisKelvins
            ).isEmpty
        {
            rule.asked = kept.asked
        }
        limit = PetDoor.LockLimit(
            lockedFor: max(.zero, memory.lockedFor), isOver: memory.wasLockedTooLong)
        remembered = memory.override
        pets = PetDoor.PetWatch(settings.pets, remembered: memory.pets)
        fire = PetDoor.FireWatch(isOn: memory.isFire ?? false)
        alerts = PetDoor.AlertBook(remembered: memory.alerts ?? [])
        if let open = memory.flapOpenFor { flap.resume(open) }
        if let busy = memory.tunnelBusyFor { tunnel.proof.resume(busy) }
    }

    private var keptOverride: PetDoor.Memory.KeptOverride? {
        guard let override, override.isKept, let lastStep else { return nil }
        return PetDoor.Memory.KeptOverride(
            mode: override.mode, left: PetDoor.Memory.rounded(override.until - lastStep),
            isByHand: override.isByHand, hasSeenNight: override.hasSeenNight,
            policy: override.policy)
    }

    mutating func resume(by settings: PetDoor.Settings, at now: Instant) {
        lastStep = now
        guard let kept = remembered else { return }
        remembered = nil
        // The bolt may be another one since.
        guard kept.mode.side != nil, settings.refusal(of: kept.mode) == nil else { return }
        let left = min(max(.zero, kept.left), settings.manualExpiry)
        override = PetDoor.Override(
            mode: kept.mode, until: now + left, isByHand: kept.isByHand,
            endsAtDawn: settings.overrideEndsAtDawn && !kept.isByHand,
            hasSeenNight: kept.hasSeenNight, policy: kept.policy)
    }

}

import Core
import Devices

extension PetDoor {
    /// What must outlive a restart and a power cut: that a person has unlocked the door, and for how
    /// long it has been locked. Not a lock that was asked for: nobody knows who has gone out since.
    ///
    /// Times are counted in steps, so that a store need not be written with every tick.
    package struct Memory: Codable, Equatable, Sendable {
        struct Unlock: Codable, Equatable, Sendable {
            let left: Duration
            let isByHand: Bool
        }

        let unlock: Unlock?
        let lockedFor: Duration
        let wasLockedTooLong: Bool
        let hasBecomeDark: Bool

        static let step = Duration.seconds(600)
    }
}

extension PetDoor.PetDoorController: ResumablePolicy {
    package static let memoryVersion = 1

    package var memory: PetDoor.Memory {
        PetDoor.Memory(
            unlock: remembered ?? unlock, lockedFor: rounded(limit.lockedFor),
            wasLockedTooLong: limit.isOver, hasBecomeDark: rule.hasBecomeDark)
    }

    package init(settings: PetDoor.Settings, resuming memory: PetDoor.Memory) {
        self.init(settings: settings)
        rule = PetDoor.LockRule(settings.rule, hasBecomeDark: memory.hasBecomeDark)
        limit = PetDoor.LockLimit(
            settings.maxLocked, lockedFor: max(.zero, memory.lockedFor),
            isOver: memory.wasLockedTooLong)
        remembered = memory.unlock
    }

    private var unlock: PetDoor.Memory.Unlock? {
        guard let override, override.side == .unlocked, let lastStep else { return nil }
        return PetDoor.Memory.Unlock(
            left: rounded(override.until - lastStep), isByHand: override.isByHand)
    }

    mutating func resume(at now: Instant) {
        lastStep = now
        guard let unlock = remembered else { return }
        remembered = nil
        let left = min(max(.zero, unlock.left), settings.manualExpiry)
        override = Override(side: .unlocked, until: now + left, isByHand: unlock.isByHand)
    }

    /// Up to the next whole step.
    private func rounded(_ time: Duration) -> Duration {
        guard time > .zero else { return .zero }
        let step = PetDoor.Memory.step.nanoseconds
        return .nanoseconds((time.nanoseconds + step - 1) / step * step)
    }
}

import Core
import PolicyKit
import Values

extension PetDoor {
    /// What a lamp and a buzzer in the house tell of the door; docs/pet-door.md has them for people.
    package enum Signal: String, CaseIterable, Codable, Sendable {
        case fire, afterFire = "after-fire"
        case alarm, alarmKnown = "alarm-known"
        case knock, warning, moving, pending, locked, unlocked, unknown

        package var lamp: SwitchCommand {
            switch self {
            case .fire: SignalPattern.flicker
            case .afterFire: SignalPattern.long
            case .alarm, .alarmKnown: SignalPattern.quickFlash
            case .knock: SignalPattern.fourFlashes
            case .warning: SignalPattern.threeFlashes
            case .moving: SignalPattern.blink
            case .pending: SignalPattern.twoFlashes
            case .locked: .active
            case .unlocked: SignalPattern.rareFlash
            case .unknown: SignalPattern.flash
            }
        }

        package var buzzer: SwitchCommand {
            switch self {
            case .fire: SignalPattern.long
            case .alarm: SignalPattern.threeFlashes
            case .knock: SignalPattern.twoFlashes
            case .afterFire, .alarmKnown, .warning, .moving, .pending, .locked, .unlocked, .unknown:
                .inactive
            }
        }
    }

    /// For how long people hear of what is new: an alarm that goes on and on is switched off permanently.
    struct SignalTimer: Sendable {
        private static let alarmFor = Duration.seconds(60)
        private static let knockFor = Duration.seconds(10)

        private var alarmUntil: Instant?
        private var knockUntil: Instant?

        mutating func note(_ news: [Alert], _ passages: [PassageNote], at now: Instant) {
            for alert in news where alert.isStanding && alert.severity == .alarm {
                alarmUntil = now + Self.alarmFor
            }
            for passage in passages where passage.isKnock { knockUntil = now + Self.knockFor }
        }

        /// What is most urgent.
        func signal(
            _ state: DoorState, _ alerts: AlertBook, _ fire: FireWatch, at now: Instant
        ) -> Signal {
            if fire.isOn { return fire.isBurning ? .fire : .afterFire }
            if alerts.worst == .alarm { return isLater(alarmUntil, now) ? .alarm : .alarmKnown }
            if isLater(knockUntil, now) { return .knock }
            if alerts.worst == .warning { return .warning }
            return switch state {
            case .locked: .locked
            case .unlocked: .unlocked
            case .locking, .unlocking: .moving
            case .pending: .pending
            case .jammed: .alarmKnown
            case .unknown: .unknown
            }
        }

        private func isLater(_ end: Instant?, _ now: Instant) -> Bool {
            end.map { now < $0 } ?? false
        }
    }
}

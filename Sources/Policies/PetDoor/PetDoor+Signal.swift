import Devices

extension PetDoor {
    /// What a lamp and a buzzer in the house tell of the door; docs/pet-door.md has them for people.
    package enum Signal: String, CaseIterable, Codable, Sendable {
        case fire, afterFire = "after-fire"
        case alarm, alarmKnown = "alarm-known"
        case knock, warning, moving, pending, locked, unlocked, unknown

        package var lamp: SwitchCommand {
            switch self {
            case .fire: Rhythm.flicker
            case .afterFire: Rhythm.long
            case .alarm, .alarmKnown: Rhythm.quickFlash
            case .knock: Rhythm.fourFlashes
            case .warning: Rhythm.threeFlashes
            case .moving: Rhythm.blink
            case .pending: Rhythm.twoFlashes
            case .locked: .active
            case .unlocked: Rhythm.rareFlash
            case .unknown: Rhythm.flash
            }
        }

        package var buzzer: SwitchCommand {
            switch self {
            case .fire: Rhythm.long
            case .alarm: Rhythm.threeFlashes
            case .knock: Rhythm.twoFlashes
            case .afterFire, .alarmKnown, .warning, .moving, .pending, .locked, .unlocked, .unknown:
                .inactive
            }
        }

        /// Made once: a step makes none.
        private enum Rhythm {
            static let rareFlash = SwitchCommand.pattern(.flashes(1, every: .seconds(5)))
            static let flash = SwitchCommand.pattern(.flashes(1, every: .seconds(2)))
            static let twoFlashes = SwitchCommand.pattern(.flashes(2, every: .seconds(2)))
            static let threeFlashes = SwitchCommand.pattern(.flashes(3, every: .seconds(2)))
            static let fourFlashes = SwitchCommand.pattern(.flashes(4, every: .seconds(2)))
            static let quickFlash = SwitchCommand.pattern(.flashes(1, every: .milliseconds(500)))
            static let flicker = SwitchCommand.pattern(.flashes(1, every: .milliseconds(200)))
            static let blink = SwitchCommand.pattern(.blink)
            static let long = SwitchCommand.pattern(
                .flashes(1, of: .milliseconds(1500), every: .seconds(2)))
        }
    }

    /// For how long people hear of what is new: an alarm that goes on and on is switched off for good.
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

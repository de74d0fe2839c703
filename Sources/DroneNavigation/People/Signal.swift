import PolicyKit
import Values

extension DroneNavigation {
    /// What a lamp and a buzzer tell of it; docs/flying.md has them for people.
    package enum Signal: String, CaseIterable, Codable, Sendable {
        case unheard, notReady = "not-ready", ready, armed, starting, flying, hovering
        case comingDown = "coming-down"
        case emergency, refused, undone

        /// `isReady` is asked on the ground only. `isHeld`: a change was undone, and no person has acknowledged that.
        init(_ reason: Why, isHeld: Bool, isReady: () -> Bool) {
            self =
                switch reason {
                case .listening: .unheard
                case .grounded(.emergency): .emergency
                case .grounded, .waitingToTakeOff:
                    isHeld ? .undone : isReady() ? .ready : .notReady
                case .resetting: .notReady
                case .armed: .armed
                case .starting: .starting
                case .takingOff, .flying, .adjustingAltitude, .turning, .holding, .following,
                    .reachingCircle, .circling, .photographing:
                    .flying
                case .hovering, .paused, .awaiting: .hovering
                case .returning, .descending, .landing: .comingDown
                }
        }

        package var lamp: SwitchCommand {
            switch self {
            case .unheard: SignalPattern.rareFlash
            case .notReady: SignalPattern.flash
            case .ready: SignalPattern.blink
            case .armed: SignalPattern.twoFlashes
            case .starting: SignalPattern.flicker
            case .flying: .active
            case .hovering: SignalPattern.threeFlashes
            case .comingDown: SignalPattern.fourFlashes
            case .emergency: SignalPattern.long
            case .refused: SignalPattern.flicker
            case .undone: SignalPattern.quickFlash
            }
        }

        package var buzzer: SwitchCommand {
            switch self {
            case .unheard, .notReady, .ready, .flying, .undone: .inactive
            case .armed: SignalPattern.flash
            case .starting: SignalPattern.quickFlash
            case .hovering: SignalPattern.threeFlashes
            case .comingDown: SignalPattern.fourFlashes
            case .emergency: SignalPattern.long
            case .refused: SignalPattern.tone
            }
        }
    }
}

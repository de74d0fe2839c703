import Devices

extension DroneNavigation {
    /// What a lamp and a buzzer tell of it; docs/flying.md has them for people.
    package enum Signal: String, CaseIterable, Codable, Sendable {
        case unheard, notReady = "not-ready", ready, armed, starting, flying, hovering
        case comingDown = "coming-down"
        case emergency, refused

        /// `isReady` is asked on the ground only.
        init(_ reason: Why, isReady: () -> Bool) {
            self =
                switch reason {
                case .listening: .unheard
                case .grounded(.emergency): .emergency
                case .grounded, .waitingToTakeOff: isReady() ? .ready : .notReady
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
            }
        }

        package var buzzer: SwitchCommand {
            switch self {
            case .unheard, .notReady, .ready, .flying: .inactive
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

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
                case .takingOff, .flying, .adjustingAltitude, .turning, .holding, .following:
                    .flying
                case .hovering, .paused, .awaiting: .hovering
                case .returning, .descending, .landing: .comingDown
                }
        }

        package var lamp: SwitchCommand {
            switch self {
            case .unheard: Rhythm.rareFlash
            case .notReady: Rhythm.flash
            case .ready: Rhythm.blink
            case .armed: Rhythm.twoFlashes
            case .starting: Rhythm.flicker
            case .flying: .active
            case .hovering: Rhythm.threeFlashes
            case .comingDown: Rhythm.fourFlashes
            case .emergency: Rhythm.long
            case .refused: Rhythm.flicker
            }
        }

        package var buzzer: SwitchCommand {
            switch self {
            case .unheard, .notReady, .ready, .flying: .inactive
            case .armed: Rhythm.flash
            case .starting: Rhythm.quickFlash
            case .hovering: Rhythm.threeFlashes
            case .comingDown: Rhythm.fourFlashes
            case .emergency: Rhythm.long
            case .refused: Rhythm.tone
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
            static let tone = SwitchCommand.pattern(
                .flashes(1, of: .seconds(1), every: .seconds(2)))
        }
    }
}

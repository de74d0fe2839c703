import Core
import PolicyKit
import Values

extension DeploymentPanel {
    /// What lamp and buzzer tell; docs/stick.md has them for people.
    package enum Signal: Codable, Equatable, Sendable {
        case idle
        /// So many changes, eight at most.
        case offered(changes: Int, restarts: Bool)
        case accepted, declined, done, refused, takenBack

        /// More than anybody counts.
        static let maxChanges = 8

        init(_ state: State) {
            switch state {
            case .idle: self = .idle
            case .offered(let offer, _):
                self = .offered(
                    changes: min(offer.changes, Self.maxChanges), restarts: offer.restarts)
            case .accepted: self = .accepted
            case .declined: self = .declined
            case .told(.done, _): self = .done
            case .told(.refused, _): self = .refused
            case .told(.takenBack, _): self = .takenBack
            }
        }

        package var lamp: SwitchCommand {
            switch self {
            case .idle: .inactive
            case .offered(let changes, _): Self.offers[changes - 1]
            case .accepted: SignalPattern.flicker
            case .declined: SignalPattern.flash
            case .done: .active
            case .refused: SignalPattern.threeFlashes
            case .takenBack: SignalPattern.fourFlashes
            }
        }

        package var buzzer: SwitchCommand {
            switch self {
            case .idle, .accepted, .declined: .inactive
            case .offered(_, let restarts): Self.beeps[restarts ? 1 : 0]
            case .done: SignalPattern.long
            case .refused: SignalPattern.threeFlashes
            case .takenBack: SignalPattern.fourFlashes
            }
        }

        /// Made once: a step makes none. The pause is long, for people to begin to count after it.
        private static let offers = (1...maxChanges).map {
            SwitchCommand.pattern(.flashes($0, of: .milliseconds(200), every: .seconds(5)))
        }
        private static let beeps = [1, 2].map {
            SwitchCommand.pattern(.flashes($0, of: .milliseconds(200), every: .seconds(5)))
        }
    }
}

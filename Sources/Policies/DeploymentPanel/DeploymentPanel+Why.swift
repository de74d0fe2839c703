import Core

extension DeploymentPanel {
    /// How it stands with what was brought.
    package enum Why: Reason {
        case idle
        case offered(Offer)
        case accepted(Offer)
        case declined(Offer)
        case told(Outcome)

        init(_ state: State) {
            switch state {
            case .idle: self = .idle
            case .offered(let offer, _): self = .offered(offer)
            case .accepted(let offer, _): self = .accepted(offer)
            case .declined(let offer, _): self = .declined(offer)
            case .told(let outcome, _): self = .told(outcome)
            }
        }

        package var code: String {
            switch self {
            case .idle: "idle"
            case .offered: "offered"
            case .accepted: "accepted"
            case .declined: "declined"
            case .told(let outcome): outcome.rawValue
            }
        }

        package var description: String {
            switch self {
            case .idle: "nothing is offered"
            case .offered(let offer):
                "deployment \(offer.number) waits for a press: \(offer.words)"
            case .accepted(let offer): "deployment \(offer.number) was allowed by a press"
            case .declined(let offer):
                "deployment \(offer.number) was not allowed: the button was held, or not pressed in time"
            case .told(.done): "the deployment runs"
            case .told(.refused): "a deployment was refused"
            case .told(.takenBack): "a deployment was taken back: the configuration before runs"
            }
        }
    }
}

extension DeploymentPanel.Offer {
    fileprivate var words: String {
        "\(changes) \(changes == 1 ? "change" : "changes")"
            + (restarts ? ", the service starts again" : ", nothing restarts")
    }
}

import Core
import Devices

extension DeploymentPanel {
    /// The step. Only a press that came after the offer, and is no rest of an earlier one, allows it.
    package struct Attendant: Policy {
        package typealias Settings = DeploymentPanel.Settings
        package typealias Request = DeploymentPanel.Request

        enum State: Equatable {
            case idle
            case offered(Offer, since: Instant)
            /// Until whoever offered it tells the outcome.
            case accepted(Offer, since: Instant)
            case declined(Offer, at: Instant)
            case told(Outcome, at: Instant)
        }

        /// A hand that is on its way to the button already does not know of the offer.
        private static let startle = Duration.seconds(1)
        /// Longer than a restart and its probation.
        private static let applyingLimit = Duration.seconds(300)
        private static let tellFor = Duration.seconds(30)

        private let settings: Settings
        private var state = State.idle

        package init(settings: Settings) {
            self.settings = settings
        }

        package mutating func step(_ inputs: Inputs, at now: Instant) -> Outputs {
            expire(at: now)
            for press in inputs.presses { handle(press, at: now) }
            let responses = inputs.requests.map { handle($0, at: now) }
            return Outputs(signal: Signal(state), reason: Why(state), responses: responses)
        }

        /// For whoever offers: `roost-stick` reads the number and the word.
        package func details(at now: Instant) -> JSONValue? {
            var members: [String: JSONValue] = ["state": .string(Why(state).code)]
            if let offer = state.offer { members["number"] = JSONValue(integer: offer.number) }
            return .object(members)
        }

        /// With an offer that waits for its press nothing else is changed; what it allows is changed by whoever
        /// offered it.
        package func successor(_ settings: Settings) throws(PlainError) -> Attendant {
            if case .offered = state {
                throw PlainError("a deployment waits for its press, until it is answered")
            }
            var successor = Attendant(settings: settings)
            successor.state = state
            return successor
        }

        // MARK: What happens to it

        private mutating func expire(at now: Instant) {
            switch state {
            case .offered(let offer, let since) where now >= since + settings.answerWithin:
                state = .declined(offer, at: now)
            case .accepted(_, let since) where now >= since + Self.applyingLimit: state = .idle
            case .declined(_, let time) where now >= time + Self.tellFor: state = .idle
            case .told(_, let time) where now >= time + Self.tellFor: state = .idle
            default: break
            }
        }

        private mutating func handle(_ press: Event<ButtonPress>, at now: Instant) {
            guard case .offered(let offer, let since) = state,
                press.postedAt >= since + Self.startle
            else { return }
            state =
                press.value == .press ? .accepted(offer, since: now) : .declined(offer, at: now)
        }

        private mutating func handle(_ request: Event<Request>, at now: Instant) -> Response {
            switch request.value {
            case .offer(let offer):
                guard !state.isBusy else {
                    return Response(
                        to: request.number, .refused, "refused: \(Why(state)); one at a time")
                }
                state = .offered(offer, since: now)
                return Response(to: request.number, .done, "offered")
            case .withdraw(let number):
                if case .offered(let offer, _) = state, offer.number == number { state = .idle }
                return Response(to: request.number, .done, "withdrawn")
            case .tell(let outcome):
                state = .told(outcome, at: now)
                return Response(to: request.number, .done, "told: \(outcome.rawValue)")
            }
        }
    }
}

extension DeploymentPanel.Attendant.State {
    var offer: DeploymentPanel.Offer? {
        switch self {
        case .offered(let offer, _), .accepted(let offer, _), .declined(let offer, _): offer
        case .idle, .told: nil
        }
    }

    var isBusy: Bool {
        switch self {
        case .offered, .accepted: true
        case .idle, .declined, .told: false
        }
    }
}

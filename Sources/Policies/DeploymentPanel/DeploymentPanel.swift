import Core
import JSON
import Settings
import Values

/// Tells a person of a configuration that waits to be deployed, by lamp and buzzer, and takes the press that
/// allows it.
///
/// Only a press that came after the offer, and is no rest of an earlier one, allows it.
///
/// Whoever brings the configuration (`roost-stick`) offers it, waits until it is accepted, applies it and tells
/// the outcome. Nothing here reads or changes a configuration.
package struct DeploymentPanel: DetailedPolicy {
    package static let name = "deployment-panel"
    package static let summary =
        "Tells by lamp and buzzer of a configuration that is brought on a USB stick, and waits for the press of a "
        + "button."
    package static let defaultPeriod = Duration.milliseconds(100)

    package struct Settings: PluginSettings {
        let answerWithin: Duration

        package init(_ read: SettingsReader) {
            answerWithin = read(
                "answer_within", .duration(.seconds(10) ... .seconds(600)), default: .seconds(120),
                "For so long an offer waits for a press. Then it is refused.", protects: .smaller)
        }
    }

    package struct Inputs: PolicyInputs {
        package var presses: [Event<ButtonPress>] = []
        package var requests: [Event<Request>] = []
    }

    package struct Outputs: PolicyOutputs {
        package let signal: Signal
        package let reason: Why
        package let responses: [Response]

        package static func declare(_ port: OutputPorts<Outputs>) {
            port.command(
                "lamp", required: false, "Tells how much would change, in flashes to count."
            ) {
                $0.signal.lamp
            }
            port.command("buzzer", required: false, "Tells the same to who does not look.") {
                $0.signal.buzzer
            }
        }
    }

    /// It can only be seen and heard: without a lamp and a buzzer nobody would know what a press allows.
    package static func conflicts(
        _ settings: Settings, connected: BoundPorts
    ) -> [SettingConflict] {
        guard connected.names.isDisjoint(with: ["lamp", "buzzer"]) else { return [] }
        return [
            SettingConflict(
                "outputs", "needs a \"lamp\" or a \"buzzer\", or nobody knows what a press allows")
        ]
    }

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

    private var state = State.idle

    package init(settings: Settings) {}

    package mutating func step(
        _ inputs: Inputs, by settings: Settings, at now: Instant
    ) -> Outputs {
        expire(answerWithin: settings.answerWithin, at: now)
        for press in inputs.presses { handle(press, at: now) }
        let responses = inputs.requests.map { handle($0, at: now) }
        return Outputs(signal: Signal(state), reason: Why(state), responses: responses)
    }

    /// For whoever offers: `roost-stick` reads the number and the word.
    package func details(by settings: Settings, at now: Instant) -> JSONValue? {
        var members: [String: JSONValue] = ["state": .string(Why(state).code)]
        if let offer = state.offer { members["number"] = JSONValue(integer: offer.number) }
        return .object(members)
    }

    /// With an offer that waits for its press nothing else is changed; what it allows is changed by whoever
    /// offered it.
    package func successor(
        by new: Settings, after old: Settings
    ) throws(PlainError) -> DeploymentPanel {
        if case .offered = state {
            throw PlainError("a deployment waits for its press, until it is answered")
        }
        return self
    }

    // MARK: What happens to it

    private mutating func expire(answerWithin: Duration, at now: Instant) {
        switch state {
        case .offered(let offer, let since) where now >= since + answerWithin:
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

extension DeploymentPanel.Inputs {
    package init(_ port: InputReader) {
        presses = port.events("button", "A press allows what is offered, and held it refuses that.")
        requests = port.requests()
    }
}

extension DeploymentPanel.State {
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

import JSON
import Settings
import Values

/// One request to an output, without the type of its commands.
struct HandRequest: Sendable {
    enum Step: Sendable {
        case give(GivenCommand)
        case end
    }

    let description: RequestDescription
    let read: @Sendable (RequestArguments) throws(ConfigurationErrors) -> Step

    /// What ends it early.
    static let end: HandRequest = {
        let end = RequestDeclaration<Void>(
            "end", "Let go of it at once: it goes to its safe level.", (), effect: .safer)
        return HandRequest(description: end.description) { given throws(ConfigurationErrors) in
            try end.read(given)
            return .end
        }
    }()
}

/// A command that a person has asked for, without its type.
struct GivenCommand: Sendable {
    let words: String
    let value: JSONValue
    let figure: CommandedFigure?
    let time: Duration?
    /// Gives it to a sink, to hold until then; `nil` for an end that takes other commands.
    let give: @Sendable (any Endpoint, _ until: Instant) -> HandLease?
}

/// The lease of a command that was given by hand.
struct HandLease: Sendable {
    /// Whether it went on, to hold until then: see `CommandWriter`.
    let renew: @Sendable (_ until: Instant, _ now: Instant) -> Bool
    let holds: @Sendable (_ now: Instant) -> Bool
    let withdraw: @Sendable () -> Void
}

extension HandCommand {
    /// All that such an output can be asked for.
    static var requests: [HandRequest] {
        handRequests.map { declaration in
            HandRequest(description: declaration.description) {
                given throws(ConfigurationErrors) in
                let wish = try declaration.read(given)
                return .give(wish.command.given(for: wish.time))
            }
        } + [.end]
    }

    private func given(for time: Duration?) -> GivenCommand {
        GivenCommand(words: handWords, value: handValue, figure: handFigure, time: time) {
            endpoint, expiry in
            guard let sink = endpoint as? Sink<Self> else { return nil }
            let writer = sink.makeWriter()
            writer.send(self, until: expiry)
            return HandLease(
                renew: { writer.renew(until: $0, at: $1) }, holds: { writer.holds(at: $0) },
                withdraw: { writer.withdraw() })
        }
    }
}

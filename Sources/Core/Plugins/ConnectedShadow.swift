import JSON
import Synchronization
import Values

/// Steps beside a policy, on its thread: a step of it is another step of that one's time.
final class ConnectedShadow<Kind: Policy>: ShadowPolicy {
    typealias Outputs = Kind.Outputs

    /// A class for the reason that `ConnectedPolicy.State` is one.
    private final class State {
        var policy: Kind
        let settings: Kind.Settings

        init(_ policy: Kind, _ settings: Kind.Settings) {
            self.policy = policy
            self.settings = settings
        }
    }

    private final class Figures {
        var reason: Outputs.Why?
        var ticks: UInt64 = 0
        var differentTicks: UInt64 = 0
        var differences: UInt64 = 0
        var differsIn: [String] = []
        var differsSince: Instant?
    }

    private let name: String
    private let original: String
    private let log: Log
    private let state: Mutex<State>
    /// Apart from the policy, so that a reader of the status never waits for a step that hangs.
    private let figures = Mutex(Figures())

    init(
        name: String, of original: String, _ policy: Kind, _ settings: Kind.Settings, log: Log
    ) {
        self.name = name
        self.original = original
        self.log = log.labelled(name)
        state = Mutex(State(policy, settings))
    }

    func observed<Inputs: Codable & Equatable & Sendable, Others: PolicyOutputs>(
        inputs: Inputs, outputs: Others, at now: Instant
    ) {
        // It is of the same kind: the configuration would have been refused.
        guard let inputs = inputs as? Kind.Inputs, let outputs = outputs as? Outputs else {
            return
        }
        let own = state.withLock { $0.policy.step(inputs, by: $0.settings, at: now) }
        let differsIn = own == outputs ? [] : differences(of: own, from: outputs)
        let news = figures.withLock { record(own, differsIn, in: $0, at: now) }
        if let news { log.notice(news) }
    }

    /// The settings of the other are its own affair.
    func goesOn(with settings: JSONValue) {}
    /// It is made again then, too.
    func restarted(with settings: JSONValue, resuming memory: PolicyMemory?) {}

    func report(at now: Instant) -> ShadowReport {
        figures.withLock { figures in
            ShadowReport(
                name: name, reason: figures.reason.map { ReasonReport($0) }, ticks: figures.ticks,
                differentTicks: figures.differentTicks, differences: figures.differences,
                differsIn: figures.differsIn,
                differsForSeconds: figures.differsSince.map { max(.zero, now - $0).seconds })
        }
    }

    /// - Returns: what is to be logged: that it begins to differ, or that this is over.
    private func record(
        _ own: Outputs, _ differsIn: [String], in figures: Figures, at now: Instant
    ) -> String? {
        figures.ticks += 1
        figures.reason = own.reason
        figures.differsIn = differsIn
        guard !differsIn.isEmpty else {
            guard let since = figures.differsSince else { return nil }
            figures.differsSince = nil
            return "decides as \(original) does again, after \(text(of: now - since))"
        }
        figures.differentTicks += 1
        guard figures.differsSince == nil else { return nil }
        figures.differsSince = now
        figures.differences += 1
        return
            "would do otherwise than \(original) (\(differsIn.joined(separator: ", "))): \(own.reason)"
    }
}

/// The members in which two outputs differ, but for their words: why, and what is said to requests.
private func differences<Outputs: PolicyOutputs>(
    of own: Outputs, from others: Outputs
) -> [String] {
    guard case .object(let own)? = JSONValue(encoding: own, keys: .snakeCase),
        case .object(let others)? = JSONValue(encoding: others, keys: .snakeCase)
    else { return ["outputs"] }
    return Set(own.keys).union(others.keys).subtracting(["reason", "responses"])
        .filter { own[$0] != others[$0] }.sorted()
}

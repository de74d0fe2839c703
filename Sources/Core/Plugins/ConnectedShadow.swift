import Devices
import Synchronization

/// Steps beside a policy, on its thread: a step of it is another step of that one's time.
final class ConnectedShadow<Plugin: PolicyPlugin>: ShadowPolicy {
    typealias Outputs = Plugin.Logic.Outputs

    /// A class for the reason that `ConnectedPolicy.State` is one.
    private final class State {
        var logic: Plugin.Logic
        var reason: Outputs.Why?
        var ticks: UInt64 = 0
        var differentTicks: UInt64 = 0
        var differences: UInt64 = 0
        var differsIn: [String] = []
        var differsSince: Instant?

        init(logic: Plugin.Logic) {
            self.logic = logic
        }
    }

    private let name: String
    private let original: String
    private let log: Log
    private let state: Mutex<State>

    init(name: String, of original: String, logic: Plugin.Logic, log: Log) {
        self.name = name
        self.original = original
        self.log = log.labelled(name)
        state = Mutex(State(logic: logic))
    }

    func observed<Inputs: Codable & Sendable, Others: PolicyOutputs>(
        inputs: Inputs, outputs: Others, at now: Instant
    ) {
        // It is of the same kind: the configuration is refused else.
        guard let inputs = inputs as? Plugin.Logic.Inputs, let outputs = outputs as? Outputs else {
            return
        }
        let news = state.withLock { state in
            let own = state.logic.step(inputs, at: now)
            let differsIn = own == outputs ? [] : differences(of: own, from: outputs)
            return note(own, differsIn, in: state, at: now)
        }
        if let news { log.notice(news) }
    }

    /// The settings of the other are its own affair.
    func goesOn(with settings: JSONValue) {}

    func report(at now: Instant) -> ShadowReport {
        state.withLock { state in
            ShadowReport(
                name: name, reason: state.reason.map { ReasonReport($0) }, ticks: state.ticks,
                differentTicks: state.differentTicks, differences: state.differences,
                differsIn: state.differsIn,
                differsForSeconds: state.differsSince.map { max(.zero, now - $0).seconds })
        }
    }

    /// - Returns: what is to be logged: that it begins to differ, or that this is over.
    private func note(
        _ own: Outputs, _ differsIn: [String], in state: State, at now: Instant
    ) -> String? {
        state.ticks += 1
        state.reason = own.reason
        state.differsIn = differsIn
        guard !differsIn.isEmpty else {
            guard let since = state.differsSince else { return nil }
            state.differsSince = nil
            return "decides as \(original) does again, after \(text(of: now - since))"
        }
        state.differentTicks += 1
        guard state.differsSince == nil else { return nil }
        state.differsSince = now
        state.differences += 1
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

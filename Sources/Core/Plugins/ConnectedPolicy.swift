import Devices
import Synchronization

/// Steps a policy held in a mutex. Dispatch gives the turns, the mutex the proof.
final class ConnectedPolicy<Plugin: PolicyPlugin>: PolicyInstance {
    /// A class, because Swift 6.0 cannot compile a mutex that is given a value of generic layout
    /// (swiftlang/swift issue 78048). Only the mutex has it, so the compiler's proof stands.
    private final class State {
        var logic: Plugin.Logic

        init(logic: Plugin.Logic) {
            self.logic = logic
        }
    }

    private final class Latest {
        var reason: Plugin.Logic.Outputs.Why?
        var observer: (any StepObserver)?
    }

    private let state: Mutex<State>
    /// Apart from the policy, so that a reader of the status never waits for a slow step.
    private let latestStep = Mutex(Latest())
    private let ports: Plugin.Ports
    private let requests: EventQueue<Plugin.Logic.Request>
    private let writer: PolicyMemoryWriter?

    /// `writer` has the memory saved whenever it changes; `nil` for nobody.
    init(
        logic: Plugin.Logic, ports: Plugin.Ports, requests: EventQueue<Plugin.Logic.Request>,
        writer: PolicyMemoryWriter?
    ) {
        state = Mutex(State(logic: logic))
        self.ports = ports
        self.requests = requests
        self.writer = writer
    }

    func step(at now: Instant, lease: Duration) -> StepResult {
        let inputs = Plugin.gather(ports, requests.drain(at: now), at: now)
        let observer = latestStep.withLock { $0.observer }
        var isSaved = true
        let decided = state.withLock { state in
            let decided = state.logic.step(inputs, at: now)
            if let writer { isSaved = state.logic.showMemory(to: writer, at: now) }
            // Before other settings can come: it sees steps and changes in the order in which they were.
            observer?.observed(inputs: inputs, outputs: decided, at: now)
            return decided
        }
        if isSaved || !decided.waitsForMemory {
            Plugin.deliver(decided, to: ports, at: now, until: now + lease)
        }
        for response in decided.responses { requests.respond(response) }
        let reason = decided.reason
        let isSame = latestStep.withLock { latest in
            defer { latest.reason = reason }
            return latest.reason?.isSameCase(as: reason) ?? false
        }
        return StepResult(reasonChanged: !isSame)
    }

    var latest: ReasonReport? {
        latestStep.withLock { $0.reason }.map { ReasonReport($0) }
    }

    func checks(at now: Instant) -> [Check] {
        // Outside the mutex: the next step is not to wait for the words.
        let logic = state.withLock { $0.logic }
        return logic.checks(at: now)
    }

    func details(at now: Instant) -> JSONValue? {
        let logic = state.withLock { $0.logic }
        return logic.details(at: now)
    }

    func observe(_ observer: (any StepObserver)?) {
        latestStep.withLock { $0.observer = observer }
    }

    func obstacle(to settings: any PluginSettings) -> String? {
        let logic = state.withLock { $0.logic }
        do throws(PlainError) {
            _ = try Self.successor(of: logic, settings)
            return nil
        } catch {
            return error.description
        }
    }

    func change(
        to entry: PolicyEntry, after others: () throws(PlainError) -> Void
    ) throws(PlainError) {
        let refusal = state.withLock { state -> PlainError? in
            do throws(PlainError) {
                let next = try Self.successor(of: state.logic, entry.configured.settings)
                try others()
                state.logic = next
                latestStep.withLock { $0.observer }?
                    .goesOn(with: .object(entry.settingsAsWritten))
                return nil
            } catch {
                return error
            }
        }
        if let refusal { throw refusal }
    }

    private static func successor(
        of logic: Plugin.Logic, _ settings: any PluginSettings
    ) throws(PlainError) -> Plugin.Logic {
        guard let settings = settings as? Plugin.Logic.Settings else {
            throw PlainError("these are the settings of another kind of policy")
        }
        return try logic.successor(settings)
    }

    var memory: PolicyMemory? {
        guard let logic = state.withLock({ $0.logic }) as? any ResumablePolicy else { return nil }
        return PolicyMemory(of: logic)
    }
}

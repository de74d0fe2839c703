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
        var shadows: [any ShadowPolicy] = []
    }

    private let state: Mutex<State>
    /// Apart from the policy, so that a reader of the status never waits for a slow step.
    private let latestStep = Mutex(Latest())
    /// Held while a step has effects, and never while the policy decides, which may hang.
    private let effects = Mutex(())
    private let isAbandoned = Atomic(false)
    private let ports: Plugin.Ports
    private let requests: EventQueue<Plugin.Logic.Request>
    private let writer: PolicyMemoryWriter?
    private let scheduler: any Scheduler

    /// `writer` has the memory saved whenever it changes; `nil` for nobody.
    init(
        logic: Plugin.Logic, ports: Plugin.Ports, requests: EventQueue<Plugin.Logic.Request>,
        writer: PolicyMemoryWriter?, scheduler: any Scheduler
    ) {
        state = Mutex(State(logic: logic))
        self.ports = ports
        self.requests = requests
        self.writer = writer
        self.scheduler = scheduler
    }

    var latest: ReasonReport? {
        latestStep.withLock { $0.reason }.map { ReasonReport($0) }
    }

    func observe(_ observer: (any StepObserver)?) {
        latestStep.withLock { $0.observer = observer }
    }

    func show(to shadows: [any ShadowPolicy]) {
        latestStep.withLock { $0.shadows = shadows }
    }

    // MARK: Steps

    func step(at now: Instant, lease: Duration) -> StepResult? {
        guard let taken = withEffect({ requests.drain(at: now) }) else { return nil }
        let inputs = Plugin.gather(ports, taken, at: now)
        let (observer, shadows) = latestStep.withLock { ($0.observer, $0.shadows) }
        var isSaved = true
        let decided = state.withLock { state -> Plugin.Logic.Outputs? in
            let decided = state.logic.step(inputs, at: now)
            guard !isAbandoned.load(ordering: .acquiring) else { return nil }
            if let writer { isSaved = state.logic.showMemory(to: writer, at: now) }
            // Before other settings can come: it sees steps and changes in the order in which they were.
            let counts = withEffect {
                observer?.observed(inputs: inputs, outputs: decided, at: now)
                return true
            }
            return counts == true ? decided : nil
        }
        guard let decided else { return nil }
        let isDelivered = isSaved || !decided.waitsForMemory
        guard
            let result = deliver(decided, if: isDelivered, at: now, until: now + lease)
        else { return nil }
        for shadow in shadows { shadow.observed(inputs: inputs, outputs: decided, at: now) }
        return result
    }

    /// Does what others notice, with no abandonment meanwhile; `nil` after one.
    private func withEffect<Value: Sendable>(_ body: () -> Value) -> Value? {
        effects.withLock { _ in isAbandoned.load(ordering: .acquiring) ? nil : body() }
    }

    private func deliver(
        _ decided: Plugin.Logic.Outputs, if isDelivered: Bool, at now: Instant,
        until expiry: Instant
    ) -> StepResult? {
        let result = withEffect { () -> StepResult? in
            if isDelivered { Plugin.deliver(decided, to: ports, at: now, until: expiry) }
            // Where a driver has kept it so long that nobody waited for the end of that.
            guard !isAbandoned.load(ordering: .acquiring) else { return nil }
            for response in decided.responses { requests.respond(response) }
            return StepResult(reasonChanged: note(decided.reason))
        }
        return result ?? nil
    }

    /// - Returns: whether it is another case than the one before.
    private func note(_ reason: Plugin.Logic.Outputs.Why) -> Bool {
        latestStep.withLock { latest in
            defer { latest.reason = reason }
            return latest.reason?.isSameCase(as: reason) != true
        }
    }

    func abandon() {
        isAbandoned.store(true, ordering: .releasing)
        // One that has effects just now is waited for. Where that hangs, in a driver, its ports are
        // taken from it all the same.
        _ = scheduler.retry { effects.withLockIfAvailable { _ in true } }
    }

    // MARK: Beside the steps

    private var isBusy: PlainError {
        PlainError("its step has not returned within \(text(of: scheduler.retryLimit)); try again")
    }

    /// As the last step has left it. A copy: the next step is not to wait for what is made of it.
    private var logic: Plugin.Logic? {
        scheduler.retry { state.withLockIfAvailable { $0.logic } }
    }

    func checks(at now: Instant) -> [Check] { logic?.checks(at: now) ?? [] }
    func details(at now: Instant) -> JSONValue? { logic?.details(at: now) }

    var memory: PolicyMemory? {
        guard let logic = logic as? any ResumablePolicy else { return nil }
        return PolicyMemory(of: logic)
    }

    func obstacle(to settings: any PluginSettings) -> String? {
        guard let logic else { return isBusy.description }
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
        let outcome = scheduler.retry {
            state.withLockIfAvailable { state -> Result<Void, PlainError> in
                do throws(PlainError) {
                    let next = try Self.successor(of: state.logic, entry.configured.settings)
                    try others()
                    state.logic = next
                    latestStep.withLock { $0.observer }?
                        .goesOn(with: .object(entry.settingsAsWritten))
                    return .success(())
                } catch {
                    return .failure(error)
                }
            }
        }
        guard let outcome else { throw isBusy }
        try outcome.get()
    }

    private static func successor(
        of logic: Plugin.Logic, _ settings: any PluginSettings
    ) throws(PlainError) -> Plugin.Logic {
        guard let settings = settings as? Plugin.Logic.Settings else {
            throw PlainError("these are the settings of another kind of policy")
        }
        return try logic.successor(settings)
    }
}

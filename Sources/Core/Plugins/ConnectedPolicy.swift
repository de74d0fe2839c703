import Settings
import JSON
import Devices
import Synchronization

/// Steps a policy held in a mutex. Dispatch gives the turns, the mutex the proof.
@usableFromInline
package final class ConnectedPolicy<Kind: Policy>: PolicyInstance {
    /// A class, because Swift 6.0 cannot compile a mutex that is given a value of generic layout
    /// (swiftlang/swift issue 78048). Only the mutex has it, so the compiler's proof stands.
    @usableFromInline
    final class State {
        @usableFromInline var policy: Kind
        /// Its settings, as its ports were declared by them.
        @usableFromInline var settings: Kind.Settings
        @usableFromInline var connected: ConnectedPorts<Kind.Outputs>
        @usableFromInline var reader: InputReader

        init(
            _ policy: Kind, _ settings: Kind.Settings, _ connected: ConnectedPorts<Kind.Outputs>
        ) {
            self.policy = policy
            self.settings = settings
            self.connected = connected
            reader = connected.reader
        }
    }

    /// What a step has decided, and the ports that it goes to.
    @usableFromInline
    struct Decided: Sendable {
        @usableFromInline let outputs: Kind.Outputs
        /// `nil` where no shadow looks on: they are many.
        @usableFromInline let inputs: Kind.Inputs?
        @usableFromInline let connected: ConnectedPorts<Kind.Outputs>
        @usableFromInline let isSaved: Bool

        @inlinable
        init(
            outputs: Kind.Outputs, inputs: Kind.Inputs?,
            connected: ConnectedPorts<Kind.Outputs>, isSaved: Bool
        ) {
            self.outputs = outputs
            self.inputs = inputs
            self.connected = connected
            self.isSaved = isSaved
        }
    }

    @usableFromInline
    struct Latest {
        @usableFromInline var reason: Kind.Outputs.Why?
        @usableFromInline var observer: (any StepObserver)?
        @usableFromInline var shadows: [any ShadowPolicy] = []
    }

    @usableFromInline let state: Mutex<State>
    /// Apart from the policy, so that a reader of the status never waits for a slow step.
    @usableFromInline let latestStep = Mutex(Latest())
    /// Held while a step has effects, and never while the policy decides, which may hang.
    @usableFromInline let effects = Mutex(())
    @usableFromInline let isAbandoned = Atomic(false)
    @usableFromInline let requests: EventQueue<Kind.Request>
    @usableFromInline let writer: PolicyMemoryWriter?
    private let context: PolicyContext

    /// `writer` has the memory saved whenever it changes; `nil` for nobody.
    init(
        _ policy: Kind, _ settings: Kind.Settings, _ connected: ConnectedPorts<Kind.Outputs>,
        requests: EventQueue<Kind.Request>, writer: PolicyMemoryWriter?,
        _ context: PolicyContext
    ) {
        state = Mutex(State(policy, settings, connected))
        self.requests = requests
        self.writer = writer
        self.context = context
    }

    package var latest: ReasonReport? {
        latestStep.withLock { $0.reason }.map { ReasonReport($0) }
    }

    package func observe(_ observer: (any StepObserver)?) {
        latestStep.withLock { $0.observer = observer }
    }

    package func show(to shadows: [any ShadowPolicy]) {
        latestStep.withLock { $0.shadows = shadows }
    }

    // MARK: Steps

    package func step(at now: Instant, lease: Duration) -> StepResult? {
        Kind.step(self, at: now, lease: lease)
    }

    @inlinable
    func takeStep(at now: Instant, lease: Duration) -> StepResult? {
        guard let taken = withEffect({ requests.drain(at: now) }) else { return nil }
        let (observer, shadows) = latestStep.withLock { ($0.observer, $0.shadows) }
        let isShown = !shadows.isEmpty
        guard
            let decided = state.withLock({ decide(taken, in: $0, observer, isShown, at: now) }),
            let result = deliver(decided, at: now, until: now + lease)
        else { return nil }
        if let inputs = decided.inputs {
            for shadow in shadows {
                shadow.observed(inputs: inputs, outputs: decided.outputs, at: now)
            }
        }
        return result
    }

    /// Settings and ports are those of one configuration.
    @inlinable
    func decide(
        _ taken: [Event<Kind.Request>], in state: State, _ observer: (any StepObserver)?,
        _ isShown: Bool, at now: Instant
    ) -> Decided? {
        let inputs = state.reader.read(taken, at: now) { Kind.inputs($0, state.settings) }
        let outputs = state.policy.step(inputs, at: now)
        guard !isAbandoned.load(ordering: .acquiring) else { return nil }
        let isSaved = writer.map { state.policy.showMemory(to: $0, at: now) } ?? true
        // Before other settings can come: it sees steps and changes in the order in which they were.
        let counts = withEffect {
            observer?.observed(inputs: inputs, outputs: outputs, at: now)
            return true
        }
        guard counts == true else { return nil }
        return Decided(
            outputs: outputs, inputs: isShown ? inputs : nil, connected: state.connected,
            isSaved: isSaved)
    }

    /// Does what others notice, with no abandonment meanwhile; `nil` after one.
    @inlinable
    func withEffect<Value: Sendable>(_ body: () -> Value) -> Value? {
        effects.withLock { _ in isAbandoned.load(ordering: .acquiring) ? nil : body() }
    }

    @inlinable
    func deliver(
        _ decided: Decided, at now: Instant, until expiry: Instant
    ) -> StepResult? {
        let result = withEffect { () -> StepResult? in
            if decided.isSaved || !decided.outputs.waitsForMemory {
                decided.connected.deliver(decided.outputs, until: expiry)
            }
            // Where a driver has kept it so long that nobody waited for the end of that.
            guard !isAbandoned.load(ordering: .acquiring) else { return nil }
            let responses = decided.outputs.responses
            if decided.isSaved {
                for response in responses { requests.respond(response) }
            } else if !responses.isEmpty {
                respond(responses, areDone: !decided.outputs.requiresMemory)
            }
            return StepResult(
                reasonChanged: record(decided.outputs.reason), notes: decided.outputs.notes)
        }
        return result ?? nil
    }

    /// - Returns: whether it is another case than the one before.
    @inlinable
    func record(_ reason: Kind.Outputs.Why) -> Bool {
        latestStep.withLock { latest in
            let before = latest.reason.take()
            latest.reason = reason
            return before?.isSameCase(as: reason) != true
        }
    }

    package func abandon() {
        isAbandoned.store(true, ordering: .releasing)
        // One that has effects just now is waited for. Where that hangs, in a driver, its ports are
        // taken from it all the same.
        _ = context.scheduler.retry { effects.withLockIfAvailable { _ in true } }
    }

    // MARK: Beside the steps

    private var isBusy: PlainError {
        let limit = text(of: context.scheduler.retryLimit)
        return PlainError("its step has not returned within \(limit); try again")
    }

    /// As the last step has left it. A copy: the next step is not to wait for what is made of it.
    private var policy: Kind? {
        context.scheduler.retry { state.withLockIfAvailable { $0.policy } }
    }

    package func checks(at now: Instant) -> [Check] {
        (policy as? any CheckedPolicy)?.checks(at: now) ?? []
    }

    package func details(at now: Instant) -> JSONValue? {
        (policy as? any DetailedPolicy)?.details(at: now)
    }

    package var memory: PolicyMemory? {
        guard let policy = policy as? any ResumablePolicy else { return nil }
        return PolicyMemory(of: policy)
    }

    package func obstacle(
        to settings: any PluginSettings, at connections: PortConnections
    ) -> ChangeObstacle? {
        guard let policy else { return ChangeObstacle(isBusy.description) }
        return obstacle(to: settings, of: policy, at: connections)
    }

    private func obstacle(
        to settings: any PluginSettings, of policy: Kind, at connections: PortConnections
    ) -> ChangeObstacle? {
        do throws(PlainError) {
            _ = try Self.successor(of: policy, settings)
        } catch {
            return ChangeObstacle(error.description)
        }
        guard let settings = settings as? Kind.Settings else { return nil }
        let now = context.scheduler.now
        return policy.obstacle(
            to: settings, seeing: Kind.glimpse(settings, at: connections, now), at: now)
    }

    package func retreat() {
        let now = context.scheduler.now
        _ = context.scheduler.retry {
            state.withLockIfAvailable { state -> Bool in
                state.policy.retreat(at: now)
                return true
            }
        }
    }

    package var obstacleToLoosening: String? {
        policy.map(\.obstacleToLoosening) ?? isBusy.description
    }

    package func change(
        to entry: PolicyEntry, at connections: PortConnections,
        after others: () throws(PlainError) -> Void
    ) throws(PlainError) {
        let outcome = context.scheduler.retry {
            state.withLockIfAvailable { state -> Result<Void, PlainError> in
                do throws(PlainError) {
                    let obstacle = obstacle(
                        to: entry.configured.settings, of: state.policy, at: connections)
                    if let obstacle { throw PlainError("\(context.name): \(obstacle.why)") }
                    let (next, settings) = try successor(
                        of: state.policy, entry.configured.settings)
                    try Kind.check(settings, at: connections, of: context.name)
                    try others()
                    state.policy = next
                    state.settings = settings
                    state.connected = state.connected.moved(
                        of: Kind.self, settings, to: connections, context)
                    state.reader = state.connected.reader
                    latestStep.withLock { $0.observer }?
                        .goesOn(with: .object(entry.settingsAsWritten))
                    return .success(())
                } catch {
                    return .failure(error)
                }
            }
        }
        guard let outcome else { throw PlainError("\(context.name): \(isBusy)") }
        try outcome.get()
    }

    package func hold(_ body: () throws(PlainError) -> Void) throws(PlainError) {
        let outcome = context.scheduler.retry {
            state.withLockIfAvailable { _ in Result { () throws(PlainError) in try body() } }
        }
        guard let outcome else { throw PlainError("\(context.name): \(isBusy)") }
        try outcome.get()
    }

    /// Of several that change together, which one cannot.
    private func successor(
        of policy: Kind, _ settings: any PluginSettings
    ) throws(PlainError) -> (Kind, Kind.Settings) {
        try mapped(to: { PlainError("\(context.name): \($0)") }) { () throws(PlainError) in
            try Self.successor(of: policy, settings)
        }
    }

    private static func successor(
        of policy: Kind, _ settings: any PluginSettings
    ) throws(PlainError) -> (Kind, Kind.Settings) {
        guard let settings = settings as? Kind.Settings else {
            throw PlainError("these are the settings of another kind of policy")
        }
        return (try policy.successor(settings), settings)
    }
}

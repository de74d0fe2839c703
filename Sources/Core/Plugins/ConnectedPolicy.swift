import JSON
import Settings
import Synchronization
import Values

/// Steps a policy held in a mutex. Dispatch gives the turns, the mutex the proof.
@usableFromInline
package final class ConnectedPolicy<Kind: Policy>: PolicyInstance {
    /// A class, because Swift 6.0 cannot compile a mutex that is given a value of generic layout
    /// (swiftlang/swift issue 78048). Only the mutex has it, so the compiler's proof stands.
    @usableFromInline
    final class State {
        @usableFromInline var policy: Kind
        /// Those that are valid now, and by which its ports were declared. Constant, as all that a step only reads: another
        /// state takes the place of this one when they change. So a step gets them without a copy.
        @usableFromInline let settings: Kind.Settings
        @usableFromInline let connected: ConnectedPorts<Kind.Outputs>
        @usableFromInline let reader: InputReader

        init(
            _ policy: Kind, _ settings: Kind.Settings, _ connected: ConnectedPorts<Kind.Outputs>
        ) {
            self.policy = policy
            self.settings = settings
            self.connected = connected
            reader = connected.reader(for: Kind.Request.self)
        }
    }

    /// The inputs of a step on their way to the shadows. A class: they are many bytes, and seldom shown.
    @usableFromInline
    final class Shown: Sendable {
        @usableFromInline let inputs: Kind.Inputs

        @inlinable
        init(_ inputs: Kind.Inputs) { self.inputs = inputs }
    }

    /// What a step has decided, and the ports that it goes to.
    @usableFromInline
    struct Decided: Sendable {
        @usableFromInline let outputs: Kind.Outputs
        /// `nil` where no shadow observes it.
        @usableFromInline let shown: Shown?
        @usableFromInline let connected: ConnectedPorts<Kind.Outputs>
        @usableFromInline let isSaved: Bool

        @inlinable
        init(
            outputs: Kind.Outputs, shown: Shown?,
            connected: ConnectedPorts<Kind.Outputs>, isSaved: Bool
        ) {
            self.outputs = outputs
            self.shown = shown
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
        if let shown = decided.shown {
            for shadow in shadows {
                shadow.observed(inputs: shown.inputs, outputs: decided.outputs, at: now)
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
        let outputs = state.policy.step(inputs, by: state.settings, at: now)
        guard !isAbandoned.load(ordering: .acquiring) else { return nil }
        let isSaved =
            writer.map {
                state.policy.showMemory(to: $0, by: state.settings, at: now)
            } ?? true
        // Before other settings can come: it sees steps and changes in the order in which they were.
        let counts = withEffect {
            observer?.observed(inputs: inputs, outputs: outputs, at: now)
            return true
        }
        guard counts == true else { return nil }
        return Decided(
            outputs: outputs, shown: isShown ? Shown(inputs) : nil, connected: state.connected,
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

    /// As the last step has left it, with the settings that are valid now. A copy: the next step is not to wait for what is
    /// made of it.
    private var copy: (policy: Kind, settings: Kind.Settings)? {
        context.scheduler.retry { state.withLockIfAvailable { ($0.policy, $0.settings) } }
    }

    package func checks(at now: Instant) -> [Check] {
        copy.map { $0.policy.checksIfAny(by: $0.settings, at: now) } ?? []
    }

    package func details(at now: Instant) -> JSONValue? {
        copy.flatMap { $0.policy.detailsIfAny(by: $0.settings, at: now) }
    }

    package var memory: PolicyMemory? {
        copy.flatMap { $0.policy.memoryIfAny(by: $0.settings) }
    }

    package func obstacle(
        to settings: any PluginSettings, at connections: PortConnections
    ) -> ChangeObstacle? {
        guard let copy else { return ChangeObstacle(isBusy.description) }
        do throws(PlainError) {
            let (_, new) = try Self.successor(of: copy.policy, copy.settings, by: settings)
            return obstacle(to: new, of: copy.policy, copy.settings, at: connections)
        } catch {
            return ChangeObstacle(error.description)
        }
    }

    private func obstacle(
        to new: Kind.Settings, of policy: Kind, _ old: Kind.Settings,
        at connections: PortConnections
    ) -> ChangeObstacle? {
        let now = context.scheduler.now
        return policy.obstacle(
            to: new, from: old, seeing: Kind.glimpse(new, at: connections, now), at: now)
    }

    private static func successor(
        of policy: Kind, _ old: Kind.Settings, by new: any PluginSettings
    ) throws(PlainError) -> (Kind, Kind.Settings) {
        guard let new = new as? Kind.Settings else {
            throw PlainError("these are the settings of another kind of policy")
        }
        return (try policy.successor(by: new, after: old), new)
    }

    package func retreat() {
        let now = context.scheduler.now
        _ = context.scheduler.retry {
            state.withLockIfAvailable { state -> Bool in
                state.policy.retreat(by: state.settings, at: now)
                return true
            }
        }
    }

    package var obstacleToLoosening: String? {
        copy.map(\.policy.obstacleToLoosening) ?? isBusy.description
    }

    package func change(
        to entry: PolicyEntry, at connections: PortConnections,
        after others: () throws(PlainError) -> Void
    ) throws(PlainError) {
        let outcome = context.scheduler.retry {
            state.withLockIfAvailable { state -> Result<Void, PlainError> in
                do throws(PlainError) {
                    let (next, settings) = try successor(
                        of: state, by: entry.configured.settings)
                    let obstacle = obstacle(
                        to: settings, of: state.policy, state.settings, at: connections)
                    if let obstacle { throw PlainError("\(context.name): \(obstacle.why)") }
                    try Kind.check(settings, at: connections, of: context.name)
                    try others()
                    state = State(
                        next, settings,
                        state.connected.moved(of: Kind.self, settings, to: connections, context))
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
        of state: State, by new: any PluginSettings
    ) throws(PlainError) -> (Kind, Kind.Settings) {
        try mapped(to: { PlainError("\(context.name): \($0)") }) { () throws(PlainError) in
            try Self.successor(of: state.policy, state.settings, by: new)
        }
    }
}

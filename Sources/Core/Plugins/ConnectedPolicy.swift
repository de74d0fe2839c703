import Devices
import Synchronization

/// Steps a policy held in a mutex. Dispatch gives the turns, the mutex the proof.
@usableFromInline
package final class ConnectedPolicy<Plugin: PolicyPlugin>: PolicyInstance {
    /// A class, because Swift 6.0 cannot compile a mutex that is given a value of generic layout
    /// (swiftlang/swift issue 78048). Only the mutex has it, so the compiler's proof stands.
    @usableFromInline
    final class State {
        @usableFromInline var logic: Plugin.Logic
        @usableFromInline var connected: ConnectedPorts<Plugin.Ports>

        init(logic: Plugin.Logic, _ connected: ConnectedPorts<Plugin.Ports>) {
            self.logic = logic
            self.connected = connected
        }
    }

    /// What a step has decided, and the ports that it goes to.
    @usableFromInline
    struct Decided: Sendable {
        @usableFromInline let outputs: Plugin.Logic.Outputs
        /// `nil` where no shadow looks on: they are many.
        @usableFromInline let inputs: Plugin.Logic.Inputs?
        @usableFromInline let connected: ConnectedPorts<Plugin.Ports>
        @usableFromInline let isSaved: Bool

        @inlinable
        init(
            outputs: Plugin.Logic.Outputs, inputs: Plugin.Logic.Inputs?,
            connected: ConnectedPorts<Plugin.Ports>, isSaved: Bool
        ) {
            self.outputs = outputs
            self.inputs = inputs
            self.connected = connected
            self.isSaved = isSaved
        }
    }

    @usableFromInline
    struct Latest {
        @usableFromInline var reason: Plugin.Logic.Outputs.Why?
        @usableFromInline var observer: (any StepObserver)?
        @usableFromInline var shadows: [any ShadowPolicy] = []
    }

    @usableFromInline let state: Mutex<State>
    /// Apart from the policy, so that a reader of the status never waits for a slow step.
    @usableFromInline let latestStep = Mutex(Latest())
    /// Held while a step has effects, and never while the policy decides, which may hang.
    @usableFromInline let effects = Mutex(())
    @usableFromInline let isAbandoned = Atomic(false)
    @usableFromInline let requests: EventQueue<Plugin.Logic.Request>
    @usableFromInline let writer: PolicyMemoryWriter?
    private let context: PolicyContext

    /// `writer` has the memory saved whenever it changes; `nil` for nobody.
    init(
        logic: Plugin.Logic, _ connected: ConnectedPorts<Plugin.Ports>,
        requests: EventQueue<Plugin.Logic.Request>, writer: PolicyMemoryWriter?,
        _ context: PolicyContext
    ) {
        state = Mutex(State(logic: logic, connected))
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
        Plugin.step(self, at: now, lease: lease)
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
        _ taken: [Event<Plugin.Logic.Request>], in state: State, _ observer: (any StepObserver)?,
        _ isShown: Bool, at now: Instant
    ) -> Decided? {
        let inputs = Plugin.gather(state.connected.ports, taken, at: now)
        let outputs = state.logic.step(inputs, at: now)
        guard !isAbandoned.load(ordering: .acquiring) else { return nil }
        let isSaved = writer.map { state.logic.showMemory(to: $0, at: now) } ?? true
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
                Plugin.deliver(
                    decided.outputs, to: decided.connected.ports, at: now, until: expiry)
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
    func record(_ reason: Plugin.Logic.Outputs.Why) -> Bool {
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
    private var logic: Plugin.Logic? {
        context.scheduler.retry { state.withLockIfAvailable { $0.logic } }
    }

    package func checks(at now: Instant) -> [Check] { logic?.checks(at: now) ?? [] }
    package func details(at now: Instant) -> JSONValue? { logic?.details(at: now) }

    package var memory: PolicyMemory? {
        guard let logic = logic as? any ResumablePolicy else { return nil }
        return PolicyMemory(of: logic)
    }

    package func obstacle(
        to settings: any PluginSettings, at connections: PortConnections
    ) -> ChangeObstacle? {
        guard let logic else { return ChangeObstacle(isBusy.description) }
        return obstacle(to: settings, of: logic, at: connections)
    }

    private func obstacle(
        to settings: any PluginSettings, of logic: Plugin.Logic, at connections: PortConnections
    ) -> ChangeObstacle? {
        do throws(PlainError) {
            _ = try Self.successor(of: logic, settings)
        } catch {
            return ChangeObstacle(error.description)
        }
        guard let settings = settings as? Plugin.Logic.Settings else { return nil }
        let now = context.scheduler.now
        let ports = PortReader.glimpse(Plugin.Ports.self, at: connections)
        return logic.obstacle(
            to: settings, seeing: Plugin.gather(ports, [], at: now), at: now)
    }

    package func retreat() {
        let now = context.scheduler.now
        _ = context.scheduler.retry {
            state.withLockIfAvailable { state -> Bool in
                state.logic.retreat(at: now)
                return true
            }
        }
    }

    package var obstacleToLoosening: String? {
        logic.map(\.obstacleToLoosening) ?? isBusy.description
    }

    package func change(
        to entry: PolicyEntry, at connections: PortConnections,
        after others: () throws(PlainError) -> Void
    ) throws(PlainError) {
        let outcome = context.scheduler.retry {
            state.withLockIfAvailable { state -> Result<Void, PlainError> in
                do throws(PlainError) {
                    let settings = entry.configured.settings
                    let obstacle = obstacle(to: settings, of: state.logic, at: connections)
                    if let obstacle { throw PlainError("\(context.name): \(obstacle.why)") }
                    let next = try successor(of: state.logic, settings)
                    try PortReader.check(Plugin.Ports.self, at: connections, of: context.name)
                    try others()
                    state.logic = next
                    state.connected = state.connected.moved(to: connections, context)
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
        of logic: Plugin.Logic, _ settings: any PluginSettings
    ) throws(PlainError) -> Plugin.Logic {
        do throws(PlainError) {
            return try Self.successor(of: logic, settings)
        } catch {
            throw PlainError("\(context.name): \(error)")
        }
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

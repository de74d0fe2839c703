import Core
import Synchronization
import Threads
import Values

/// A driver that runs: its state behind a lock, whoever calls it, and its end. The driver itself is
/// what it does with the state.
///
/// Timers, readers and command handlers are given the shell, and change its state in `with`. Once
/// the driver has ended, closed or failed, `with` runs nothing and gives `nil`: what is published
/// nowhere else than there is never published too late. Only `with` holds the lock, so its body
/// must not wait, nor call the shell: what a device keeps waiting belongs outside of it.
@usableFromInline
package final class DriverShell<State: Sendable>: Driver {
    /// What is done when the supervisor asks, beyond what the shell does for all drivers.
    package struct Hooks: Sendable {
        let makeSafe: @Sendable (DriverShell) -> Void
        let isSafe: @Sendable (State, Instant) -> Bool
        let isAtRest: @Sendable (State, Instant) -> Bool
        let diagnostics: @Sendable (State, Instant) -> [Diagnostic]
        let otherDiagnostics: @Sendable () -> [Diagnostic]
        let ended: @Sendable (inout State) -> Void

        /// `makeSafe` begins to make the device safe and returns at once. `isSafe`, `isAtRest` (the same unless
        /// given) and `diagnostics` are asked under the lock, also after the end; `otherDiagnostics` without it: they
        /// are of something that has a lock of its own. `ended` is called under the lock at the end, once, to
        /// let go of connections.
        package init(
            makeSafe: @escaping @Sendable (DriverShell) -> Void = { _ in },
            isSafe: @escaping @Sendable (State, Instant) -> Bool = { _, _ in true },
            isAtRest: (@Sendable (State, Instant) -> Bool)? = nil,
            diagnostics: @escaping @Sendable (State, Instant) -> [Diagnostic] = { _, _ in [] },
            otherDiagnostics: @escaping @Sendable () -> [Diagnostic] = { [] },
            ended: @escaping @Sendable (inout State) -> Void = { _ in }
        ) {
            self.makeSafe = makeSafe
            self.isSafe = isSafe
            self.isAtRest = isAtRest ?? isSafe
            self.diagnostics = diagnostics
            self.otherDiagnostics = otherDiagnostics
            self.ended = ended
        }
    }

    @usableFromInline
    struct Content: Sendable {
        @usableFromInline var state: State
        /// Closed or failed: the only word for it in the whole driver.
        @usableFromInline var hasEnded = false
    }

    package let context: DriverContext
    private let hooks: Hooks
    @usableFromInline let content: Locked<Content>
    let callers = Mutex(DriverCallers())

    package init(_ context: DriverContext, _ state: State, _ hooks: Hooks = Hooks()) {
        self.context = context
        self.hooks = hooks
        content = Locked(Content(state: state))
    }

    /// A start that fails half-way leaves no caller behind.
    deinit {
        stopCallers()
    }

    package var now: Instant { context.scheduler.now }

    // MARK: The state

    /// Reads and changes the state, and publishes; `nil` once the driver has ended.
    @inlinable
    @discardableResult
    package func with<Result: Sendable, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        try content.withLock { content throws(Failure) -> Result? in
            guard !content.hasEnded else { return nil }
            return try body(&content.state)
        }
    }

    /// Looks at the state, also after the end: what was counted is worth a last look.
    package func inspect<Result: Sendable>(_ body: (State) -> Result) -> Result {
        content.withLock { body($0.state) }
    }

    package var hasEnded: Bool { content.withLock { $0.hasEnded } }

    // MARK: The end

    /// Gives up: ends the driver, marks what it gives as absent and empties what it takes, and has
    /// the supervisor start another. Only the first time counts.
    package func fail(_ fault: DeviceError) {
        let now = now
        let isFirst = end { context.invalidatePorts(because: fault.message, at: now) }
        if isFirst { context.fail(fault) }
    }

    /// Has `cleanUp` run by `close`, in the background and after the readers have let go. Whoever
    /// closes waits for at most `limit`; then `message` is logged and the rest goes on alone.
    package func onClose(
        atMost limit: Duration = .milliseconds(500), orSay message: String = "does not answer",
        _ cleanUp: @escaping @Sendable () -> Void
    ) {
        callers.withLock { $0.cleanUps.append((limit, message, cleanUp)) }
    }

    package func close() {
        end {}
        let leavings = callers.withLock { $0.takeLeavings() }
        guard !leavings.waits.isEmpty || !leavings.cleanUps.isEmpty else { return }
        let limit = leavings.cleanUps.map(\.limit).max() ?? .milliseconds(500)
        let isDone = withTimeout(limit) {
            for wait in leavings.waits { wait() }
            for cleanUp in leavings.cleanUps { cleanUp.work() }
        }
        guard !isDone else { return }
        context.log.error(leavings.cleanUps.first?.message ?? "a reader does not end")
    }

    /// Lets nobody call any more. A dead descriptor stays readable: its handler would run for ever.
    ///
    /// - Returns: whether this is the first time.
    @discardableResult
    private func end(_ last: () -> Void) -> Bool {
        let isFirst = content.withLock { content in
            guard !content.hasEnded else { return false }
            content.hasEnded = true
            last()
            hooks.ended(&content.state)
            return true
        }
        stopCallers()
        return isFirst
    }

    private func stopCallers() {
        // Outside of the lock: letting go of a caller may let go of much else.
        for stop in callers.withLock({ $0.takeStops() }) { stop() }
    }

    // MARK: What the supervisor asks

    package func makeSafe() {
        hooks.makeSafe(self)
    }

    package var isSafe: Bool {
        let now = now
        return content.withLock { hooks.isSafe($0.state, now) }
    }

    package var isAtRest: Bool {
        let now = now
        return content.withLock { hooks.isAtRest($0.state, now) }
    }

    package func diagnostics(at now: Instant) -> [Diagnostic] {
        content.withLock { hooks.diagnostics($0.state, now) } + hooks.otherDiagnostics()
    }
}

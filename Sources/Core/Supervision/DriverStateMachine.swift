import Values

/// The life of one driver as a pure value: what it is doing, and what has to be done next when
/// something happens to it.
///
/// Starting and closing a driver take time and are done without a lock. What is asked meanwhile
/// (to stop, to give up) becomes the state that is desired and is done when they end, so that nothing
/// that was asked is lost. From every state but `failed` and `stopped` there is a way on.
struct DriverStateMachine: Sendable {
    private enum DesiredState: Sendable {
        case run
        case giveUp(DeviceError)
        case stop
    }

    private(set) var state = State.idle
    private(set) var restarts = 0
    /// The latest failure, also one that is over.
    private(set) var lastError: (error: DeviceError, at: Instant)?
    /// Whether an instance of it has ever run.
    private(set) var hasRun = false
    /// When the latest instance began to start.
    private(set) var startedAt = Instant.zero
    private var desired = DesiredState.run
    /// Counts the instances, so that a late failure of an old one is not held against a new.
    private var generation = 0
    private var budget: RestartBudget

    init(_ budget: RestartBudget) {
        self.budget = budget
    }

    /// What it is held to from now on.
    mutating func change(_ restarts: RestartSettings) {
        budget.settings = restarts
    }

    // MARK: Starting

    /// Takes the turn to start an instance and returns its number; `nil` when there is none due.
    mutating func beginStart(at now: Instant) -> Int? {
        guard case .run = desired else { return nil }
        switch state {
        case .idle, .backoff:
            return begin(at: now)
        case .starting, .running, .closing, .failed, .stopped: return nil
        }
    }

    /// Takes note that the instance has started.
    mutating func started(_ driver: any Driver, at now: Instant) -> Effect {
        guard case .starting(let early) = state else { return .discard(driver) }
        state = .running(driver, since: now)
        hasRun = true
        if let early { return replace(driver, early, ranFor: .zero) }
        switch desired {
        case .run: return .announce
        case .stop: return .makeSafe(driver)
        case .giveUp(let fault): return replace(driver, fault, ranFor: .zero)
        }
    }

    // MARK: Failing

    /// Takes note of what the instance `number` reported.
    mutating func failed(_ fault: DeviceError, instance number: Int, at now: Instant) -> Effect {
        guard number == generation else { return .nothing }
        switch state {
        case .starting(nil):
            state = .starting(fault)
            return .nothing
        case .running(let driver, let since): return replace(driver, fault, ranFor: now - since)
        case .idle, .starting, .closing, .backoff, .failed, .stopped: return .nothing
        }
    }

    /// Decides what follows a failure, once there is no instance any more.
    ///
    /// `ranFor` is how long it ran, `nil` when it did not start; for `jitter` see `RestartBudget`.
    mutating func settle(
        _ fault: DeviceError, ranFor: Duration?, at now: Instant, jitter: Double
    ) -> Effect {
        switch state {
        case .starting, .closing: break
        case .idle, .running, .backoff, .failed, .stopped: return .nothing
        }
        lastError = (fault, now)
        state = .closing
        guard case .run = desired else { return .park }
        switch budget.failed(fault.kind, ranFor: ranFor, at: now, jitter: jitter) {
        case .retry(let delay):
            state = .backoff(fault, retryAt: now + delay)
            restarts += 1
            return .wait(delay, fault)
        case .giveUp:
            desired = .giveUp(fault)
            return .park
        }
    }

    private mutating func replace(
        _ driver: any Driver, _ fault: DeviceError, ranFor: Duration
    ) -> Effect {
        state = .closing
        return .replace(driver, fault, ranFor: ranFor)
    }

    // MARK: Asked for by a person

    /// Begins to start it again, also one that was given up.
    ///
    /// - Throws: why that cannot be at present; nothing has changed then.
    mutating func restart() throws(PlainError) -> Effect {
        if case .stop = desired { throw PlainError("it is being stopped") }
        let old: (any Driver)?
        switch state {
        case .idle, .starting: throw PlainError("it is being started")
        case .closing: throw PlainError("it is being closed")
        case .stopped: throw PlainError("it has stopped")
        case .running(let driver, _): old = driver
        case .backoff, .failed: old = nil
        }
        state = .closing
        desired = .run
        return .reopen(old)
    }

    /// Takes the turn to start the next instance and returns its number; `nil` where it was stopped or given
    /// up meanwhile, and is to be parked. Whoever asks has mended something: the budget is as new.
    mutating func reopened(at now: Instant) -> Int? {
        guard case .closing = state, case .run = desired else { return nil }
        budget.reset()
        restarts += 1
        return begin(at: now)
    }

    private mutating func begin(at now: Instant) -> Int {
        state = .starting(nil)
        generation += 1
        startedAt = now
        return generation
    }

    // MARK: Ending

    /// Gives it up permanently: a driver that it needs has failed.
    mutating func giveUp(_ fault: DeviceError, at now: Instant) -> Effect {
        guard case .run = desired else { return .nothing }
        desired = .giveUp(fault)
        lastError = (fault, now)
        switch state {
        case .running(let driver, let since): return replace(driver, fault, ranFor: now - since)
        case .idle, .backoff:
            state = .closing
            return .park
        case .starting, .closing, .failed, .stopped: return .nothing
        }
    }

    /// Begins to stop. A running driver goes on until `close`, to bring its device to safety.
    mutating func stop() -> Effect {
        guard case .run = desired else { return .nothing }
        desired = .stop
        switch state {
        case .running(let driver, _): return .makeSafe(driver)
        case .backoff:
            state = .closing
            return .park
        case .idle, .starting, .closing, .failed, .stopped: return .nothing
        }
    }

    /// Takes note that the device was made safe without an instance, or could not be.
    ///
    /// - Returns: the fault for which the driver was given up; `nil` when it stopped.
    mutating func madeSafe(isParked: Bool) -> DeviceError? {
        guard case .closing = state else { return nil }
        guard case .giveUp(let fault) = desired else {
            state = .stopped(wasSafe: isParked)
            return nil
        }
        state = .failed(fault, isParked: isParked)
        return fault
    }

    /// Ends it, however far it got.
    mutating func close(wasSafe: Bool) -> Effect {
        defer {
            state = .stopped(wasSafe: wasSafe)
            desired = .stop
        }
        guard case .running(let driver, _) = state else { return .nothing }
        return .close(driver)
    }
}

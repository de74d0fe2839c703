import Devices
import Synchronization

/// The place of one driver: starts it, restarts it when it fails, stops it.
///
/// From every state but `down` and `stopped` there is a timed way back to `running`.
final class DriverSlot: Sendable {
    enum State: Sendable {
        case idle
        case running(any Driver, since: Instant)
        case waiting(Fault, retryAt: Instant)
        /// The restart budget is spent, or a driver that it needs is down.
        case down(Fault)
        case stopped(wasSafe: Bool)
    }

    struct Inner: Sendable {
        var state = State.idle
        /// Counts the instances, so that a late failure of an old one is not held against a new.
        var generation = 0
        var budget: RestartBudget
        var restarts = 0
        var retry: (any Cancellable)?
    }

    let entry: DriverEntry
    let wires: Wires
    private let scheduler: any Scheduler
    private let log: Log
    private let system: SystemPaths
    private let onDown: @Sendable (DriverSlot, Fault) -> Void
    private let inner: Mutex<Inner>

    init(
        entry: DriverEntry, wires: Wires, restarts: RestartSettings, scheduler: any Scheduler,
        log: Log, system: SystemPaths,
        onDown: @escaping @Sendable (DriverSlot, Fault) -> Void
    ) {
        self.entry = entry
        self.wires = wires
        self.scheduler = scheduler
        self.log = log.signed(entry.name)
        self.system = system
        self.onDown = onDown
        inner = Mutex(Inner(budget: RestartBudget(restarts)))
    }

    /// The state, and how often the driver was started again.
    var current: (state: State, restarts: Int) {
        inner.withLock { ($0.state, $0.restarts) }
    }

    // MARK: Starting

    /// Starts the driver. A failure is kept and tried again; it never stops the others.
    func start() {
        let generation: Int? = inner.withLock { inner in
            switch inner.state {
            case .idle, .waiting:
                inner.generation += 1
                return inner.generation
            case .running, .down, .stopped: return nil
            }
        }
        guard let generation else { return }
        do throws(Fault) {
            let driver = try entry.configured.start(context(generation))
            adopt(driver, generation)
        } catch {
            settle(error, ranFor: nil)
        }
    }

    private func context(_ generation: Int) -> DriverContext {
        DriverContext(
            name: entry.name, scheduler: scheduler, log: log, system: system, wires: wires,
            onFailure: { [weak self] fault in self?.failed(fault, generation) })
    }

    /// Keeps a started driver, unless it failed or was stopped while it started.
    private func adopt(_ driver: any Driver, _ generation: Int) {
        let now = scheduler.now
        let isWanted = inner.withLock { inner in
            guard inner.generation == generation else { return false }
            switch inner.state {
            case .idle, .waiting:
                inner.state = .running(driver, since: now)
                return true
            case .running, .down, .stopped: return false
            }
        }
        if isWanted {
            log.info("running")
        } else {
            driver.makeSafe()
            driver.close()
        }
    }

    // MARK: Failing

    /// Takes a driver's own report that it cannot go on, from any thread.
    private func failed(_ fault: Fault, _ generation: Int) {
        // On a timer's queue: the driver may hold its own locks while it reports.
        _ = scheduler.after(.zero, name: "\(entry.name).failed") { [weak self] _ in
            self?.replace(fault, generation)
        }
    }

    private func replace(_ fault: Fault, _ generation: Int) {
        let running: (any Driver, Instant)? = inner.withLock { inner in
            guard inner.generation == generation, case .running(let driver, let since) = inner.state
            else { return nil }
            inner.state = .idle
            return (driver, since)
        }
        guard let (driver, since) = running else { return }
        driver.makeSafe()
        driver.close()
        settle(fault, ranFor: scheduler.now - since)
    }

    /// Decides what follows a failure.
    private func settle(_ fault: Fault, ranFor: Duration?) {
        let now = scheduler.now
        wires.vacate(because: fault.message, at: now)
        let verdict = inner.withLock {
            $0.budget.failed(
                fault.kind, ranFor: ranFor, at: now, jitter: Double.random(in: -1...1))
        }
        switch verdict {
        case .retry(let delay): wait(delay, after: fault)
        case .giveUp: giveUp(fault)
        }
    }

    private func wait(_ delay: Duration, after fault: Fault) {
        if fault.kind == .absent {
            log.warning("not there: \(fault)")
        } else {
            log.error("failed: \(fault); starting again")
        }
        let retryAt = scheduler.now + delay
        let isWanted = inner.withLock { inner in
            if case .stopped = inner.state { return false }
            inner.state = .waiting(fault, retryAt: retryAt)
            inner.restarts += 1
            return true
        }
        guard isWanted else { return }
        let retry = scheduler.after(delay, name: "\(entry.name).restart") { [weak self] _ in
            self?.start()
        }
        inner.withLock { $0.retry = retry }
    }

    /// Stays down with a fault that can be read, in the safe state.
    func giveUp(_ fault: Fault) {
        let before: State? = inner.withLock { inner in
            if case .stopped = inner.state { return nil }
            if case .down = inner.state { return nil }
            defer { inner.state = .down(fault) }
            inner.retry?.cancel()
            return inner.state
        }
        guard let before else { return }
        if case .running(let driver, _) = before {
            driver.makeSafe()
            driver.close()
        }
        log.error("stays down: \(fault)")
        parkWithoutInstance()
        wires.vacate(because: fault.message, at: scheduler.now)
        onDown(self, fault)
    }

    private func parkWithoutInstance() {
        do throws(Fault) {
            try entry.configured.makeSafe(system)
        } catch {
            log.error("could not be made safe: \(error)")
        }
    }

    // MARK: Stopping

    /// Begins to make the device safe.
    func makeSafe() {
        if case .running(let driver, _) = current.state { driver.makeSafe() }
    }

    /// Whether nothing needs to be waited for.
    var isSafe: Bool {
        guard case .running(let driver, _) = current.state else { return true }
        return driver.isSafe
    }

    /// Closes the driver for good.
    func close() {
        let before: State = inner.withLock { inner in
            let before = inner.state
            inner.retry?.cancel()
            if case .running(let driver, _) = before {
                inner.state = .stopped(wasSafe: driver.isSafe)
            } else {
                inner.state = .stopped(wasSafe: true)
            }
            return before
        }
        if case .running(let driver, _) = before { driver.close() }
    }
}

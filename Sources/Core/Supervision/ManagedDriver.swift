import Devices
import Synchronization

/// The place of one driver: starts it, restarts it when it fails, stops it.
///
/// What follows from what is decided by `DriverStateMachine`; this does it.
final class ManagedDriver: Sendable {
    let entry: DriverEntry
    /// What it is asked for; closed while no driver runs.
    let requests: any RequestQueue
    /// What every instance gets, but for its own way to report a failure.
    private let context: DriverContext
    private let dependents: [ManagedDriver]
    private let life: Mutex<DriverStateMachine>
    private let timers = Mutex(Timers())
    private let safety = KnownSafety()

    /// Made once, however often the driver fails.
    private struct Timers {
        /// What is to be done on a thread that belongs to nobody else, in its order.
        var pending: [Work] = []
        var work: (any OneShotTimer)?
        var retry: (any OneShotTimer)?
    }

    private typealias Work = @Sendable (ManagedDriver, Instant) -> Void

    /// An idle place. `dependents` are the drivers that need this one: they are given up with it.
    init(
        entry: DriverEntry, context: DriverContext, restarts: RestartSettings,
        dependents: [ManagedDriver]
    ) {
        self.entry = entry
        self.context = context
        self.dependents = dependents
        requests = context.connections.requests
        life = Mutex(
            DriverStateMachine(RestartBudget(restarts, givesUp: !entry.configured.isActuator)))
        closeRequests()
        timers.withLock { timers in
            timers.work = context.scheduler.timer(name: "\(entry.name).work") { [weak self] in
                self?.doPending(at: $0.now)
            }
            timers.retry = context.scheduler.timer(name: "\(entry.name).restart") {
                [weak self] _ in self?.start()
            }
        }
    }

    var connections: PortConnections { context.connections }
    private var log: Log { context.log }
    private var now: Instant { context.scheduler.now }

    /// The state, and how it came to it.
    var current: DriverStateMachine {
        life.withLock { $0 }
    }

    private func closeRequests() {
        requests.close(because: "the driver \"\(entry.name)\" does not run at present")
    }

    // MARK: Starting and failing

    /// Starts the driver. A failure is kept and tried again; it never stops the others.
    func start() {
        guard let instance = life.withLock({ $0.beginStart() }) else { return }
        start(instance)
    }

    private func start(_ instance: Int) {
        do throws(DeviceError) {
            let driver = try entry.configured.start(context(of: instance))
            perform(life.withLock { [now] in $0.started(driver, at: now) })
        } catch {
            settle(error, ranFor: nil)
        }
    }

    private func context(of instance: Int) -> DriverContext {
        var context = context
        // On a timer's queue: the driver may hold its own locks while it reports.
        context.onFailure = { [weak self] fault in
            self?.later { managed, now in
                managed.perform(
                    managed.life.withLock { $0.failed(fault, instance: instance, at: now) })
            }
        }
        return context
    }

    private func later(_ what: @escaping Work) {
        timers.withLock { timers in
            timers.pending.append(what)
            timers.work?.set(after: .zero)
        }
    }

    private func doPending(at now: Instant) {
        let pending = timers.withLock { timers in
            defer { timers.pending = [] }
            return timers.pending
        }
        for what in pending { what(self, now) }
    }

    private func settle(_ fault: DeviceError, ranFor: Duration?) {
        let now = now
        closeRequests()
        connections.invalidate(because: fault.message, at: now)
        let jitter = Double.random(in: -1...1)
        perform(life.withLock { $0.settle(fault, ranFor: ranFor, at: now, jitter: jitter) })
    }

    /// Closes it and starts it again because `why`, and then those that were given up with it.
    ///
    /// - Throws: why that cannot be at present; nothing has changed then.
    func restart(because why: String) throws(PlainError) {
        let next = life.withLock { life in
            Result { () throws(PlainError) in try life.restart() }
        }
        let effect = try next.get()
        cancelRetry()
        log.notice("starting again: \(why)")
        later { managed, _ in
            managed.perform(effect)
            for dependent in managed.dependents { dependent.restartIfGivenUp(because: why) }
        }
    }

    private func restartIfGivenUp(because why: String) {
        guard case .failed = current.state else { return }
        // One that is stopped or started meanwhile needs nothing.
        try? restart(because: why)
    }

    private func reopen(_ driver: (any Driver)?) {
        driver?.makeSafe()
        driver?.close()
        closeRequests()
        connections.invalidate(because: "it is being started again", at: now)
        guard let instance = life.withLock({ $0.reopened() }) else { return park() }
        start(instance)
    }

    private func wait(_ delay: Duration, after fault: DeviceError) {
        switch fault.kind {
        case .absent: log.warning("not there: \(fault)")
        case .busy: log.warning("in use: \(fault)")
        case .timeout, .corrupt, .refused, .other:
            log.error("failed: \(fault); starting again")
        }
        timers.withLock { $0.retry?.set(after: delay) }
    }

    // MARK: Ending

    /// Gives the driver up permanently, with a fault that can be read, in the safe state.
    func giveUp(_ fault: DeviceError) {
        cancelRetry()
        perform(life.withLock { [now] in $0.giveUp(fault, at: now) })
    }

    /// Begins to make the device safe, and starts nothing any more. Returns at once where the driver
    /// keeps to its contract, so not on a thread that others wait for.
    func makeSafe() {
        safety.beginMakingSafe()
        defer { safety.endMakingSafe() }
        cancelRetry()
        let next = life.withLock { $0.stop() }
        guard case .park = next else { return perform(next) }
        // Without an instance this is the plugin's own code on the device: it may take a while.
        later { managed, _ in managed.park() }
    }

    /// Asks how safe the device is, for `knownSafety`. May hang with the driver.
    @discardableResult
    func askSafety() -> KnownSafety.Answer {
        safety.ask { current.state }
    }

    var knownSafety: KnownSafety.Answer { safety.latest }

    /// Closes the driver permanently.
    func close() {
        cancelRetry()
        let wasSafe = askSafety().isSafe
        perform(life.withLock { $0.close(wasSafe: wasSafe) })
    }

    private func cancelRetry() {
        timers.withLock { $0.retry?.clear() }
    }

    private func park() {
        let isParked = makeSafeWithoutInstance()
        guard let fault = life.withLock({ $0.madeSafe(isParked: isParked) }) else { return }
        log.error("given up: \(fault)")
        connections.invalidate(because: fault.message, at: now)
        let why = DeviceError(fault.kind, "\(entry.name), which it needs, has failed: \(fault)")
        _ = callStaggered(dependents) { $0.giveUp(why) }
    }

    private func makeSafeWithoutInstance() -> Bool {
        do throws(DeviceError) {
            try entry.configured.makeSafeWithoutInstance(context.system, context.scheduler)
            return true
        } catch {
            log.error("could not be made safe: \(error)")
            return false
        }
    }

    // MARK: Doing what follows

    private func perform(_ next: DriverStateMachine.Effect) {
        switch next {
        case .nothing: break
        case .announce:
            requests.open()
            log.info("running")
        case .makeSafe(let driver): driver.makeSafe()
        case .replace(let driver, let fault, let ranFor):
            driver.makeSafe()
            driver.close()
            settle(fault, ranFor: ranFor)
        case .wait(let delay, let fault): wait(delay, after: fault)
        case .reopen(let driver): reopen(driver)
        case .park: park()
        case .discard(let driver):
            driver.makeSafe()
            driver.close()
            _ = makeSafeWithoutInstance()
        case .close(let driver): driver.close()
        }
    }
}

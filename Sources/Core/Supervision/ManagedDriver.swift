import Synchronization
import Values

/// The place of one driver: starts it, restarts it when it fails, stops it.
///
/// What follows from what is decided by `DriverStateMachine`; this does it.
final class ManagedDriver: Sendable {
    /// What it is asked for; closed while no driver runs.
    let requests: any RequestQueue
    /// What every instance gets, but for its own way to report a failure.
    private let context: DriverContext
    let setup: Mutex<Setup>
    let life: Mutex<DriverStateMachine>
    private let timers = Mutex(Timers())
    private let safety = KnownSafety()
    /// It came with a change of the configuration, after the service had started.
    private let cameByChange: Bool
    /// Into the driver or its device, until it is closed permanently.
    let calls = CallsUnderWay()

    /// What a change of the configuration may change of it while it runs.
    struct Setup {
        var entry: DriverEntry
        /// At its outputs that people may switch.
        var hands: [Hand]
        /// The drivers that need this one: they are given up with it.
        var dependents: [ManagedDriver] = []
        /// Those that another configuration has replaced or removed and that had what this one needs: it starts
        /// when they are gone.
        var predecessors: [ManagedDriver] = []
    }

    /// Made once, however often the driver fails.
    private struct Timers {
        /// What is to be done on a thread that belongs to nobody else, in its order.
        var pending: [Job] = []
        var work: (any OneShotTimer)?
        var retry: (any OneShotTimer)?
    }

    typealias Job = @Sendable (ManagedDriver, Instant) -> Void

    /// An idle place.
    init(
        entry: DriverEntry, context: DriverContext, hands: [Hand] = [], restarts: RestartSettings,
        cameByChange: Bool = false
    ) {
        self.cameByChange = cameByChange
        setup = Mutex(Setup(entry: entry, hands: hands))
        self.context = context
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

    var entry: DriverEntry { setup.withLock { $0.entry } }
    var hands: [Hand] { setup.withLock { $0.hands } }
    var dependents: [ManagedDriver] { setup.withLock { $0.dependents } }
    var connections: PortConnections { context.connections }
    var log: Log { context.log }
    var now: Instant { context.scheduler.now }

    /// The state, and how it came to it.
    var current: DriverStateMachine {
        life.withLock { $0 }
    }

    private func closeRequests() {
        requests.close(because: "the driver \"\(entry.name)\" does not run at present")
    }

    /// Nobody asks it or reads what it gave any more, and it finds no command when it starts again.
    func vacate(because why: String) {
        closeRequests()
        connections.invalidate(because: why, at: now)
        for hand in hands {
            hand.close(because: "the driver \"\(entry.name)\" does not run: \(why)")
        }
    }

    // MARK: Starting and failing

    /// Starts the driver, once those that had what it needs are closed. A failure is kept and tried again; it never
    /// stops the others.
    func start() {
        waitForPredecessors()
        calls.during {
            guard let instance = life.withLock({ [now] in $0.beginStart(at: now) }) else { return }
            start(instance)
        }
    }

    func start(_ instance: Int) {
        do throws(DeviceError) {
            let driver = try entry.configured.start(context(of: instance))
            // What it reported while it started is known before it counts as running.
            doPending(at: now)
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

    /// On a thread that belongs to nobody else.
    func later(_ what: @escaping Job) {
        calls.begin()
        timers.withLock { timers in
            timers.pending.append(what)
            timers.work?.set(after: .zero)
        }
    }

    /// Does what waits for its timer. To be called by others, too, where a timer may never fire.
    func doPending(at now: Instant) {
        let pending = timers.withLock { timers in
            defer { timers.pending = [] }
            return timers.pending
        }
        for what in pending {
            what(self, now)
            calls.end()
        }
    }

    private func settle(_ fault: DeviceError, ranFor: Duration?) {
        vacate(because: fault.message)
        let (now, jitter) = (now, Double.random(in: -1...1))
        perform(life.withLock { $0.settle(fault, ranFor: ranFor, at: now, jitter: jitter) })
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
        calls.during { perform(life.withLock { [now] in $0.giveUp(fault, at: now) }) }
    }

    /// `makeSafe` comes, on a thread of its own: until that has returned, the device is not known to be safe.
    func announceMakingSafe() { safety.beginMakingSafe() }

    /// Whether it was announced, and has not returned.
    var isMakingSafe: Bool { safety.isMakingSafe }

    /// Begins to make the device safe, and starts nothing any more. Returns at once where the driver
    /// keeps to its contract, so not on a thread that others wait for.
    func makeSafe() {
        defer { safety.endMakingSafe() }
        cancelRetry()
        for hand in hands { hand.close(because: "everything is brought to its safe state") }
        let next = life.withLock { $0.stop() }
        guard case .park = next else { return calls.during { perform(next) } }
        // Without an instance this is the plugin's own code on the device: it may take a while.
        later { managed, _ in managed.park() }
    }

    /// Asks how safe the device is, for `knownSafety`. May hang with the driver.
    @discardableResult
    func askSafety() -> KnownSafety.Answer {
        safety.ask { current.state }
    }

    var knownSafety: KnownSafety.Answer { safety.latest }

    /// Whether nothing can have moved by it: a change brought it, and it never ran, such as one whose line is not there. Of a
    /// driver that was there at the start nobody knows what an earlier process has left at its device.
    var hasNeverMoved: Bool {
        let current = current
        switch current.state {
        case .idle, .backoff, .failed: return cameByChange && !current.hasRun
        case .starting, .running, .closing, .stopped: return false
        }
    }

    /// Closes the driver permanently.
    func close() {
        cancelRetry()
        let wasSafe = askSafety().isSafe
        calls.during {
            perform(life.withLock { $0.close(wasSafe: wasSafe) })
            calls.close()
        }
    }

    func cancelRetry() {
        timers.withLock { $0.retry?.clear() }
    }

    func park() {
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

    func perform(_ next: DriverStateMachine.Effect) {
        switch next {
        case .nothing: break
        case .announce:
            requests.open()
            openHands()
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

import Devices
import Synchronization

/// Steps one policy on its own timer and measures how well that goes.
final class PolicyRunner: Sendable {
    /// What was measured since the start.
    struct TickMetrics: Sendable {
        var ticks: UInt64 = 0
        var skipped: UInt64 = 0
        var lateness = DurationHistogram()
        var stepTime = DurationHistogram()
        var lastTickAt: Instant?
    }

    private let name: String
    /// As it is configured now.
    private let setup: Mutex<PolicyEntry>
    /// What it is asked for.
    let requests: any RequestQueue
    private let instance: any PolicyInstance
    private let scheduler: any Scheduler
    private let log: Log
    private let onTick: @Sendable (String, Instant) -> Void
    private let metrics = Mutex(TickMetrics())
    private let runState = Mutex(RunState.notYet)
    private let recorder: (any StepObserver)?
    /// Those that look on, by their entries.
    private let shadows = Mutex<[(entry: PolicyEntry, policy: any ShadowPolicy)]>([])

    private enum RunState: Sendable {
        case notYet
        case running(any Cancellable)
        case stopped
    }

    /// Connects it; it does not step yet. `observer` is shown each step.
    ///
    /// - Throws: that a port is not connected to what it carries.
    init(
        entry: PolicyEntry, connections: PortConnections, scheduler: any Scheduler, log: Log,
        memories: (any PolicyMemoryStore)? = nil, observer: (any StepObserver)? = nil,
        onTick: @escaping @Sendable (String, Instant) -> Void
    ) throws(PlainError) {
        name = entry.name
        setup = Mutex(entry)
        requests = entry.configured.makeRequestQueue()
        instance = try entry.configured.makeInstance(
            PolicyContext(name: entry.name, scheduler: scheduler, log: log), connections, requests,
            memories)
        recorder = observer
        instance.observe(observer)
        self.scheduler = scheduler
        self.log = log.labelled(entry.name)
        self.onTick = onTick
    }

    var entry: PolicyEntry { setup.withLock { $0 } }

    /// Begins to step, unless it was stopped before.
    func start() {
        guard case .notYet = runState.withLock({ $0 }) else { return }
        let timer = scheduler.every(entry.period, name: "policy.\(entry.name)") {
            [weak self] tick in
            self?.run(tick)
        }
        let isWanted = runState.withLock { runState in
            guard case .notYet = runState else { return false }
            runState = .running(timer)
            return true
        }
        if !isWanted { timer.cancel() }
    }

    /// Stops stepping. Does not wait for a step in progress: drivers that are being made safe
    /// take no further commands.
    func stop() {
        let before = runState.withLock { runState in
            defer { runState = .stopped }
            return runState
        }
        if case .running(let timer) = before { timer.cancel() }
        requests.close(because: "\(name) is stopping")
    }

    var measured: TickMetrics {
        metrics.withLock { $0 }
    }

    /// The latest reason; `nil` before the first step.
    var latest: ReasonReport? {
        instance.latest
    }

    func checks(at now: Instant) -> [Check] { instance.checks(at: now) }
    func details(at now: Instant) -> JSONValue? { instance.details(at: now) }

    // MARK: Shadows

    /// Lets these look on from the next step on. One that looks on already with the same settings goes on; any other
    /// begins where this policy is.
    func show(to entries: [PolicyEntry]) {
        let all: [any StepObserver] = shadows.withLock { shadows in
            let before = shadows
            shadows = entries.map { entry in
                if let same = before.first(where: {
                    $0.entry.name == entry.name
                        && $0.entry.settingsAsWritten == entry.settingsAsWritten
                }) {
                    return same
                }
                let policy = entry.configured.makeShadow(
                    entry.name, name, instance.memory, log.labelled("roost"))
                return (entry, policy)
            }
            return shadows.map(\.policy)
        }
        guard !all.isEmpty else { return instance.observe(recorder) }
        instance.observe(StepObservers(all: [recorder].compactMap { $0 } + all))
    }

    func shadowReports(at now: Instant) -> [ShadowReport] {
        shadows.withLock { $0.map(\.policy) }.map { $0.report(at: now) }
    }

    // MARK: Other settings

    /// Why it cannot go on with the settings of `new` now; `nil` when it can.
    func obstacle(to new: PolicyEntry) -> String? {
        instance.obstacle(to: new.configured.settings)
    }

    /// Goes on with the settings and the lease of `new`, after `others`: see `PolicyInstance`.
    func change(
        to new: PolicyEntry, after others: () throws(PlainError) -> Void
    ) throws(PlainError) {
        var refusalOfOthers: PlainError?
        do throws(PlainError) {
            try instance.change(to: new) { () throws(PlainError) in
                do throws(PlainError) {
                    try others()
                } catch {
                    refusalOfOthers = error
                    throw error
                }
            }
        } catch {
            throw refusalOfOthers ?? PlainError("\(name): \(error)")
        }
        setup.withLock { $0 = new }
    }

    private func run(_ tick: Tick) {
        let summary = instance.step(at: tick.now, lease: setup.withLock { $0.lease })
        let end = scheduler.now
        metrics.withLock {
            $0.ticks += 1
            $0.skipped += UInt64(tick.skipped)
            $0.lateness.record(tick.lateness)
            $0.stepTime.record(end - tick.now)
            $0.lastTickAt = tick.now
        }
        if summary.reasonChanged, let latest { log.notice(latest.text) }
        onTick(name, end)
    }
}

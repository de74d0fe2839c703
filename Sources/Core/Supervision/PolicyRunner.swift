import JSON
import Settings
import Synchronization
import Values

/// Steps one policy on its own timer and measures how well that goes. One whose step hangs restarts:
/// `PolicyRunner+Hangs.swift`.
final class PolicyRunner: Sendable {
    /// What was measured since the start.
    struct TickMetrics: Sendable {
        var ticks: UInt64 = 0
        var skipped: UInt64 = 0
        var lateness = DurationHistogram()
        var stepTime = DurationHistogram()
        var lastTickAt: Instant?
    }

    enum Phase: Sendable {
        case notYet, running, stopped
        /// Its steps hang too often; since when the last one does.
        case givenUp(since: Instant)
    }

    struct State: Sendable {
        var phase = Phase.notYet
        var generation: PolicyGeneration
        var timer: (any Cancellable)?
        var hangs: HangBudget
        /// The step that the last look found in progress, by when it began.
        var seenStep: Instant?

        var isGivenUp: Bool {
            guard case .givenUp = phase else { return false }
            return true
        }
    }

    let name: String
    /// As it is configured now.
    let setup: Mutex<PolicyEntry>
    /// What it is asked for.
    let requests: any RequestQueue
    let state: Mutex<State>
    let context: PolicyContext
    /// The endpoints that it is connected to now.
    let connected: Mutex<PortConnections>
    let saver: PolicyMemorySaver?
    let scheduler: any Scheduler
    let log: Log
    let recorder: (any StepObserver)?
    let shadows = Mutex(Shadows())
    private let onTick: @Sendable (String, Instant) -> Void
    private let metrics = Mutex(TickMetrics())

    /// A policy that does not step yet. `connectsNow` is not of one that is to take its ports from others, which
    /// have them until it steps. `observer` is shown each step. `hangs` is how often it may hang.
    ///
    /// - Throws: that a port is not connected to what it carries.
    init(
        entry: PolicyEntry, connections: PortConnections, scheduler: any Scheduler, log: Log,
        memories: (any PolicyMemoryStore)? = nil, observer: (any StepObserver)? = nil,
        notices: NoticeBoard = NoticeBoard(), broker: RequestBroker? = nil,
        hangs: RestartSettings = SettingsReader.defaults(of: RestartSettings.self),
        connectsNow: Bool = true, onTick: @escaping @Sendable (String, Instant) -> Void
    ) throws(PlainError) {
        name = entry.name
        setup = Mutex(entry)
        requests = entry.configured.makeRequestQueue()
        context = PolicyContext(
            name: entry.name, scheduler: scheduler, log: log, notices: notices, broker: broker)
        connected = Mutex(connections)
        saver = memories.map { [context] in PolicyMemorySaver($0, of: context) }
        recorder = observer
        var instance: (any PolicyInstance)?
        if connectsNow {
            instance = try entry.configured.makeInstance(saver?.load())(
                context, connections, requests, saver?.makeWriter())
            instance?.observe(observer)
        }
        state = Mutex(State(generation: PolicyGeneration(1, instance), hangs: HangBudget(hangs)))
        self.scheduler = scheduler
        self.log = log.labelled(entry.name)
        self.onTick = onTick
    }

    var entry: PolicyEntry { setup.withLock { $0 } }
    var connections: PortConnections { connected.withLock { $0 } }

    /// The one that counts; `nil` while it is made again, and when it is given up.
    var instance: (any PolicyInstance)? {
        state.withLock { $0.isGivenUp ? nil : $0.generation }?.instance
    }

    /// Begins to step, unless it was stopped before. Reads what it remembers first, so that its first step waits for
    /// no card: not on a thread that others wait for.
    func start() {
        saver?.load()
        let generation = state.withLock { state -> PolicyGeneration? in
            guard case .notYet = state.phase else { return nil }
            state.phase = .running
            return state.generation
        }
        if let generation { startTimer(of: generation) }
    }

    /// Steps it on a timer and a queue of its own, unless it was stopped or replaced meanwhile.
    func startTimer(of generation: PolicyGeneration) {
        let timer = scheduler.every(entry.period, name: "policy.\(name)") { [weak self] tick in
            self?.run(tick, of: generation)
        }
        let isWanted = state.withLock { state in
            guard case .running = state.phase, state.generation === generation else { return false }
            state.timer = timer
            return true
        }
        if !isWanted { timer.cancel() }
    }

    /// Steps by the period that it has now, from now on.
    func restartTimer() {
        let generation = state.withLock { state -> PolicyGeneration? in
            guard case .running = state.phase else { return nil }
            state.timer?.cancel()
            state.timer = nil
            return state.generation
        }
        if let generation { startTimer(of: generation) }
    }

    /// Stops stepping. Does not wait for a step in progress: drivers that are being made safe
    /// take no further commands.
    func stop(because why: String? = nil) {
        let timer = state.withLock { state in
            state.phase = .stopped
            defer { state.timer = nil }
            return state.timer
        }
        timer?.cancel()
        requests.close(because: "\(name) \(why ?? "is stopping")")
    }

    /// Stops stepping permanently, while others go on. What it commanded holds at most for its lease, and what a step
    /// in progress does has no effect any more.
    func end() {
        stop(because: "does not run any more: another configuration was applied")
        instance?.abandon()
        revokeEffects()
    }

    var measured: TickMetrics {
        metrics.withLock { $0 }
    }

    /// The latest reason; `nil` before the first step.
    var latest: ReasonReport? { instance?.latest }
    func checks(at now: Instant) -> [Check] { instance?.checks(at: now) ?? [] }
    func details(at now: Instant) -> JSONValue? { instance?.details(at: now) }

    private func run(_ tick: Tick, of generation: PolicyGeneration) {
        guard generation.beginStep(at: tick.now) else { return }
        let instance = generation.instance ?? make(generation)
        let result = instance?.step(at: tick.now, lease: setup.withLock { $0.lease })
        guard generation.endStep(of: tick.now) else {
            return recordReturn(of: generation, tick.now)
        }
        guard let result else { return }
        let end = scheduler.now
        metrics.withLock {
            $0.ticks += 1
            $0.skipped += UInt64(tick.skipped)
            $0.lateness.record(tick.lateness)
            $0.stepTime.record(end - tick.now)
            $0.lastTickAt = tick.now
        }
        for note in result.notes { log.warning(note) }
        if result.reasonChanged, let latest = instance?.latest { log.notice(latest.text) }
        onTick(name, end)
    }
}

import Devices
import Synchronization

/// Owns every life cycle: starts drivers in order, then policies; makes all safe and stops.
package final class Supervisor: Sendable {
    private struct Life {
        var phase = StatusReport.Phase.starting
        var stopsSince = Instant.zero
    }

    /// What runs.
    let running: Mutex<RunningConfiguration>
    /// One change after the other.
    let changing = Mutex(())
    let startedAt: Instant
    let drivers: DriverGroup
    let policies: [PolicyRunner]
    let scheduler: any Scheduler
    let log: Log
    let manager: any ServiceManager
    private let onStopped: @Sendable (_ allSafe: Bool) -> Void
    let watchdog: TickWatchdog?
    private let life = Mutex(Life())
    /// The sign of life where no policy gives it, and while it stops.
    private let heartbeat = Mutex<(any Cancellable)?>(nil)
    /// Looks for steps that hang.
    let stepWatch = Mutex<(any Cancellable)?>(nil)

    /// `memories` is where policies find and leave what outlives them; `nil` for nowhere.
    /// `observer` gives whoever looks at each step of a policy.
    /// `onStopped` is called once, when everything is closed; it says whether every device reached
    /// its safe state in time.
    package init(
        _ configuration: Configuration, scheduler: any Scheduler, log: Log, runtime: String,
        manager: any ServiceManager, memories: (any PolicyMemoryStore)? = nil,
        observer: (PolicyEntry) -> (any StepObserver)? = { _ in nil },
        onStopped: @escaping @Sendable (_ allSafe: Bool) -> Void
    ) throws(PlainError) {
        running = Mutex(RunningConfiguration(configuration, at: scheduler.now))
        self.scheduler = scheduler
        self.log = log
        self.manager = manager
        self.onStopped = onStopped
        startedAt = scheduler.now
        let table = ConnectionTable(drivers: configuration.drivers, at: scheduler.now)
        let resources = SharedResourcePool()
        drivers = DriverGroup(configuration.drivers) { entry, dependents in
            ManagedDriver(
                entry: entry,
                context: DriverContext(
                    name: entry.name, scheduler: scheduler, log: log.labelled(entry.name),
                    system: configuration.systemPaths(runtime: runtime),
                    connections: table.connections(of: entry), resources: resources,
                    onFailure: { _ in }),
                restarts: configuration.general.restarts, dependents: dependents)
        }
        let watchdog = Self.watchdog(configuration, scheduler: scheduler, manager: manager)
        var policies: [PolicyRunner] = []
        for entry in configuration.policies {
            policies.append(
                try PolicyRunner(
                    entry: entry, connections: table.connections(of: entry), scheduler: scheduler,
                    log: log, memories: memories, observer: observer(entry),
                    hangs: configuration.general.restarts,
                    onTick: { name, now in watchdog?.ticked(name, at: now) }))
        }
        self.policies = policies
        self.watchdog = watchdog
        showShadows(of: configuration)
    }

    /// Lets the shadows of a configuration look on at what they are shadows of, and no others.
    func showShadows(of configuration: Configuration) {
        for runner in policies {
            runner.show(to: configuration.shadows.filter { $0.shadowOf == runner.entry.name })
        }
    }

    private static func watchdog(
        _ configuration: Configuration, scheduler: any Scheduler, manager: any ServiceManager
    ) -> TickWatchdog? {
        guard let limit = manager.watchdogLimit else { return nil }
        return TickWatchdog(
            policies: configuration.policies, limit: limit, now: scheduler.now,
            feed: { manager.notify("WATCHDOG=1") })
    }

    /// As it was started, with what was applied since.
    package var configuration: Configuration { running.withLock { $0.configuration } }

    /// Everybody who can be asked for something while this runs.
    package var requestTargets: [RequestBroker.Target] {
        let obstacle: @Sendable () -> String? = { [weak self] in
            guard let phase = self?.phase, phase != .running else { return nil }
            return "roost is \(phase) and takes no requests"
        }
        let queues =
            policies.map { ($0.entry.name, $0.requests) }
            + drivers.members.map { ($0.entry.name, $0.requests) }
        return queues.map { RequestBroker.Target(name: $0, queue: $1, obstacle: obstacle) }
    }

    /// The ends of a driver, for one who stands in the place of a policy; `nil` when it has no driver
    /// of that name.
    package func connections(ofDriver name: String) -> PortConnections? {
        drivers.members.first { $0.entry.name == name }?.connections
    }

    // MARK: Starting

    /// Starts every driver, then every policy, and says READY. A driver that does not return from its
    /// start keeps the next from theirs for a second at most.
    ///
    /// A stop that is asked for meanwhile wins: from then on nothing starts any more.
    package func start() {
        let late = drivers.start()
        if !late.isEmpty { log.warning("still starting, not waited for: \(late)") }
        for runner in policies { runner.start() }
        guard enter(.running, from: [.starting]) else { return }
        startHeartbeat()
        startStepWatch()
        let names = policies.map(\.entry.name).joined(separator: ", ")
        let doing = policies.isEmpty ? "no policy" : names
        log.notice("started: \(drivers.members.count) drivers, policies: \(doing)")
        manager.notify("READY=1\nSTATUS=running \(doing)")
    }

    /// Ticks for the watchdog where no policy is quick enough to do so.
    private func startHeartbeat() {
        guard let watchdog, watchdog.needsSupervisor, let limit = manager.watchdogLimit else {
            return
        }
        let timer = scheduler.every(limit / 3, name: "heartbeat") { tick in
            watchdog.ticked(TickWatchdog.supervisorName, at: tick.now)
        }
        heartbeat.withLock { $0 = timer }
    }

    // MARK: Stopping

    /// Begins to stop: policies first, then every device to its safe state, then out.
    ///
    /// Asking again while it stops says how it goes and changes nothing.
    package func stop(because why: String) {
        guard enter(.stopping, from: [.starting, .running]) else {
            let unsafe = drivers.askSafety().unsafe.joined(separator: ", ")
            log.notice("already stopping: waiting for \(unsafe.isEmpty ? "nothing" : unsafe)")
            return
        }
        let limit = configuration.general.stopLimit
        log.notice("stopping (\(why)): everything to its safe state, at most \(text(of: limit))")
        manager.notify("STOPPING=1\nSTATUS=stopping: \(why)")
        for runner in policies { runner.stop() }
        running.withLock { $0.endProbation() }
        heartbeat.withLock { $0 }?.cancel()
        stepWatch.withLock { $0 }?.cancel()
        let stuck = drivers.makeSafe { [manager] in manager.notify("WATCHDOG=1") }
        if !stuck.isEmpty { log.error("do not answer, not known to make safe: \(stuck)") }
        // Only now: a device that was not yet asked to move may well look safe.
        let isOver = pollStopping(at: scheduler.now)
        if !isOver { startStoppingTimer() }
    }

    private func startStoppingTimer() {
        let timer = scheduler.every(.milliseconds(20), name: "stopping") { tick in
            _ = self.pollStopping(at: tick.now)
        }
        let isOver = phase == .stopped
        heartbeat.withLock { $0 = timer }
        if isOver { timer.cancel() }
    }

    /// Looks whether all is safe, or the time is up. Also the sign of life while stopping.
    ///
    /// - Returns: whether it is over.
    private func pollStopping(at now: Instant) -> Bool {
        let safety = drivers.askSafety()
        let isDue = now - life.withLock { $0.stopsSince } >= configuration.general.stopLimit
        guard safety.isSettled || isDue, enter(.stopped, from: [.stopping]) else {
            manager.notify("WATCHDOG=1")
            return false
        }
        finish(unsafe: safety.unsafe)
        return true
    }

    private func finish(unsafe: [String]) {
        heartbeat.withLock { $0 }?.cancel()
        if unsafe.isEmpty {
            log.notice("everything is in its safe state")
        } else {
            let names = unsafe.joined(separator: ", ")
            log.error("not safe in time: \(names); leaving all the same")
        }
        // Together they may take longer than the watchdog is patient.
        let stuck = drivers.close { [manager] in manager.notify("WATCHDOG=1") }
        if !stuck.isEmpty { log.error("do not answer, left behind: \(stuck)") }
        onStopped(unsafe.isEmpty)
    }

    // MARK: Phases

    var phase: StatusReport.Phase { life.withLock { $0.phase } }

    /// Goes on to another phase; whether it was in one of those that it may come from.
    private func enter(_ next: StatusReport.Phase, from before: [StatusReport.Phase]) -> Bool {
        let now = scheduler.now
        return life.withLock { life in
            guard before.contains(life.phase) else { return false }
            life.phase = next
            if next == .stopping { life.stopsSince = now }
            return true
        }
    }
}

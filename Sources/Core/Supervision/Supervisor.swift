import Synchronization
import Values

/// Owns every life cycle: starts drivers in order, then policies; makes all safe and stops.
package final class Supervisor: Sendable {
    private struct Life {
        var phase = StatusReport.Phase.starting
        var stopsSince = Instant.zero
        var closesSince = Instant.zero
        /// Whether every device was safe when their drivers began to close.
        var allSafe = false
        /// Drivers that do not answer while it stops were named.
        var hasToldSilence = false
    }

    /// What runs.
    let running: Mutex<RunningConfiguration>
    /// What policies are told beside their inputs.
    let notices = NoticeBoard()
    /// Keeps the settings that protect over a restart; `nil` where nothing outlives the process.
    let protection: ProtectionKeeper?
    /// One change after the other.
    let changing = Mutex(())
    /// Drivers are being put in the place of others.
    let isExchanging = Atomic(false)
    let startedAt: Instant
    /// With what it was started, and by what that allows more than what ran before.
    let started: StartedConfiguration
    let plugins: Mutex<RunningPlugins>
    let factory: PluginFactory
    let scheduler: any Scheduler
    package let log: Log
    let manager: any ServiceManager
    private let onStopped: @Sendable (_ allSafe: Bool) -> Void
    let onChange: @Sendable (Configuration) -> Void
    let watchdog: TickWatchdog?
    private let life = Mutex(Life())
    /// The sign of life where no policy gives it.
    private let heartbeat = Mutex<(any Cancellable)?>(nil)
    /// Looks whether all is safe while it stops, and is the sign of life then.
    private let stoppingTimer = Mutex<(any Cancellable)?>(nil)
    /// What was left behind by others.
    let stranded = Mutex<[Stranded]>([])
    /// Looks for steps that hang.
    let stepWatch = Mutex<(any Cancellable)?>(nil)
    /// Looks whether every plugin has said something, until systemd is told that all is ready.
    let readiness = Mutex<(any Cancellable)?>(nil)

    /// `memories` is where policies find and leave what outlives them; `nil` for nowhere.
    /// `protection` keeps the settings that protect; `started` is what it made of the file.
    /// `observer` gives whoever looks at each step of a policy.
    /// `onChange` is called when another configuration runs.
    /// `onStopped` is called once, when everything is closed; it says whether every device reached
    /// its safe state in time.
    package init(
        _ configuration: Configuration, scheduler: any Scheduler, log: Log, runtime: String,
        manager: any ServiceManager, memories: (any PolicyMemoryStore)? = nil,
        protection: ProtectionKeeper? = nil, started: StartedConfiguration? = nil,
        observer: @escaping @Sendable (PolicyEntry) -> (any StepObserver)? = { _ in nil },
        onChange: @escaping @Sendable (Configuration) -> Void = { _ in },
        onStopped: @escaping @Sendable (_ allSafe: Bool) -> Void
    ) throws(PlainError) {
        let undone = started.flatMap(\.undone) ?? protection?.undone
        running = Mutex(
            RunningConfiguration(
                configuration, undone: undone, at: scheduler.now))
        self.protection = protection
        self.started = started ?? StartedConfiguration(configuration: configuration)
        self.scheduler = scheduler
        self.log = log
        self.manager = manager
        self.onChange = onChange
        self.onStopped = onStopped
        startedAt = scheduler.now
        let watchdog = TickWatchdog(
            of: configuration.policies, limit: manager.watchdogLimit, now: scheduler.now
        ) { manager.notify("WATCHDOG=1") }
        self.watchdog = watchdog
        let everybody = RequestTargets()
        factory = PluginFactory(
            scheduler: scheduler, log: log, runtime: runtime, memories: memories, notices: notices,
            broker: RequestBroker(of: { everybody.all }, scheduler: scheduler, log: log),
            observer: observer)
        notices.post {
            $0.hold = undone?.hold
            $0.looser = started?.looser ?? []
        }
        let table = ConnectionTable(drivers: configuration.drivers, at: scheduler.now)
        var policies: [PolicyRunner] = []
        for entry in configuration.policies {
            policies.append(
                try factory.policy(entry, in: table, of: configuration, connectsNow: true) {
                    watchdog?.ticked($0, at: $1)
                })
        }
        let drivers = configuration.drivers.map { [factory] in
            factory.driver($0, in: table, of: configuration, cameByChange: false)
        }
        acquaint(drivers)
        plugins = Mutex(
            RunningPlugins(
                drivers: DriverGroup(members: drivers), policies: policies, table: table))
        showShadows(of: configuration)
        everybody.find { [weak self] in self?.requestTargets ?? [] }
    }

    var drivers: DriverGroup { plugins.withLock { $0.drivers } }
    var policies: [PolicyRunner] { plugins.withLock { $0.policies } }

    /// With those that another configuration has replaced or removed and that are not closed yet.
    private var everyDriver: DriverGroup {
        plugins.withLock { DriverGroup(members: $0.drivers.members + $0.leaving) }
    }

    /// Lets the shadows of a configuration look on at what they are shadows of, and no others.
    func showShadows(of configuration: Configuration) {
        for runner in policies {
            runner.show(to: configuration.shadows.filter { $0.shadowOf == runner.entry.name })
        }
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
            + drivers.members.flatMap(\.hands).map { hand in
                RequestBroker.Target(
                    name: hand.address.description, output: hand.address, queue: hand,
                    obstacle: obstacle)
            }
    }

    /// What others show of the policies, by their names.
    package var presentations: [String: Presentation] {
        policies.reduce(into: [:]) {
            $0[$1.entry.name] = ($1.entry.kind as? any PresentedPolicy.Type)?.presentation
        }
    }

    /// The ends of a driver, for one who stands in the place of a policy; `nil` when it has no driver
    /// of that name.
    package func connections(ofDriver name: String) -> PortConnections? {
        drivers.members.first { $0.entry.name == name }?.connections
    }

    // MARK: Starting

    /// Starts every driver, then every policy; says READY once each has said something. A driver that does not
    /// return from its start keeps those that name it in `after` from theirs for a second at most.
    ///
    /// A stop that is asked for meanwhile wins: from then on nothing starts any more.
    package func start() {
        let late = drivers.start()
        if !late.isEmpty { log.warning("still starting, not waited for: \(late)") }
        for runner in policies { runner.start() }
        guard enter(.running, from: [.starting]) else { return }
        watchHeartbeat()
        startStepWatch()
        beginToKeepProtection()
        log.notice("started: \(drivers.members.count) drivers, policies: \(policyNames)")
        awaitReadiness()
    }

    var policyNames: String {
        let names = policies.map(\.name)
        return names.isEmpty ? "no policy" : names.joined(separator: ", ")
    }

    /// Ticks for the watchdog where no policy is quick enough to do so, and not where one is.
    func watchHeartbeat() {
        guard let watchdog, let limit = manager.watchdogLimit else { return }
        heartbeat.withLock { heartbeat in
            guard watchdog.needsSupervisor != (heartbeat != nil) else { return }
            heartbeat?.cancel()
            heartbeat = nil
            guard watchdog.needsSupervisor else { return }
            heartbeat = scheduler.every(limit / 3, name: "heartbeat") { tick in
                watchdog.ticked(TickWatchdog.supervisorName, at: tick.now)
            }
            // A stop may have come meanwhile.
            if phase != .running { heartbeat?.cancel() }
        }
    }

    // MARK: Stopping

    /// Begins to stop: policies first, then every device to its safe state, then out.
    ///
    /// Asking again while it stops says how it goes and changes nothing.
    package func stop(because why: String) {
        guard enter(.stopping, from: [.starting, .running]) else {
            let unsafe = everyDriver.askSafety().unsafe.joined(separator: ", ")
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
        readiness.withLock { $0 }?.cancel()
        everyDriver.makeSafe { [manager] in manager.notify("WATCHDOG=1") }
        // Only now: a device that was not yet asked to move may well look safe.
        let isOver = pollStopping(at: scheduler.now)
        if !isOver { startStoppingTimer() }
    }

    private func startStoppingTimer() {
        let timer = scheduler.every(.milliseconds(20), name: "stopping") { tick in
            _ = self.pollStopping(at: tick.now)
        }
        let isOver = phase == .stopped
        stoppingTimer.withLock { $0 = timer }
        if isOver { timer.cancel() }
    }

    /// Looks whether it can come to its end. Timers do so, too, unless there is no thread left for them.
    package func goOnStopping() {
        guard phase == .stopping else { return }
        for driver in everyDriver.members { driver.doPending(at: scheduler.now) }
        _ = pollStopping(at: scheduler.now)
    }

    /// Looks whether all is safe, or the time is up. Also the sign of life while stopping.
    ///
    /// - Returns: whether it is over.
    private func pollStopping(at now: Instant) -> Bool {
        let safety = everyDriver.askSafety()
        let elapsed = now - life.withLock { $0.stopsSince }
        tellSilence(after: elapsed)
        let isDue = elapsed >= configuration.general.stopLimit
        guard safety.isSettled || isDue, enter(.stopped, from: [.stopping]) else {
            manager.notify("WATCHDOG=1")
            return false
        }
        finish(unsafe: safety.unsafe)
        return true
    }

    /// Names those that do not answer, once, and only when they have had their time.
    private func tellSilence(after elapsed: Duration) {
        let (limit, silent) = (DriverGroup.silenceLimit, everyDriver.silent)
        guard elapsed >= limit, !silent.isEmpty else { return }
        let isFirst = life.withLock { life in
            defer { life.hasToldSilence = true }
            return !life.hasToldSilence
        }
        guard isFirst else { return }
        log.error("not known to make safe, no answer for \(text(of: limit)): \(silent)")
    }

    /// What is known once it stops.
    package struct Ending: Sendable {
        /// When all this is over at the latest, unless something hangs that nobody could leave behind: where no thread is
        /// left for a call, it is made by whoever waits for it, and Dispatch itself waits for a thread without end.
        package let latest: Instant
        /// Whether every device has reached its safe state.
        package let allSafe: Bool
    }

    /// `nil` before it stops.
    package var ending: Ending? {
        let (life, drivers) = (life.withLock { $0 }, everyDriver)
        switch life.phase {
        case .starting, .running: return nil
        case .stopping:
            let limit = configuration.general.stopLimit + drivers.closeLimit
            return Ending(latest: life.stopsSince + limit, allSafe: false)
        case .stopped:
            return Ending(latest: life.closesSince + drivers.closeLimit, allSafe: life.allSafe)
        }
    }

    private func finish(unsafe: [String]) {
        life.withLock { $0.allSafe = unsafe.isEmpty }
        stoppingTimer.withLock { $0 }?.cancel()
        if unsafe.isEmpty {
            log.notice("everything is in its safe state")
        } else {
            let names = unsafe.joined(separator: ", ")
            log.error("not safe in time: \(names); leaving all the same")
        }
        // Together they may take longer than the watchdog is patient.
        let stuck = everyDriver.close { [manager] in manager.notify("WATCHDOG=1") }
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
            if next == .stopped { life.closesSince = now }
            return true
        }
    }
}

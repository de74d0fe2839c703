import Synchronization
import Threads
import Values

/// Puts other plugins in the place of those that run.
extension Supervisor {
    /// What has begun, and is to be started.
    private struct Arrivals: Sendable {
        let drivers: DriverGroup
        let leaving: DriverGroup
        let policies: [PolicyRunner]
    }

    /// How long whoever has asked waits for drivers that come and go.
    private static let exchangeLimit = Duration.seconds(2)
    private static let lookEvery = Duration.milliseconds(20)

    /// Has policies go on otherwise between two of their steps, all of them or none, then closes drivers and policies
    /// that end, and starts those that begin. `isDue` is asked when every policy that is touched is held.
    ///
    /// - Returns: what came of each driver that is new, by name.
    /// - Throws: why nothing was changed.
    func carryOut(
        _ exchange: PluginExchange, if isDue: () throws(PlainError) -> Void
    ) throws(PlainError) -> [String: String] {
        var arrivals: Arrivals?
        try hold(exchange.changes[...], exchange.bystanders[...]) { () throws(PlainError) in
            try isDue()
            arrivals = try commit(exchange)
        }
        watchdog?.change(to: exchange.new.policies)
        watchHeartbeat()
        startStepWatch()
        guard let arrivals else { return [:] }
        start(arrivals)
        return Dictionary(
            arrivals.drivers.members.map { ($0.entry.name, $0.outcome) }
        ) { first, _ in first }
    }

    /// Each policy is held between two of its steps until the last has agreed, and `body` is done.
    private func hold(
        _ changes: ArraySlice<PluginExchange.PolicyChange>, _ bystanders: ArraySlice<PolicyRunner>,
        _ body: () throws(PlainError) -> Void
    ) throws(PlainError) {
        if let change = changes.first {
            try change.runner.change(to: change.entry, at: change.connections) {
                () throws(PlainError) in
                try hold(changes.dropFirst(), bystanders, body)
            }
        } else if let runner = bystanders.first {
            try runner.hold { () throws(PlainError) in
                try hold(changes, bystanders.dropFirst(), body)
            }
        } else {
            try body()
        }
    }

    /// From here on it is done. Nobody who could move something by a driver that leaves steps meanwhile.
    private func commit(_ exchange: PluginExchange) throws(PlainError) -> Arrivals {
        let conditions = conditions()
        for driver in exchange.leavingDrivers {
            // It may have begun to move since it was looked at.
            guard let why = conditions.obstacle(toClose: driver.entry) else { continue }
            throw PlainError("not now: \(driver.entry.name): \(why). Nothing was changed")
        }
        let new = exchange.new
        let drivers = exchange.arrivingDrivers.map {
            factory.driver($0, in: exchange.table, of: new, cameByChange: true)
        }
        let watchdog = watchdog
        var policies: [PolicyRunner] = []
        for entry in exchange.beginningPolicies {
            policies.append(
                try factory.policy(entry, in: exchange.table, of: new, connectsNow: false) {
                    watchdog?.ticked($0, at: $1)
                })
        }
        let leaving = DriverGroup(members: exchange.leavingDrivers)
        let arrivals = Arrivals(
            drivers: DriverGroup(members: drivers), leaving: leaving, policies: policies)
        changeHands(exchange)
        try install(arrivals, of: exchange)
        leaving.makeSafe()
        for runner in exchange.endingPolicies { runner.end() }
        return arrivals
    }

    /// Ends what is switched by hand at each output that is not switchable any more, or otherwise: before a policy may command
    /// it. The others do not notice.
    private func changeHands(_ exchange: PluginExchange) {
        for driver in drivers.members {
            let before = driver.hands
            let entry = exchange.new.drivers.first { entry in
                entry.name == driver.entry.name
                    && !exchange.leavingDrivers.contains { $0 === driver }
            }
            let after = entry.map { entry in
                factory.hands(at: entry, in: exchange.table).map { new in
                    before.first { $0.isSame(as: new) } ?? new
                }
            }
            for hand in before where !(after ?? []).contains(where: { $0 === hand }) {
                hand.close(because: "another configuration was applied")
            }
            if let after { driver.set(hands: after) }
        }
    }

    /// Makes them those that run, unless a stop has come: whoever stops has either the old ones or all.
    private func install(_ arrivals: Arrivals, of exchange: PluginExchange) throws(PlainError) {
        let isInstalled = plugins.withLock { plugins in
            guard phase == .running else { return false }
            let gone = Set(exchange.leavingDrivers.map { ObjectIdentifier($0) })
            let ended = Set(exchange.endingPolicies.map { ObjectIdentifier($0) })
            plugins.leaving = plugins.leaving.filter { !$0.isGone } + exchange.leavingDrivers
            for driver in arrivals.drivers.members {
                driver.set(
                    predecessors: plugins.leaving.filter { $0.excludes(driver.entry) })
            }
            let staying = plugins.drivers.members.filter { !gone.contains(ObjectIdentifier($0)) }
            plugins.drivers = DriverGroup(
                members: Self.ordered(staying + arrivals.drivers.members, as: exchange.new.drivers))
            plugins.policies =
                plugins.policies.filter { !ended.contains(ObjectIdentifier($0)) }
                + arrivals.policies
            plugins.policies.sort { $0.name < $1.name }
            plugins.table = exchange.table
            return true
        }
        guard isInstalled else { throw PlainError("roost is \(phase)") }
    }

    /// In the order of their start, each as it is configured now.
    private static func ordered(
        _ drivers: [ManagedDriver], as entries: [DriverEntry]
    ) -> [ManagedDriver] {
        let ordered = entries.compactMap { entry in
            drivers.first { $0.entry.name == entry.name }.map { driver in
                driver.rename(to: entry)
                return driver
            }
        }
        acquaint(ordered)
        return ordered
    }

    // MARK: Drivers

    private func start(_ arrivals: Arrivals) {
        let (leaving, drivers) = (arrivals.leaving.members, arrivals.drivers.members)
        guard !leaving.isEmpty || !drivers.isEmpty || !arrivals.policies.isEmpty else { return }
        let isDone = Latch()
        isExchanging.store(true, ordering: .releasing)
        let replace: @Sendable () -> Void = { [self] in
            replaceDrivers(arrivals)
            isExchanging.store(false, ordering: .releasing)
            isDone.open()
        }
        // Those that leave are asked to become safe already.
        if !WorkerThread.start("drivers", replace) { replace() }
        _ = isDone.wait(atMost: Self.exchangeLimit)
    }

    /// Nobody starts before all that leave are closed, or have not closed for a second; and before those are gone that
    /// had what it needs.
    private func replaceDrivers(_ arrivals: Arrivals) {
        waitUntilSettled(arrivals.leaving)
        // Whoever stops has all of them.
        guard phase == .running else { return }
        let stuck = arrivals.leaving.leave()
        if !stuck.isEmpty {
            log.error("do not close, and what needs the same devices waits for that: \(stuck)")
        }
        plugins.withLock { plugins in plugins.leaving.removeAll(where: \.isGone) }
        let late = arrivals.drivers.start()
        if !late.isEmpty { log.warning("still starting, not waited for: \(late)") }
        for runner in arrivals.policies { runner.start() }
    }

    /// They were in their safe state, and are asked for it now: one that was moved all the same in between gets
    /// the time that it needs.
    private func waitUntilSettled(_ drivers: DriverGroup) {
        let (start, limit) = (scheduler.now, configuration.general.stopLimit)
        var isTold = false
        while phase == .running, !drivers.askSafety().isSettled, scheduler.now - start < limit {
            scheduler.sleep(for: Self.lookEvery)
            let (time, silent) = (DriverGroup.silenceLimit, drivers.silent)
            guard !isTold, scheduler.now - start >= time, !silent.isEmpty else { continue }
            log.error("not known to make safe, no answer for \(text(of: time)): \(silent)")
            isTold = true
        }
    }
}

extension ManagedDriver {
    /// What came of its start, in words.
    fileprivate var outcome: String {
        switch current.state {
        case .running(_, let since): "runs, \(text(of: since - current.startedAt)) after its start"
        case .backoff(let fault, _), .failed(let fault, _): "does not run: \(fault)"
        case .idle: "waits until what had its devices is closed"
        case .starting, .closing: "is still starting"
        case .stopped: "was stopped"
        }
    }
}

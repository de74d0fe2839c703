import Synchronization
import Values

/// A driver that is started again because somebody asks for it.
extension ManagedDriver {
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

    func reopen(_ driver: (any Driver)?) {
        driver?.makeSafe()
        driver?.close()
        vacate(because: "it is being started again")
        guard let instance = life.withLock({ [now] in $0.reopened(at: now) }) else { return park() }
        start(instance)
    }
}

/// A driver of a configuration that is changed while others go on.
extension ManagedDriver {
    /// Goes on as `entry`, which has the same settings.
    func rename(to entry: DriverEntry) {
        setup.withLock { $0.entry = entry }
    }

    /// Goes on with these hands at its outputs. Those that stood there and are none of them must be closed.
    func set(hands: [Hand]) {
        setup.withLock { $0.hands = hands }
        openHands()
    }

    /// They take requests while it runs. Within its life, so that none is opened that its end has closed.
    func openHands() {
        life.withLock { life in
            guard case .running = life.state else { return }
            for hand in hands { hand.open() }
        }
    }

    /// From now on these need this one.
    func set(dependents: [ManagedDriver]) {
        setup.withLock { $0.dependents = dependents }
    }

    /// Has it start only when these are gone.
    func set(predecessors: [ManagedDriver]) {
        setup.withLock { $0.predecessors = predecessors }
    }

    func waitForPredecessors() {
        for predecessor in setup.withLock({ $0.predecessors }) { predecessor.calls.wait() }
        set(predecessors: [])
    }

    /// What it is held to from its next failure on.
    func change(_ restarts: RestartSettings) {
        life.withLock { $0.change(restarts) }
    }

    /// Closes the driver permanently: another configuration has replaced or removed it.
    func leave() {
        calls.during {
            close()
            vacate(because: "its driver is being replaced")
        }
    }

    /// Whether it is closed permanently, and nothing of it is under way any more.
    var isGone: Bool { calls.isOver }

    /// How long it took at its last start until it had given a good sample at each of its ports; `nil` where it has
    /// not, or gives none.
    var startTime: Duration? {
        let times = connections.endpoints.values.filter { $0.flow == .state }
            .map { $0.timeToFirstSample(since: current.startedAt) }
        return times.contains { $0 == nil } ? nil : times.compactMap { $0 }.max()
    }
}

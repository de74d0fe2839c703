import Synchronization
import Values

/// Other settings while it runs.
extension PolicyRunner {
    /// Why it cannot go on with the settings of `new` at these endpoints now; `nil` when it can.
    func obstacle(to new: PolicyEntry, at endpoints: PortConnections) -> ChangeObstacle? {
        if let obstacle { return ChangeObstacle(obstacle) }
        guard let instance else { return ChangeObstacle(Self.isRestarting) }
        return instance.obstacle(to: new.configured.settings, at: endpoints)
    }

    /// Why its settings may not be made to allow more now; `nil` when they may.
    var obstacleToLoosening: String? {
        if let obstacle { return obstacle }
        return instance.map(\.obstacleToLoosening) ?? Self.isRestarting
    }

    private static let isRestarting = "it is restarting; try again"

    /// `nil` of one that steps.
    private var obstacle: String? {
        guard state.withLock({ $0.isGivenUp }) else { return nil }
        return "it \(Self.givenUpWords(name))"
    }

    /// What is said of one that is given up.
    static func givenUpWords(_ name: String) -> String {
        "is given up: its steps hang. roost restart \(name) restarts it"
    }

    /// Goes on with the settings, the period and the lease of `new` at these endpoints, after `others`: see
    /// `PolicyInstance`.
    func change(
        to new: PolicyEntry, at endpoints: PortConnections,
        after others: () throws(PlainError) -> Void
    ) throws(PlainError) {
        if let obstacle { throw PlainError("\(name): \(obstacle)") }
        let generation = state.withLock { $0.generation }
        guard let instance = generation.instance else {
            throw PlainError("\(name): \(Self.isRestarting)")
        }
        try instance.change(to: new, at: endpoints, after: others)
        let period = entry.period
        state.withLock { state in
            setup.withLock { $0 = new }
            connected.withLock { $0 = endpoints }
            // It has restarted meanwhile, with the settings before.
            if state.generation !== generation { state.generation.set(nil) }
        }
        if period != new.period { restartTimer() }
    }

    /// Does something between two of its steps; at once where it does not step.
    ///
    /// - Throws: that its step takes too long, or what `body` throws.
    func hold(_ body: () throws(PlainError) -> Void) throws(PlainError) {
        guard let instance else { return try body() }
        try instance.hold(body)
    }
}

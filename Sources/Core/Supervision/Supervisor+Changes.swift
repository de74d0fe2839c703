import Devices
import Synchronization

/// Goes on with another configuration while everything runs.
extension Supervisor {
    /// What it would take to go on with `new`, and what speaks against that now. May ask drivers how safe they are, so
    /// not on a thread that others wait for.
    package func plan(for new: Configuration) -> ChangePlan {
        ChangePlan(from: configuration, to: new, under: conditions)
    }

    var conditions: CurrentConditions {
        CurrentConditions(plugins.withLock { $0 }, factory.memories)
    }

    /// Goes on with `new`: policies between two of their steps, then the drivers that it changes are replaced. What it
    /// does not change does not notice. May wait for a step, however long that takes; but after `deadline` nothing is
    /// changed any more. `user` is who wants it, for the status. `onKept` is called when its probation is over.
    ///
    /// - Returns: what was changed, with what came of drivers that have begun.
    /// - Throws: that it needs a restart, is not safe now, or comes too late, and why. Then nothing has
    ///   changed.
    package func apply(
        _ new: Configuration, before deadline: Instant? = nil, by user: String? = nil,
        onKept: @escaping @Sendable () -> Void = {}
    ) throws(PlainError) -> ChangePlan {
        let result = changing.withLock { _ in
            Result { () throws(PlainError) in
                let health = status(at: scheduler.now)
                return try change(to: new, before: deadline, by: user, (health, onKept))
            }
        }
        do throws(PlainError) {
            return try result.get()
        } catch {
            recordRefusal(error.description, of: user)
            throw error
        }
    }

    /// Somebody wanted another configuration, and it came to nothing: for the status.
    func recordRefusal(_ why: String, of user: String?) {
        running.withLock { $0.record(refusal: why, of: user, at: scheduler.now) }
        log.warning("another configuration was refused, the old one runs on: \(why)")
    }

    /// `trial` has how everything was before; `nil` for a change that is not on probation.
    func change(
        to new: Configuration, before deadline: Instant?, by user: String?, _ trial: Trial?
    ) throws(PlainError) -> ChangePlan {
        guard phase == .running else { throw PlainError("roost is \(phase)") }
        guard !isExchanging.load(ordering: .acquiring) else {
            throw PlainError("drivers are still being replaced for the change before; try again")
        }
        var plan = plan(for: new)
        if let refusal = plan.refusal { throw PlainError(refusal) }
        guard !plan.steps.isEmpty else { return plan }
        let (old, now) = (configuration, scheduler.now)
        let difference = new.difference(from: old)
        let exchange = PluginExchange(
            of: plugins.withLock { $0 }, from: old, to: new, difference, at: now)
        let outcomes = try carryOut(exchange) { () throws(PlainError) in
            guard let deadline, scheduler.now >= deadline else { return }
            throw PlainError(
                "it took too long, and nobody waits for it any more. Nothing was changed")
        }
        for index in plan.steps.indices where plan.steps[index].part == .driver {
            plan.steps[index].outcome = outcomes[plan.steps[index].name]
        }
        showShadows(of: new)
        if difference.general.contains(where: { $0.key.hasPrefix("restarts") }) {
            hold(to: new.general.restarts)
        }
        running.withLock { running in
            let probation = trial.map {
                self.probation($0, of: exchange.touched, in: running, at: now)
            }
            running.change(to: new, by: user, at: now, probation)
        }
        onChange(new)
        for line in plan.lines { log.notice("applied: \(line)") }
        return plan
    }

    /// What drivers that fail and policies that hang are held to from now on.
    private func hold(to restarts: RestartSettings) {
        let (drivers, policies) = plugins.withLock { ($0.drivers.members, $0.policies) }
        for driver in drivers { driver.change(restarts) }
        for runner in policies { runner.state.withLock { $0.hangs.settings = restarts } }
    }
}

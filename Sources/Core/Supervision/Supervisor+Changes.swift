import Synchronization
import Values

/// Goes on with another configuration while everything runs.
extension Supervisor {
    /// What it would take to go on with `new`, and what speaks against that now. May ask drivers how safe they are, so
    /// not on a thread that others wait for.
    package func plan(for new: Configuration) -> ChangePlan {
        ChangePlan(from: configuration, to: new, under: conditions(for: new))
    }

    /// What speaks against a change of what runs now, to `new` where that is known.
    func conditions(for new: Configuration? = nil) -> CurrentConditions {
        let plugins = plugins.withLock { $0 }
        let table = new.map {
            plugins.table.changed(
                from: configuration.drivers, to: $0.drivers, at: scheduler.now)
        }
        return CurrentConditions(plugins, factory.memories, table: table)
    }

    /// Goes on with `new`: policies between two of their steps, then the drivers that it changes are replaced. What it
    /// does not change does not notice. May wait for a step, however long that takes; but after `deadline` nothing is
    /// changed any more. `user` is who wants it, for the status. One that is not `onProbation` was decided by somebody who
    /// knows what was before: it is not taken back. `onKept` is called with what is to outlive the process, once nothing of it
    /// is taken back any more.
    ///
    /// - Returns: what was changed, with what came of drivers that have begun.
    /// - Throws: that it needs a restart, is not safe now, or comes too late, and why. Then nothing has
    ///   changed.
    package func apply(
        _ new: Configuration, before deadline: Instant? = nil, by user: String? = nil,
        onProbation: Bool = true, onKept: @escaping @Sendable (Configuration) -> Void = { _ in }
    ) throws(PlainError) -> ChangePlan {
        let result = changing.withLock { _ in
            Result { () throws(PlainError) in
                let trial =
                    onProbation
                    ? Trial(health: status(at: scheduler.now), onKept: onKept) : nil
                var plan = try change(to: new, before: deadline, by: user, trial)
                guard !plan.steps.isEmpty else { return plan }
                plan.warnings = keepProtection()
                if !onProbation { onKept(configuration) }
                return plan
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
    package func recordRefusal(_ why: String, of user: String?) {
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
        let conditions = conditions(for: new)
        var plan = ChangePlan(from: configuration, to: new, under: conditions)
        if let refusal = plan.refusal {
            for runner in conditions.retreating { runner.instance?.retreat() }
            throw PlainError(refusal)
        }
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
                self.probation($0, of: exchange.touched, by: user, in: running, at: now)
            }
            running.change(to: new, by: user, at: now, probation)
        }
        onChange(new)
        notices.post { $0.looser = started.looser(in: new) }
        for line in plan.lines { log.notice("applied: \(line)") }
        return plan
    }

    /// Begins to keep what is in force now, beside what the file of the service has now.
    package func beginToKeepProtection() {
        protection?.begin(configuration, undone: running.withLock { $0.undone?.change })
    }

    /// Keeps what is in force now over a power cut: from the moment in which it takes effect.
    ///
    /// - Returns: what whoever has changed it should know.
    private func keepProtection() -> [String]? {
        let undone = running.withLock { $0.undone?.change }
        return protection?.keep(configuration, undone: undone).map {
            ["the settings that protect would not outlive a power cut as they are: \($0)"]
        }
    }

    /// What drivers that fail and policies that hang are held to from now on.
    private func hold(to restarts: RestartSettings) {
        let (drivers, policies) = plugins.withLock { ($0.drivers.members, $0.policies) }
        for driver in drivers { driver.change(restarts) }
        for runner in policies { runner.state.withLock { $0.hangs.settings = restarts } }
    }
}

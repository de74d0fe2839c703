import Devices

/// Goes on with another configuration while everything runs.
extension Supervisor {
    /// For so long after a change the configuration before comes back where health falls.
    package static let probation = Duration.seconds(60)

    /// What it would take to go on with `new`, and what speaks against that now. Asks drivers how safe they are, so
    /// not on a thread that others wait for.
    package func plan(for new: Configuration) -> ChangePlan {
        ChangePlan(
            from: configuration, to: new,
            obstacle: { entry in
                policies.first { $0.entry.name == entry.name }?.obstacle(to: entry)
            },
            obstacleToRestart: {
                let unsafe = drivers.askSafety().unsafe
                return unsafe.isEmpty
                    ? nil
                    : "\(unsafe.joined(separator: ", ")): not in its safe state, which a restart brings "
                        + "about first"
            })
    }

    /// Goes on with `new`, between two steps of each policy that it changes. Drivers and the other
    /// policies do not notice. May wait for a step, however long that takes; but after `deadline` nothing is
    /// changed any more. `user` is who wants it, for the status. `onKept` is called when its probation is over.
    ///
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
            noteRefusal(error.description, of: user)
            throw error
        }
    }

    /// Somebody wanted another configuration, and it came to nothing: for the status.
    func noteRefusal(_ why: String, of user: String?) {
        running.withLock { $0.note(refusal: why, of: user, at: scheduler.now) }
        log.warning("another configuration was refused, the old one runs on: \(why)")
    }

    private typealias Trial = (health: StatusReport, onKept: @Sendable () -> Void)

    /// `trial` has how everything was before; `nil` for a change that is not on probation.
    private func change(
        to new: Configuration, before deadline: Instant?, by user: String?, _ trial: Trial?
    ) throws(PlainError) -> ChangePlan {
        guard phase == .running else { throw PlainError("roost is \(phase)") }
        let plan = plan(for: new)
        if let refusal = plan.refusal { throw PlainError(refusal) }
        guard !plan.steps.isEmpty else { return plan }
        let names = Set(plan.steps.map(\.name))
        try change(new.policies.filter { names.contains($0.name) }[...]) { () throws(PlainError) in
            guard let deadline, scheduler.now >= deadline else { return }
            throw PlainError(
                "it took too long, and nobody waits for it any more. Nothing was changed")
        }
        showShadows(of: new)
        let now = scheduler.now
        running.withLock { running in
            let probation = trial.map { self.probation($0, of: names, in: running, at: now) }
            running.change(to: new, by: user, at: now, probation)
        }
        for line in plan.lines { log.notice("applied: \(line)") }
        return plan
    }

    /// All of them or none: each is held between two steps until the last has agreed, and `isDue` after it.
    private func change(
        _ entries: ArraySlice<PolicyEntry>, if isDue: () throws(PlainError) -> Void
    ) throws(PlainError) {
        guard let entry = entries.first else { return try isDue() }
        guard let runner = policies.first(where: { $0.entry.name == entry.name }) else {
            throw PlainError("there is no policy \(entry.name)")
        }
        try runner.change(to: entry) { () throws(PlainError) in
            try change(entries.dropFirst(), if: isDue)
        }
    }

    // MARK: Probation

    private func probation(
        _ trial: Trial, of policies: Set<String>, in running: RunningConfiguration, at now: Instant
    ) -> RunningConfiguration.Probation {
        let number = running.nextNumber
        return RunningConfiguration.Probation(
            number: number, before: running.configuration, health: trial.health,
            policies: policies,
            until: now + Self.probation,
            timer: scheduler.every(.seconds(1), name: "probation") { [weak self] tick in
                self?.judgeChange(number, at: tick.now)
            }, onKept: trial.onKept)
    }

    /// Takes the change back where health has fallen since. What is not safe now is tried again.
    private func judgeChange(_ number: Int, at now: Instant) {
        guard let probation = running.withLock({ $0.probation }), probation.number == number else {
            return
        }
        if let why = status(at: now).decline(since: probation.health, of: probation.policies) {
            takeBack(probation, because: why)
        } else if now >= probation.until {
            running.withLock { if $0.probation?.number == number { $0.endProbation() } }
            probation.onKept()
        }
    }

    private func takeBack(_ probation: RunningConfiguration.Probation, because why: String) {
        changing.withLock { _ in
            // Another change may have come meanwhile.
            guard running.withLock({ $0.probation?.number }) == probation.number else { return }
            do throws(PlainError) {
                _ = try change(to: probation.before, before: nil, by: nil, nil)
                running.withLock {
                    $0.note(refusal: "taken back: \(why)", of: nil, at: scheduler.now)
                }
                log.error("the change was taken back, the configuration before runs: \(why)")
            } catch {
                guard running.withLock({ $0.noteDue() }) else { return }
                log.error("the change is to be taken back (\(why)), as soon as it can: \(error)")
            }
        }
    }
}

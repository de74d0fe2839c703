import Synchronization
import Values

/// Takes a change back where health falls soon after it. What protects stays as the change made it: the service never
/// loosens protection by itself.
extension Supervisor {
    /// For so long after a change the configuration before comes back where health falls.
    package static let probation = Duration.seconds(60)

    /// How everything was before a change, and whom to tell when it is kept.
    /// A struct: over a tuple in its place the compiler of Debian 13 (Swift 6.0.3) crashes.
    struct Trial: Sendable {
        let health: StatusReport
        let onKept: @Sendable (Configuration) -> Void
    }

    func probation(
        _ trial: Trial, of touched: TouchedPlugins, by user: String?,
        in running: RunningConfiguration, at now: Instant
    ) -> RunningConfiguration.Probation {
        let number = running.nextNumber
        return RunningConfiguration.Probation(
            number: number, before: running.configuration, health: trial.health,
            touched: touched, since: now, until: now + Self.probation,
            timer: scheduler.every(.seconds(1), name: "probation") { [weak self] tick in
                self?.judgeChange(number, at: tick.now)
            }, askedBy: user, onKept: trial.onKept)
    }

    /// Takes the change back where health has fallen since. What is not safe now is tried again.
    private func judgeChange(_ number: Int, at now: Instant) {
        guard let probation = running.withLock({ $0.probation }), probation.number == number else {
            return
        }
        let decline = status(at: now).decline(
            since: probation.health, of: probation.touched, for: now - probation.since)
        if let decline {
            takeBack(probation, because: decline)
        } else if now >= probation.until {
            endProbation(probation)
        }
    }

    private func endProbation(_ probation: RunningConfiguration.Probation) {
        let kept = running.withLock { running -> Configuration? in
            guard running.probation?.number == probation.number else { return nil }
            running.endProbation()
            return running.configuration
        }
        if let kept { probation.onKept(kept) }
    }

    private func takeBack(_ probation: RunningConfiguration.Probation, because why: String) {
        changing.withLock { _ in
            // Another change may have come meanwhile.
            guard running.withLock({ $0.probation?.number }) == probation.number else { return }
            guard let target = probation.before.keepingProtection(of: configuration) else {
                log.error(
                    "the change stays, though health has fallen (\(why)): it cannot be taken back without allowing more"
                )
                return endProbation(probation)
            }
            do throws(PlainError) {
                let plan = try change(to: target, before: nil, by: nil, nil)
                restartThoseGivenUp(since: probation.health)
                record(plan, of: probation, because: why)
            } catch {
                guard running.withLock({ $0.recordDue() }) else { return }
                log.error("the change is to be taken back (\(why)), as soon as it can: \(error)")
            }
        }
    }

    private func record(
        _ plan: ChangePlan, of probation: RunningConfiguration.Probation, because why: String
    ) {
        let now = configuration
        let kept = probation.before.settingsThatStay(in: now)
        guard !plan.steps.isEmpty else {
            // All of it protects.
            log.warning("the change stays, though health has fallen (\(why)): all of it protects")
            return endProbation(probation)
        }
        let undone = UndoneChange(
            why: why,
            changes: plan.steps.flatMap { step in step.changes.map { "\(step.name): \($0)" } },
            kept: kept, askedBy: probation.askedBy)
        running.withLock {
            $0.record(refusal: "taken back: \(why)", of: nil, at: scheduler.now)
            $0.record(undone: undone, at: scheduler.now)
        }
        notices.post { $0.hold = undone.hold }
        // Nobody waits for the answer: a card that fails is in the status.
        protection?.begin(now, undone: undone)
        if !kept.isEmpty { probation.onKept(now) }
        log.error(
            "the change was taken back, the configuration before runs: \(why)"
                + (kept.isEmpty
                    ? "" : "; these settings stay as changed: \(kept.joined(separator: ", "))"))
    }

    /// A person knows of the change that was undone: things may begin again.
    ///
    /// - Throws: that there is none.
    package func acknowledge(by user: String? = nil) throws(PlainError) {
        let undone = running.withLock { running in
            defer { running.record(undone: nil, at: scheduler.now) }
            return running.undone?.change
        }
        guard let undone else { throw PlainError("there is nothing to acknowledge") }
        notices.post { $0.hold = nil }
        _ = protection?.keep(configuration, undone: nil)
        log.notice("acknowledged by \(user ?? "somebody"): \(undone.why)")
    }

    /// What ran before the change and was given up with it is to run again.
    private func restartThoseGivenUp(since health: StatusReport) {
        let ran = Set(health.drivers.filter { $0.state == .running }.map(\.name))
        for driver in drivers.members where ran.contains(driver.entry.name) {
            guard case .failed = driver.current.state else { continue }
            // One that is started or stopped meanwhile needs nothing.
            try? driver.restart(because: "the change was taken back")
        }
    }
}

extension UndoneChange {
    /// Why nothing may begin, for policies.
    var hold: String {
        "a change was undone (\(why)): read roost status, then say roost acknowledge"
    }
}

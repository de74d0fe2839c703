import Devices
import Synchronization

/// Takes a change back where health falls soon after it.
extension Supervisor {
    /// For so long after a change the configuration before comes back where health falls.
    package static let probation = Duration.seconds(60)

    /// How everything was before a change, and whom to tell when it is kept.
    typealias Trial = (health: StatusReport, onKept: @Sendable () -> Void)

    func probation(
        _ trial: Trial, of touched: TouchedPlugins, in running: RunningConfiguration,
        at now: Instant
    ) -> RunningConfiguration.Probation {
        let number = running.nextNumber
        return RunningConfiguration.Probation(
            number: number, before: running.configuration, health: trial.health,
            touched: touched, since: now, until: now + Self.probation,
            timer: scheduler.every(.seconds(1), name: "probation") { [weak self] tick in
                self?.judgeChange(number, at: tick.now)
            }, onKept: trial.onKept)
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
                restartThoseGivenUp(since: probation.health)
                running.withLock {
                    $0.record(refusal: "taken back: \(why)", of: nil, at: scheduler.now)
                }
                log.error("the change was taken back, the configuration before runs: \(why)")
            } catch {
                guard running.withLock({ $0.recordDue() }) else { return }
                log.error("the change is to be taken back (\(why)), as soon as it can: \(error)")
            }
        }
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

import Synchronization
import Values

/// Looks for policies whose step hangs, so that one of them does not take the others with it.
extension Supervisor {
    /// Twice within the shortest time after which a step hangs, but no more often than this, and no less.
    private static let lookEvery = Duration.milliseconds(50) ... .seconds(1)

    /// As often as the policies ask for that there are now.
    func startStepWatch() {
        let shortest = policies.map { stepLimit($0.entry) }.min()
        let timer = shortest.map { shortest in
            scheduler.every(
                min(max(shortest / 2, Self.lookEvery.lowerBound), Self.lookEvery.upperBound),
                name: "step watch"
            ) { [weak self] _ in self?.lookAtSteps() }
        }
        stepWatch.withLock { before in
            before?.cancel()
            before = timer
        }
        // A stop may have come meanwhile.
        if phase != .running { timer?.cancel() }
    }

    private func lookAtSteps() {
        for runner in policies {
            let name = runner.name
            switch runner.look(at: scheduler.now, limit: stepLimit(runner.entry)) {
            case .well: break
            // What hung has been dealt with: a sign of life as good as a step.
            case .restarts: watchdog?.ticked(name, at: scheduler.now)
            case .givenUp:
                if watchdog?.giveUp(name) == true {
                    log.error("no policy is left that works: systemd is to start roost again")
                }
            }
        }
    }

    /// How long a step may take: the lease; of a policy that systemd's watchdog waits for no longer than that
    /// leaves time to restart.
    private func stepLimit(_ entry: PolicyEntry) -> Duration {
        guard let limit = manager.watchdogLimit, entry.period <= limit / 3 else {
            return entry.lease
        }
        return min(entry.lease, limit / 3)
    }
}

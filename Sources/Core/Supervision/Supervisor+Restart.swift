import Synchronization
import Values

/// Starts one driver or policy again while everything else goes on.
extension Supervisor {
    /// A part of the configuration that runs.
    private enum Part {
        case driver(ManagedDriver)
        case policy(PolicyRunner)
    }

    /// Closes a driver and starts it again, or has a policy restart with what it remembers, because somebody asks
    /// for it: with a budget as new, and with the drivers that were given up because of it. Returns when that has
    /// begun; `user` is who asks, for the log. Asks drivers how safe they are, so not on a thread that others wait
    /// for.
    ///
    /// - Throws: that there is nothing of that name, or that it would be unsafe now, and why. Then nothing has
    ///   changed.
    package func restart(_ name: String, by user: String? = nil) throws(PlainError) {
        let why = "asked for by \(user ?? "somebody")"
        let result = changing.withLock { _ in
            Result { () throws(PlainError) in
                guard phase == .running else { throw PlainError("roost is \(phase)") }
                switch try part(name) {
                case .driver(let driver): try restart(driver, because: why)
                case .policy(let runner): try restart(runner, because: why)
                }
            }
        }
        do throws(PlainError) {
            try result.get()
        } catch {
            log.warning("\(name) was not started again: \(error)")
            throw error
        }
    }

    private func part(_ name: String) throws(PlainError) -> Part {
        if let driver = drivers.members.first(where: { $0.entry.name == name }) {
            return .driver(driver)
        }
        if let runner = policies.first(where: { $0.name == name }) { return .policy(runner) }
        let names = drivers.members.map(\.entry.name) + policies.map(\.name)
        throw PlainError(
            "there is no driver or policy \"\(name)\".\(suggestion(for: name, among: names)) "
                + "(there are \(names.joined(separator: ", ")))")
    }

    // MARK: A driver

    private func restart(_ driver: ManagedDriver, because why: String) throws(PlainError) {
        try refuse(conditions().obstacle(toClose: driver.entry))
        try driver.restart(because: why)
    }

    // MARK: A policy

    private func restart(_ runner: PolicyRunner, because why: String) throws(PlainError) {
        let wasGivenUp = runner.hangs(at: scheduler.now).isGivenUp
        // It does not know what it was about to do: not while something that it moves is out of its safe state. One
        // that is given up moves nothing.
        if !wasGivenUp { try refuse(conditions().obstacle(toEnd: runner.entry)) }
        try runner.restart(because: why)
        if wasGivenUp { watchdog?.watch(runner.name) }
    }

    private func refuse(_ obstacle: String?) throws(PlainError) {
        guard let obstacle else { return }
        throw PlainError("not now: \(obstacle). Nothing was changed")
    }
}

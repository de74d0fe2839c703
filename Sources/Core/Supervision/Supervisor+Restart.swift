import Devices

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
        try refuse(obstacle(toRestart: driver))
        try driver.restart(because: why)
    }

    /// A driver that runs may be missed for a moment: not while what it moves, or what a policy moves by what it
    /// says, is on its way or held out of its safe state. One that does not run can only become better.
    private func obstacle(toRestart driver: ManagedDriver) -> String? {
        guard case .running = driver.current.state else { return nil }
        let unsafe = Set(drivers.askSafety().unsafe)
        if unsafe.contains(driver.entry.name) { return "it is not in its safe state" }
        for policy in policies where policy.entry.uses(driver.entry.name) {
            guard let moved = policy.entry.drivers.intersection(unsafe).min() else { continue }
            return "\(policy.entry.name) uses it and moves \(moved), which is not in its safe state"
        }
        return nil
    }

    // MARK: A policy

    private func restart(_ runner: PolicyRunner, because why: String) throws(PlainError) {
        let wasGivenUp = runner.hangs(at: scheduler.now).isGivenUp
        if !wasGivenUp { try refuse(obstacle(toRestart: runner)) }
        try runner.restart(because: why)
        if wasGivenUp { watchdog?.watch(runner.name) }
    }

    /// It does not know what it was about to do: not while something that it moves is out of its safe state. One
    /// that is given up moves nothing.
    private func obstacle(toRestart runner: PolicyRunner) -> String? {
        let unsafe = drivers.askSafety().unsafe
        guard let moved = runner.entry.drivers.intersection(unsafe).min() else { return nil }
        return "it moves \(moved), which is not in its safe state"
    }

    private func refuse(_ obstacle: String?) throws(PlainError) {
        guard let obstacle else { return }
        throw PlainError("not now: \(obstacle). Nothing was changed")
    }
}

extension PolicyEntry {
    /// Those that it is connected to.
    fileprivate var drivers: Set<String> { Set(bindings.values.map(\.driver)) }

    fileprivate func uses(_ driver: String) -> Bool { drivers.contains(driver) }
}

import Devices

/// Starts one driver again while everything else goes on.
extension Supervisor {
    /// Closes a driver and starts it again because somebody asks for it: with a budget as new, and with the drivers
    /// that were given up because of it. Returns when that has begun; `user` is who asks, for the log. Asks drivers
    /// how safe they are, so not on a thread that others wait for.
    ///
    /// - Throws: that there is no such driver, or that it would be unsafe now, and why. Then nothing has changed.
    package func restart(driver name: String, by user: String? = nil) throws(PlainError) {
        let result = changing.withLock { _ in
            Result { () throws(PlainError) in
                guard phase == .running else { throw PlainError("roost is \(phase)") }
                let driver = try driver(name)
                if let obstacle = obstacle(toRestart: driver) {
                    throw PlainError("not now: \(obstacle). Nothing was changed")
                }
                try driver.restart(because: "asked for by \(user ?? "somebody")")
            }
        }
        do throws(PlainError) {
            try result.get()
        } catch {
            log.warning("\(name) was not started again: \(error)")
            throw error
        }
    }

    private func driver(_ name: String) throws(PlainError) -> ManagedDriver {
        if let driver = drivers.members.first(where: { $0.entry.name == name }) { return driver }
        if policies.contains(where: { $0.entry.name == name }) {
            throw PlainError("\(name) is a policy; only drivers can be started again one by one")
        }
        let names = drivers.members.map(\.entry.name)
        throw PlainError(
            "there is no driver \"\(name)\".\(suggestion(for: name, among: names)) "
                + (names.isEmpty
                    ? "(there are none)" : "(there are \(names.joined(separator: ", ")))"))
    }

    /// A driver that runs may be missed for a moment: not while what it moves, or what a policy moves by what it
    /// says, is on its way or held out of its safe state. One that does not run can only become better.
    private func obstacle(toRestart driver: ManagedDriver) -> String? {
        guard case .running = driver.current.state else { return nil }
        let unsafe = Set(drivers.askSafety().unsafe)
        if unsafe.contains(driver.entry.name) { return "it is not in its safe state" }
        for policy in policies {
            let names = Set(policy.entry.bindings.values.map(\.driver))
            guard names.contains(driver.entry.name) else { continue }
            guard let moved = names.intersection(unsafe).min() else { continue }
            return "\(policy.entry.name) uses it and moves \(moved), which is not in its safe state"
        }
        return nil
    }
}

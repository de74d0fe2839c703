extension StatusReport {
    /// So many ticks that a late one made needless are no accident.
    private static let tooManySkipped: UInt64 = 3

    /// What has become worse since an earlier report; `nil` where nothing has. Of policies only those that are
    /// named count: others have reasons of their own.
    package func decline(since before: StatusReport, of names: Set<String>) -> String? {
        for driver in drivers where driver.state != .running {
            let wasRunning = before.drivers.contains {
                $0.name == driver.name && $0.state == .running
            }
            guard wasRunning else { continue }
            let error = driver.lastError.map { ": \($0.text)" } ?? ""
            return "the driver \(driver.name) does not run any more\(error)"
        }
        for policy in policies where names.contains(policy.name) {
            let old = before.policies.first { $0.name == policy.name }
            if let why = policy.decline(since: old, skipped: Self.tooManySkipped) {
                return "\(policy.name): \(why)"
            }
        }
        return nil
    }
}

extension PolicyReport {
    fileprivate func decline(since before: PolicyReport?, skipped limit: UInt64) -> String? {
        if let reason, reason.isFailsafe, before?.reason?.isFailsafe != true { return reason.text }
        if (hangs ?? 0) > (before?.hangs ?? 0) { return "a step of it has hung" }
        if skippedTicks >= (before?.skippedTicks ?? 0) + limit { return "its ticks are late" }
        let silence = sinceLastTickSeconds ?? 0
        return silence > 1 + 3 * periodMilliseconds / 1000 ? "it does not step any more" : nil
    }
}

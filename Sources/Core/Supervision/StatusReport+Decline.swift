import Values

extension StatusReport {
    /// So many ticks that a late one made needless are no accident.
    private static let tooManySkipped: UInt64 = 3
    /// What a driver that was replaced may take until it runs and gives what it should.
    private static let settlingTime = Duration.seconds(10)

    /// What has become worse since an earlier report, `age` after a change that has touched some plugins; `nil` where
    /// nothing has. Of policies only those that it has touched count: others have reasons of their own.
    package func decline(
        since before: StatusReport, of touched: TouchedPlugins, for age: Duration
    ) -> String? {
        let isNew = age < Self.settlingTime
        for driver in drivers where driver.state != .running {
            let wasRunning = before.drivers.contains {
                $0.name == driver.name && $0.state == .running
            }
            let isComing = isNew && touched.drivers.contains(driver.name) && driver.isUnderWay
            guard wasRunning, !isComing else { continue }
            let error = driver.lastError.map { ": \($0.text)" } ?? ""
            return "the driver \(driver.name) does not run any more\(error)"
        }
        for policy in policies where touched.policies.contains(policy.name) {
            let old = before.policies.first { $0.name == policy.name && $0.policy == policy.policy }
            let waits = isNew && policy.reads(from: touched.drivers)
            let decline = policy.decline(since: old, skipped: Self.tooManySkipped, waits: waits)
            if let decline { return "\(policy.name): \(decline)" }
        }
        return nil
    }
}

extension DriverReport {
    /// Whether it is on its way to run.
    fileprivate var isUnderWay: Bool {
        switch state {
        case .idle, .starting, .closing: true
        case .running, .backoff, .failed, .stopped: false
        }
    }
}

extension PolicyReport {
    /// Whether it goes by one of those drivers. A sample that has just come is not yet one that it has decided by.
    fileprivate func reads(from started: Set<String>) -> Bool {
        inputs.values.contains { input in
            started.contains { input.hasPrefix("\($0).") }
        }
    }

    /// `waits`: it may not have decided yet by what it goes by, and may say so.
    fileprivate func decline(
        since before: PolicyReport?, skipped limit: UInt64, waits: Bool
    ) -> String? {
        // A limit that does its work and a request that was refused are no loss of health.
        if !waits, let reason, reason.isFault == true, before?.reason?.isFault != true {
            return reason.text
        }
        if (hangs ?? 0) > (before?.hangs ?? 0) { return "a step of it has hung" }
        if skippedTicks >= (before?.skippedTicks ?? 0) + limit { return "its ticks are late" }
        let silence = sinceLastTickSeconds ?? 0
        return silence > 1 + 3 * periodMilliseconds / 1000 ? "it does not step any more" : nil
    }
}

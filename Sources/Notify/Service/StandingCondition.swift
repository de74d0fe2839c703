import Core

/// Something that began and goes on: an alert of a door, a failsafe, a driver that has failed.
package struct StandingCondition: Codable, Equatable, Sendable {
    package let source: String
    package let severity: Severity
    package let text: String

    /// Those of a state, by their keys.
    static func all(in report: StatusReport) -> [String: StandingCondition] {
        var found: [String: StandingCondition] = [:]
        for policy in report.policies {
            if policy.isGivenUp == true {
                found["\(policy.name)/given-up"] = StandingCondition(
                    source: policy.name, severity: .alarm,
                    text: "it is given up, its steps hang: roost restart \(policy.name)")
            }
            if let reason = policy.reason, reason.isFailsafe {
                found["\(policy.name)/failsafe/\(reason.code)"] = StandingCondition(
                    source: policy.name, severity: .warning, text: reason.text)
            }
            for alert in StandingAlert.all(in: policy.details) {
                let text = alert.text ?? policy.reason?.text
                found["\(policy.name)/alert/\(alert.code)"] = StandingCondition(
                    source: policy.name, severity: alert.severity,
                    text: [alert.code, text].compactMap(\.self).joined(separator: ": "))
            }
        }
        // Of the service itself: a change that was undone, settings that would not outlive a power cut.
        for finding in report.verdict?.findings ?? [] where finding.part == .roost {
            found["roost/\(finding.text)"] = StandingCondition(
                source: "roost", severity: finding.level == .failure ? .alarm : .warning,
                text: finding.text)
        }
        for driver in report.drivers where driver.state == .failed {
            found["\(driver.name)/failed"] = StandingCondition(
                source: driver.name, severity: .alarm,
                text: "it has failed permanently: \(driver.lastError?.text ?? "nobody knows why")")
        }
        return found
    }
}

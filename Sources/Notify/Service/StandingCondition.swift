import Core
import JSON

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
            guard case .array(let alerts)? = policy.details?["alerts"] else { continue }
            for case .object(let alert) in alerts {
                guard case .string(let code)? = alert["code"] else { continue }
                found["\(policy.name)/alert/\(code)"] = StandingCondition(
                    source: policy.name, severity: severity(alert["severity"]),
                    text: ([code]
                        + [words(alert["text"]) ?? policy.reason?.text]
                        .compactMap(\.self)).joined(separator: ": "))
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

    private static func words(_ json: JSONValue?) -> String? {
        guard case .string(let words)? = json else { return nil }
        return words
    }

    /// One that nobody knows here is no reason to keep silent.
    private static func severity(_ json: JSONValue?) -> Severity {
        guard case .string(let word)? = json else { return .warning }
        return Severity(rawValue: word) ?? .warning
    }
}

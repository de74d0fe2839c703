import Values

/// What one policy looks at before it begins, as the control socket tells it: `docs/status.md`.
package struct CheckReport: Codable, Sendable {
    package let name: String
    package let policy: String
    /// Whether it would begin now: every check is met.
    package let isReady: Bool
    package let checks: [Check]
}

extension Supervisor {
    /// Of each policy that has such checks.
    package func checks(at now: Instant) -> [CheckReport] {
        policies.compactMap { runner in
            let checks = runner.checks(at: now)
            guard !checks.isEmpty else { return nil }
            return CheckReport(
                name: runner.entry.name, policy: runner.entry.kind.name,
                isReady: checks.allSatisfy { $0.verdict == .met }, checks: checks)
        }
    }
}

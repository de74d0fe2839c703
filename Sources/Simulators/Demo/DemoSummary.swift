import Core

/// How punctual everything was, for the end of the demo.
package struct DemoSummary: Sendable {
    package let text: String

    package init(_ status: StatusReport) {
        text = (status.policies.map(Self.line) + status.drivers.compactMap(Self.line))
            .joined(separator: "\n")
    }

    private static func line(_ policy: PolicyReport) -> String {
        let (late, step) = (policy.lateness, policy.stepTime)
        return
            "\(policy.name): \(policy.ticks) ticks of \(shortText(of: policy.periodMilliseconds))"
            + " ms, \(policy.skipped) skipped; late p50 \(text(late.p50Milliseconds)),"
            + " p99 \(text(late.p99Milliseconds)), max \(text(late.maxMilliseconds));"
            + " step p50 \(text(step.p50Milliseconds)), p99 \(text(step.p99Milliseconds))"
    }

    /// The command gap of a driver that measures one: the time between two datagrams it sent.
    private static func line(_ driver: DriverReport) -> String? {
        let facts = Dictionary(
            driver.facts.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        guard case .number(let p50)? = facts["command_gap_p50_ms"],
            case .number(let p99)? = facts["command_gap_p99_ms"],
            case .number(let longest)? = facts["command_gap_max_ms"]
        else { return nil }
        return "\(driver.name): gap between command datagrams p50 \(text(p50)), p99 \(text(p99)),"
            + " max \(text(longest))"
    }

    private static func text(_ milliseconds: Double) -> String {
        "\(fixedText(of: milliseconds, decimals: 2)) ms"
    }
}

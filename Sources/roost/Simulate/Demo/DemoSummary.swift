import Core
import Devices

/// How punctual everything was, for the end of the demo.
struct DemoSummary: Sendable {
    let text: String

    /// - Parameters:
    ///   - status: what Roost measured of itself.
    ///   - heard: the command gaps that the drone measured, at the other end of the wire.
    init(_ status: StatusReport, heard: DurationHistogram) {
        let lines = status.policies.map(Self.line) + status.drivers.compactMap(Self.line)
        text = (lines + ["heard by the drone: \(Self.gaps(DurationReport(heard)))"])
            .joined(separator: "\n")
    }

    private static func line(_ policy: PolicyReport) -> String {
        let (late, step) = (policy.lateness, policy.stepTime)
        return
            "\(policy.name): \(policy.ticks) ticks of \(shortText(of: policy.periodMilliseconds))"
            + " ms, \(policy.skippedTicks) skipped; late p50 \(text(late.p50Milliseconds)),"
            + " p99 \(text(late.p99Milliseconds)), max \(text(late.maxMilliseconds));"
            + " step p50 \(text(step.p50Milliseconds)), p99 \(text(step.p99Milliseconds))"
    }

    /// The command gap of a driver that measures one: the time between two datagrams it sent.
    private static func line(_ driver: DriverReport) -> String? {
        let diagnostics = Dictionary(
            driver.diagnostics.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        guard case .number(let p50)? = diagnostics["command_gap_p50_ms"],
            case .number(let p99)? = diagnostics["command_gap_p99_ms"],
            case .number(let longest)? = diagnostics["command_gap_max_ms"]
        else { return nil }
        return "\(driver.name): \(gaps(p50, p99, longest))"
    }

    private static func gaps(_ report: DurationReport) -> String {
        gaps(report.p50Milliseconds, report.p99Milliseconds, report.maxMilliseconds)
    }

    private static func gaps(_ p50: Double, _ p99: Double, _ longest: Double) -> String {
        "gap between command datagrams p50 \(text(p50)), p99 \(text(p99)), max \(text(longest))"
    }

    private static func text(_ milliseconds: Double) -> String {
        "\(fixedText(of: milliseconds, decimals: 2)) ms"
    }
}

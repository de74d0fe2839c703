import ARDrone
import Core
import Values

/// How punctual everything was, for the end of the demo.
struct DemoSummary: Sendable {
    let text: String

    /// - Parameters:
    ///   - status: what Roost measured of itself.
    ///   - heard: the command gaps that a drone measured, at the other end of the wire.
    init(_ status: StatusReport, heard: DurationHistogram? = nil) {
        var lines = status.policies.map(Self.line) + status.drivers.compactMap(Self.line)
        if let heard { lines.append("heard by the drone: \(Self.gaps(DurationReport(heard)))") }
        text = lines.joined(separator: "\n")
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
        ARDrone.LinkReport(driver).map { link in
            let gaps = Self.gaps(
                link.commandGapP50Milliseconds, link.commandGapP99Milliseconds,
                link.commandGapMaxMilliseconds)
            return "\(driver.name): \(gaps)"
        }
    }

    private static func gaps(_ report: DurationReport) -> String {
        gaps(report.p50Milliseconds, report.p99Milliseconds, report.maxMilliseconds)
    }

    private static func gaps(_ p50: Double, _ p99: Double, _ max: Double) -> String {
        "gap between command datagrams p50 \(text(p50)), p99 \(text(p99)), max \(text(max))"
    }

    private static func text(_ milliseconds: Double) -> String {
        "\(fixedText(of: milliseconds, decimals: 2)) ms"
    }
}

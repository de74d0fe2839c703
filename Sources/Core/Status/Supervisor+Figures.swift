import JSON
import Values

extension Supervisor {
    /// Every number that there is now, by its name in `roost watch`, and how late and long the steps of each policy are.
    package func figures(at now: Instant) -> [String: Double] {
        var figures: [String: Double] = [:]
        for driver in drivers.members {
            for (port, endpoint) in driver.connections.endpoints {
                guard let report = endpoint.report(at: now), report.quality == .good else {
                    continue
                }
                let address = PortAddress(driver: driver.entry.name, port: port)
                // When a contact has changed last is no course of anything.
                for (figure, value) in report.value.figures(at: ["\(address)"])
                where !figure.hasSuffix(".changed_at") { figures[figure] = value }
            }
        }
        for timing in timings {
            figures["\(timing.policy).lateness_p99_ms"] =
                DurationReport(timing.lateness).p99Milliseconds
            figures["\(timing.policy).step_p99_ms"] =
                DurationReport(timing.stepTime).p99Milliseconds
        }
        return figures
    }

    /// How late the steps of each policy began, and how long they took.
    package var timings:
        [(policy: String, lateness: DurationHistogram, stepTime: DurationHistogram)]
    {
        policies.map { policy in
            let measured = policy.measured
            return (policy.entry.name, measured.lateness, measured.stepTime)
        }
    }
}

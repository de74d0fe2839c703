import Core
import Values

extension Supervisor {
    /// How everything is at `now`, for Prometheus: `docs/remote.md` has every metric.
    package func metrics(at now: Instant) -> String {
        let status = status(at: now)
        let families =
            status.metrics + status.drivers.metrics + status.drivers.sourceMetrics + [status.byHand]
            + status.policies.metrics + timingMetrics + [lostLines]
        return families.map(\.text).joined()
    }

    private var lostLines: MetricFamily {
        var lines = MetricFamily(
            "roost_log_lost_lines_total", "Lines of the log that nobody took in time.", .counter)
        lines.add(log.lostLines)
        return lines
    }

    private var timingMetrics: [MetricFamily] {
        var lateness = MetricFamily(
            "roost_policy_tick_lateness_seconds", "How late steps began.", .histogram)
        var stepTime = MetricFamily(
            "roost_policy_step_seconds", "How long steps took.", .histogram)
        for timing in timings {
            lateness.add(timing.lateness, ["policy": timing.policy])
            stepTime.add(timing.stepTime, ["policy": timing.policy])
        }
        return [lateness, stepTime]
    }
}

extension StatusReport {
    fileprivate var metrics: [MetricFamily] {
        var info = MetricFamily("roost_info", "Which service it is, and its version; always 1.")
        info.add(1.0, ["name": name, "version": version])
        var phase = MetricFamily("roost_phase", "What the service is doing.")
        phase.add(self.phase, as: "phase")
        var uptime = MetricFamily("roost_uptime_seconds", "Since the service started.")
        uptime.add(uptimeSeconds)
        var judged = MetricFamily("roost_verdict", "How everything is, by the service itself.")
        judged.add(verdict?.level ?? .failure, as: "level")
        return [info, phase, uptime, judged]
    }
}

extension StatusReport {
    fileprivate var byHand: MetricFamily {
        var family = MetricFamily(
            "roost_output_by_hand", "1 while a person has switched an output.")
        for (address, output) in outputs {
            family.add(output.byHand == nil ? 0.0 : 1, ["output": address])
        }
        return family
    }
}

extension [DriverReport] {
    fileprivate var metrics: [MetricFamily] {
        var states = MetricFamily("roost_driver_state", "The state of a driver.")
        var restarts = MetricFamily(
            "roost_driver_restarts_total", "How often a driver was started again.", .counter)
        for driver in self {
            states.add(driver.state, as: "state", ["driver": driver.name])
            restarts.add(UInt64(driver.restarts), ["driver": driver.name])
        }
        return [states, restarts]
    }

    fileprivate var sourceMetrics: [MetricFamily] {
        var qualities = MetricFamily(
            "roost_source_quality", "How far the value of a source can be trusted.")
        var ages = MetricFamily(
            "roost_source_age_seconds", "Since the value was measured, or since there is none.")
        var values = MetricFamily(
            "roost_source_value", "A figure of a source, while its quality is good.")
        for driver in self {
            for (port, source) in driver.sources.sorted(by: { $0.key < $1.key }) {
                let name = "\(driver.name).\(port)"
                qualities.add(source.quality, as: "quality", ["source": name])
                ages.add(source.ageSeconds, ["source": name])
                guard source.quality == .good else { continue }
                for (figure, value) in source.value.figures(at: []) {
                    values.add(value, ["source": name, "figure": figure])
                }
            }
        }
        return [qualities, ages, values]
    }
}

extension [PolicyReport] {
    fileprivate var metrics: [MetricFamily] {
        var ticks = MetricFamily(
            "roost_policy_ticks_total", "How often a policy has stepped.", .counter)
        var skipped = MetricFamily(
            "roost_policy_skipped_ticks_total", "Steps that a late one left out.", .counter)
        var hangs = MetricFamily(
            "roost_policy_hangs_total", "Steps that hung and were abandoned.", .counter)
        var failsafe = MetricFamily(
            "roost_policy_failsafe", "1 while something stands in for what was asked.")
        var ages = MetricFamily("roost_policy_last_tick_age_seconds", "Since its last step.")
        for policy in self {
            let name = policy.name
            ticks.add(policy.ticks, ["policy": name])
            skipped.add(policy.skippedTicks, ["policy": name])
            hangs.add(policy.hangs ?? 0, ["policy": name])
            if let reason = policy.reason {
                failsafe.add(reason.isFailsafe ? 1.0 : 0, ["policy": name])
            }
            if let age = policy.sinceLastTickSeconds { ages.add(age, ["policy": name]) }
        }
        return [ticks, skipped, hangs, failsafe, ages]
    }
}

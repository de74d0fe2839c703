import Devices

extension Supervisor {
    /// How everything is at `now`.
    package func status(at now: Instant) -> StatusReport {
        StatusReport(
            name: configuration.general.name, version: roostVersion, phase: phaseName,
            uptimeSeconds: (now - startedAt).seconds,
            drivers: drivers.map { $0.report(at: now) },
            policies: policies.map { $0.report(at: now) })
    }
}

extension ManagedDriver {
    fileprivate func report(at now: Instant) -> DriverReport {
        let (state, restarts) = current
        let (word, since, fault, retryAt, diagnostics) = parts(of: state, at: now)
        return DriverReport(
            name: entry.name, driver: entry.kind.name, state: word,
            stateSeconds: since.map { (now - $0).seconds }, fault: fault?.message,
            retryInSeconds: retryAt.map { max(0, ($0 - now).seconds) }, restarts: restarts,
            sources: connections.cells.compactMapValues { $0.describe(now) },
            diagnostics: diagnostics.map { DiagnosticReport(name: $0.name, value: $0.value) })
    }

    private func parts(
        of state: DriverStateMachine.State, at now: Instant
    ) -> (
        word: String, since: Instant?, fault: DeviceError?, retryAt: Instant?,
        diagnostics: [Diagnostic]
    ) {
        switch state {
        case .idle: ("idle", nil, nil, nil, [])
        case .starting(let fault): ("starting", nil, fault, nil, [])
        case .closing: ("closing", nil, nil, nil, [])
        case .running(let driver, let since):
            ("running", since, nil, nil, driver.diagnostics(at: now))
        case .backoff(let fault, let retryAt): ("backoff", nil, fault, retryAt, [])
        case .failed(let fault, _): ("failed", nil, fault, nil, [])
        case .stopped: ("stopped", nil, nil, nil, [])
        }
    }
}

extension PolicyRunner {
    fileprivate func report(at now: Instant) -> PolicyReport {
        let measured = measured
        return PolicyReport(
            name: entry.name, policy: entry.kind.name, reason: latest?.reason,
            periodMilliseconds: entry.period.milliseconds, ticks: measured.ticks,
            skipped: measured.skipped,
            sinceLastTickSeconds: measured.lastTickAt.map { (now - $0).seconds },
            lateness: DurationReport(measured.lateness),
            stepTime: DurationReport(measured.stepTime))
    }
}

import Devices

extension Supervisor {
    /// How everything is at `now`.
    package func status(at now: Instant) -> StatusReport {
        StatusReport(
            schema: StatusReport.currentSchema, name: configuration.general.name,
            version: roostVersion, phase: phase, uptimeSeconds: (now - startedAt).seconds,
            configuration: running.withLock { $0.report(at: now) },
            drivers: drivers.members.map { $0.report(at: now) },
            policies: policies.map { $0.report(at: now) })
    }
}

extension ManagedDriver {
    fileprivate func report(at now: Instant) -> DriverReport {
        let current = current
        return DriverReport(
            name: entry.name, driver: entry.kind.name, state: DriverReport.State(current.state),
            runningSeconds: current.state.runningSince.map { (now - $0).seconds },
            retryInSeconds: current.state.retryAt.map { max(0, ($0 - now).seconds) },
            restarts: current.restarts,
            lastError: current.lastError.map { ErrorReport($0.error, age: now - $0.at) },
            sources: connections.endpoints.compactMapValues { $0.report(at: now) },
            diagnostics: current.state.diagnostics(at: now)
                .map { DiagnosticReport(name: $0.name, value: $0.value) })
    }
}

extension ErrorReport {
    fileprivate init(_ error: DeviceError, age: Duration) {
        self.init(kind: error.kind.rawValue, text: error.message, ageSeconds: age.seconds)
    }
}

extension DriverReport.State {
    fileprivate init(_ state: DriverStateMachine.State) {
        switch state {
        case .idle: self = .idle
        case .starting: self = .starting
        case .running: self = .running
        case .closing: self = .closing
        case .backoff: self = .backoff
        case .failed: self = .failed
        case .stopped: self = .stopped
        }
    }
}

extension DriverStateMachine.State {
    fileprivate var runningSince: Instant? {
        guard case .running(_, let since) = self else { return nil }
        return since
    }

    fileprivate var retryAt: Instant? {
        guard case .backoff(_, let retryAt) = self else { return nil }
        return retryAt
    }

    fileprivate func diagnostics(at now: Instant) -> [Diagnostic] {
        guard case .running(let driver, _) = self else { return [] }
        return driver.diagnostics(at: now)
    }
}

extension PolicyRunner {
    fileprivate func report(at now: Instant) -> PolicyReport {
        let measured = measured
        return PolicyReport(
            name: entry.name, policy: entry.kind.name,
            reason: latest,
            inputs: bindings { $0.flow.isFromDriver }, outputs: bindings { !$0.flow.isFromDriver },
            periodMilliseconds: entry.period.milliseconds, ticks: measured.ticks,
            skippedTicks: measured.skipped,
            sinceLastTickSeconds: measured.lastTickAt.map { (now - $0).seconds },
            lateness: DurationReport(measured.lateness),
            stepTime: DurationReport(measured.stepTime))
    }

    private func bindings(_ isMeant: (PolicyPort) -> Bool) -> [String: String] {
        let ports = entry.kind.ports.filter(isMeant).map(\.name)
        return entry.bindings.filter { ports.contains($0.key) }.mapValues(\.description)
    }
}

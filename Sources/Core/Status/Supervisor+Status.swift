import Synchronization
import Values

extension Supervisor {
    /// How everything is at `now`. What plugins have to be asked for one by one, diagnostics and details, is
    /// taken from `recent` where that has it.
    package func status(at now: Instant, reusing recent: StatusReport? = nil) -> StatusReport {
        StatusReport(
            schema: StatusReport.currentSchema, name: configuration.general.name,
            version: roostVersion, phase: phase, uptimeSeconds: (now - startedAt).seconds,
            configuration: running.withLock { $0.report(at: now, notKept: protection?.problem) },
            drivers: drivers.members.map { driver in
                driver.report(at: now, recent?.drivers.first { $0.name == driver.entry.name })
            },
            policies: policies.map { policy in
                policy.report(at: now, recent?.policies.first { $0.name == policy.entry.name })
            }, leftBehind: leftBehindReports(at: now)
        ).withWordsInOneUnit().judged
    }
}

extension ManagedDriver {
    fileprivate func report(at now: Instant, _ recent: DriverReport?) -> DriverReport {
        let current = current
        let state = DriverReport.State(current.state)
        // Of this start of it.
        let isSame = recent?.state == state && recent?.restarts == current.restarts
        return DriverReport(
            name: entry.name, driver: entry.kind.name, state: state,
            runningSeconds: current.state.runningSince.map { (now - $0).seconds },
            retryInSeconds: current.state.retryAt.map { max(0, ($0 - now).seconds) },
            restarts: current.restarts,
            lastError: current.lastError.map { ErrorReport($0.error, age: now - $0.at) },
            sources: connections.endpoints.compactMapValues { $0.report(at: now) },
            diagnostics: isSame ? recent?.diagnostics ?? [] : current.state.diagnostics(at: now),
            outputs: outputReports(at: now))
    }

    private func outputReports(at now: Instant) -> [String: OutputReport]? {
        let reports = hands.map { ($0.address.port, $0.report(at: now)) }
        return reports.isEmpty ? nil : Dictionary(reports) { first, _ in first }
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

    fileprivate func diagnostics(at now: Instant) -> [DiagnosticReport] {
        guard case .running(let driver, _) = self else { return [] }
        return driver.diagnostics(at: now)
            .map { DiagnosticReport(name: $0.name, value: $0.value) }
    }
}

extension PolicyRunner {
    fileprivate func report(at now: Instant, _ recent: PolicyReport?) -> PolicyReport {
        let measured = measured
        let shadows = shadowReports(at: now)
        let hangs = hangs(at: now)
        return PolicyReport(
            name: entry.name, policy: entry.kind.name,
            reason: latest, details: recent == nil ? details(at: now) : recent?.details,
            inputs: bindings { $0.flow.isFromDriver }, outputs: bindings { !$0.flow.isFromDriver },
            periodMilliseconds: entry.period.milliseconds, ticks: measured.ticks,
            skippedTicks: measured.skipped,
            // It may step while this is written.
            sinceLastTickSeconds: measured.lastTickAt.map { max(.zero, now - $0).seconds },
            lateness: DurationReport(measured.lateness),
            stepTime: DurationReport(measured.stepTime), hangs: hangs.count > 0 ? hangs.count : nil,
            hangsForSeconds: hangs.since?.seconds,
            memoryFault: saver?.fault.map {
                MemoryFaultReport(
                    text: $0.why.description, ageSeconds: max(.zero, now - $0.since).seconds)
            }, isGivenUp: hangs.isGivenUp ? true : nil,
            uses: entry.selected,
            shadows: shadows.isEmpty ? nil : shadows)
    }

    private func bindings(_ isMeant: (PolicyPort) -> Bool) -> [String: String] {
        let ports = entry.ports.filter(isMeant).map(\.name)
        return entry.bindings.filter { ports.contains($0.key) }.mapValues(\.description)
    }
}

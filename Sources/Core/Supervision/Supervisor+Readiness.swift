import Synchronization
import Values

/// Tells systemd that all is ready, once every plugin has said something.
extension Supervisor {
    /// What a plugin may take to say something. One that is silent for longer is told of, and waited for no more: a
    /// dead sensor is not to keep a service from being ready.
    private static let timeout = Duration.seconds(10)
    private static let lookEvery = Duration.milliseconds(20)

    func awaitReadiness() {
        let since = scheduler.now
        let timer = scheduler.every(Self.lookEvery, name: "readiness") { [weak self] tick in
            self?.lookWhetherReady(since: since, at: tick.now)
        }
        readiness.withLock { $0 = timer }
        // A stop may have come meanwhile.
        if phase != .running { timer.cancel() }
    }

    private func lookWhetherReady(since: Instant, at now: Instant) {
        let silent = silentPlugins
        guard silent.isEmpty || now - since >= Self.timeout else { return }
        let timer = readiness.withLock { timer in
            defer { timer = nil }
            return timer
        }
        // Its next tick may have been on its way.
        guard let timer, phase == .running else { return }
        timer.cancel()
        if !silent.isEmpty {
            log.warning(
                "ready, but nothing was heard for \(text(of: Self.timeout)) from "
                    + silent.joined(separator: ", "))
        }
        manager.notify("READY=1\nSTATUS=running \(policyNames)")
    }

    /// The policies that have not stepped, and the drivers that they go by which have neither given a sample nor said
    /// why there is none.
    private var silentPlugins: [String] {
        let (drivers, policies) = plugins.withLock { ($0.drivers.members, $0.policies) }
        let needed = Set(policies.flatMap { $0.entry.inputs })
        let silent = drivers.filter { driver in
            let name = driver.entry.name
            return !driver.hasSpoken(at: needed.filter { $0.driver == name }.map(\.port))
        }
        return policies.filter { !$0.hasSpoken }.map(\.name) + silent.map(\.entry.name)
    }
}

extension PolicyEntry {
    /// What it reads.
    fileprivate var inputs: [PortAddress] {
        ports.filter { $0.flow == .state }.compactMap { bindings[$0.name] }
    }
}

extension PolicyRunner {
    fileprivate var hasSpoken: Bool { state.withLock { $0.isGivenUp } || latest != nil }
}

extension ManagedDriver {
    fileprivate func hasSpoken(at ports: [String]) -> Bool {
        guard !ports.isEmpty else { return true }
        switch current.state {
        case .idle, .starting: return false
        case .running: return ports.allSatisfy { connections.endpoints[$0]?.hasSpoken ?? true }
        // Its fault is told.
        case .closing, .backoff, .failed, .stopped: return true
        }
    }
}

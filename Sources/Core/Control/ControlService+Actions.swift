import Devices

/// Hands actions to the drivers that can do them, and waits for what became of them.
extension ControlService {
    /// How long an action's command stands; a driver looks more often than that.
    private static let actionLease = Duration.seconds(1)

    /// - Throws: that there is nobody to do it.
    func act(_ request: ActionRequest, _ reply: @escaping Reply) throws(ControlError) {
        let slot = try performer(request.driver)
        guard supervisor.phaseName == "running" else {
            throw ControlError("roost is \(supervisor.phaseName) and takes no requests")
        }
        guard case .running = slot.current.state else {
            throw ControlError("the driver \"\(slot.entry.name)\" does not run at present")
        }
        log.notice("asked by a person of \(slot.entry.name): \(request.action.inWords)")
        let now = scheduler.now
        let sequence = nextAction()
        slot.actions.send(
            AircraftAction(sequence: sequence, action: request.action),
            until: now + Self.actionLease)
        pollReport(sequence, of: slot, until: now + request.action.timeout, reply)
    }

    /// The driver that is named, or the only one that takes actions.
    private func performer(_ name: String?) throws(ControlError) -> ManagedDriver {
        let able = supervisor.drivers.filter { slot in
            slot.entry.kind.ports.contains { $0.kind == AircraftAction.kind }
        }
        let names = able.map(\.entry.name).joined(separator: ", ")
        guard !able.isEmpty else { throw ControlError("this roost has no drone") }
        if let name {
            guard let slot = able.first(where: { $0.entry.name == name }) else {
                throw ControlError("no drone is called \"\(name.prefix(40))\"; there are: \(names)")
            }
            return slot
        }
        guard let slot = able.first, able.count == 1 else {
            throw ControlError("there are several drones; say which: \(names)")
        }
        return slot
    }

    /// Waits, without blocking anything, until nothing more comes of an action.
    private func pollReport(
        _ sequence: UInt64, of slot: ManagedDriver, until deadline: Instant,
        _ reply: @escaping Reply
    ) {
        _ = scheduler.after(Self.pollPeriod, name: "action") { tick in
            let report = slot.actionReport(at: tick.now)
            if let report, report.sequence == sequence, report.isFinal {
                reply(
                    report.outcome == .done
                        ? ["ok": true, "message": .string(report.message)]
                        : Self.failure(report.message))
            } else if tick.now < deadline {
                self.pollReport(sequence, of: slot, until: deadline, reply)
            } else {
                reply(Self.failure("\(slot.entry.name) does not say what became of it"))
            }
        }
    }
}

extension ManagedDriver {
    fileprivate var actions: Sink<AircraftAction> {
        connections.sink(Port(name(of: AircraftAction.kind), ""))
    }

    fileprivate func actionReport(at now: Instant) -> ActionReport? {
        connections.source(Port<ActionReport>(name(of: ActionReport.kind), "")).latest(at: now)
            .value
    }

    private func name(of kind: String) -> String {
        entry.kind.ports.first { $0.kind == kind }?.name ?? ""
    }
}

extension AircraftAction.Action {
    /// Longer than a driver takes to do it or to give it up.
    package var timeout: Duration {
        switch self {
        case .show, .flatTrim, .resetEmergency, .cutMotors: .seconds(10)
        case .fly(_, let milliseconds): .seconds(15) + .milliseconds(min(milliseconds ?? 0, 10_000))
        case .calibrateMagnetometer, .readConfiguration, .configure: .seconds(30)
        }
    }

    fileprivate var inWords: String {
        switch self {
        case .show(let lights, _, _): "show \(lights.rawValue)"
        case .fly(let figure, _): "fly \(figure.rawValue)"
        case .flatTrim: "flat trim"
        case .calibrateMagnetometer: "calibrate the compass"
        case .resetEmergency: "reset the emergency"
        case .cutMotors: "CUT THE MOTORS"
        case .readConfiguration: "read the configuration"
        case .configure(let key, let value): "set \(key) to \(value)"
        }
    }
}

import Values

extension ARDrone {
    /// The whole conversation with a drone as a value: datagrams in, datagrams out, no I/O.
    ///
    /// Before the first navdata nothing but wake-up packets is sent: a REF that guesses wrongly
    /// whether the drone flies would land it. Afterwards every tick sends one datagram with REF
    /// and PCMD in it, whether or not there is something new to say.
    struct Link: Sendable {
        private(set) var state = State.waking
        private(set) var stateSince: Instant
        /// The latest packet; `nil` while no drone is there.
        private(set) var latest: NavdataPacket?
        private var navdata = NavdataReceiver()
        private(set) var configuration: ConfigurationChannel
        private(set) var actions = ActionExecutor()
        private(set) var commands = CommandChannel()
        private(set) var flight: FlightStateMachine
        private(set) var silence: SilenceMonitor
        /// How often the drone has started over.
        private(set) var restarts = 0
        /// Why a flight could not be marked as one.
        var markerObstacle: String?
        private var events: [LinkEvent] = []
        let setup: Setup

        init(_ setup: Setup, at now: Instant) {
            stateSince = now
            silence = SilenceMonitor(at: now)
            flight = FlightStateMachine(setup.limits, at: now)
            configuration = ConfigurationChannel(setup)
            self.setup = setup
        }

        mutating func drainEvents() -> [LinkEvent] {
            defer { events = [] }
            return events
        }

        /// What is to be said to those who asked for actions.
        mutating func drainResponses() -> [Response] { actions.drainResponses() }

        var statistics: LinkStatistics { navdata.statistics }
    }
}

// MARK: Navdata in

extension ARDrone.Link {
    /// Takes in a datagram from the drone's navdata port.
    ///
    /// - Returns: the packet when it is sound and new.
    mutating func receive(_ datagram: ArraySlice<UInt8>, at now: Instant) -> ARDrone.NavdataPacket?
    {
        guard let (packet, hasRestarted) = navdata.receive(datagram) else { return nil }
        if let before = latest { compare(packet, with: before, hasRestarted: hasRestarted) }
        latest = packet
        silence.receive(at: now)
        commands.receive(packet, at: now)
        configuration.receive(
            isAcknowledged: packet.state.contains(.commandAcknowledged), at: now)
        updateState(at: now)
        return packet
    }

    mutating func receive(_ event: ARDrone.ControlPortEvent, at now: Instant) {
        configuration.receive(event, at: now)
    }

    mutating func refuse(_ error: ARDrone.NavdataError) {
        navdata.refuse(error)
    }

    /// Starts over what the drone has forgotten since the packet before.
    private mutating func compare(
        _ packet: ARDrone.NavdataPacket, with before: ARDrone.NavdataPacket, hasRestarted: Bool
    ) {
        switch loss(of: packet, since: before, hasRestarted: hasRestarted) {
        case .everything:
            forgetFlight()
            restarts += 1
            events.append(.rebooted)
        case .keys: configuration.repeatKeys()
        case .us:
            configuration.repeatKeys()
            events.append(.communicationLost)
        case nil: break
        }
    }
}

// MARK: Commands out

extension ARDrone.Link {
    /// Takes in what is asked (`nil`: nobody's lease is valid) and says what to send now.
    mutating func tick(
        at now: Instant, command: FlightCommand?, actions requests: [Event<ARDrone.Action>] = []
    ) -> Outgoing {
        watchSilence(at: now)
        let outputs = act(requests, at: now)
        defer { updateState(at: now) }
        guard let latest else {
            flight.idle(command, at: now)
            events += flight.drainEvents()
            return Outgoing(wake: wakeIfDue(at: now))
        }
        commands.watchConflicts(at: now)
        let controls = controls(command, outputs, latest, at: now)
        let needsWaking =
            silence.isQuiet(at: now) || latest.state.contains(.communicationLost)
        return Outgoing(
            commands: datagram(controls, outputs, latest, at: now),
            wake: needsWaking ? wakeIfDue(at: now) : nil,
            wantsControlPort: configuration.wantsPort)
    }

    /// Does what was asked for once, as far as this tick goes.
    private mutating func act(
        _ requests: [Event<ARDrone.Action>], at now: Instant
    ) -> ARDrone.ActionJob.ActionOutputs {
        let context = ARDrone.ActionContext(self, at: now)
        for request in requests {
            actions.handle(request, context, &configuration.action, at: now)
        }
        defer { events += actions.drainEvents() }
        return actions.next(context, &configuration.action, at: now)
    }

    private mutating func controls(
        _ command: FlightCommand?, _ outputs: ARDrone.ActionJob.ActionOutputs,
        _ latest: ARDrone.NavdataPacket, at now: Instant
    ) -> ARDrone.FlightStateMachine.Controls {
        let asked = allowed(outputs.lands ? .land : command, with: latest)
        let controls = flight.step(
            outputs.inhibitsMotion ? asked?.withoutMotion : asked, observe(latest, at: now), at: now
        )
        if controls.beginsReset { actions.resetEmergency(&configuration.action, at: now) }
        events += flight.drainEvents()
        return controls
    }

    private mutating func datagram(
        _ controls: ARDrone.FlightStateMachine.Controls, _ outputs: ARDrone.ActionJob.ActionOutputs,
        _ latest: ARDrone.NavdataPacket, at now: Instant
    ) -> [UInt8] {
        let isLost = isLost(at: now)
        var outputs = outputs
        if isLost {
            outputs.commands = []
        } else {
            outputs.commands += configuration.next(isGrounded: isGrounded, at: now)
            events += configuration.drainEvents(at: now)
        }
        let datagram = commands.datagram(
            controls, outputs,
            .init(
                needsFeeding: latest.state.contains(.communicationWatchdog),
                isQuiet: silence.isQuiet(at: now), isLost: isLost),
            at: now)
        events += commands.drainEvents()
        return datagram
    }
}

// MARK: Silence, and what becomes of the state

extension ARDrone.Link {
    private mutating func watchSilence(at now: Instant) {
        guard isLost(at: now) else { return }
        if state != .lost {
            navdata.statistics.losses += 1
            navdata.sequence.reset()
            silence.wakeNow(at: now)
            updateState(at: now)
        }
        if silence.isAbsence(at: now), !mayBeAirborne(at: now) { forgetDrone(at: now) }
    }

    private mutating func wakeIfDue(at now: Instant) -> [UInt8]? {
        guard silence.isWakeDue(at: now) else { return nil }
        // After a mere pause a late packet must still be known for one.
        let isPause = latest.map { !$0.state.contains(.communicationLost) } ?? false
        if !isPause || isLost(at: now) { navdata.sequence.reset() }
        return ARDrone.SilenceMonitor.wakePacket
    }

    /// Starts over with a drone that lost its memory.
    private mutating func forgetFlight() {
        configuration.forget()
        commands.forget()
        flight.forget()
    }

    private mutating func forgetDrone(at now: Instant) {
        forgetFlight()
        latest = nil
        navdata.sequence.reset()
        silence.forgetDrone(at: now)
    }

    private mutating func updateState(at now: Instant) {
        let current = currentState(at: now)
        guard current != state else { return }
        events.append(.stateChanged(from: state, to: current))
        state = current
        stateSince = now
    }
}

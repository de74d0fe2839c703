import Devices

extension ARDrone {
    /// The whole conversation with a drone as a value: datagrams in, datagrams out, no I/O.
    ///
    /// Before the first navdata nothing but wake-up packets is sent: a REF that guesses wrongly
    /// whether the drone flies would land it. Afterwards every tick sends one datagram with REF
    /// and PCMD in it, whether or not there is something new to say.
    struct Link: Sendable {
        enum State: String, Sendable {
            /// Asked for long, never answered (or gone while on the ground).
            case absent
            case waking
            /// It sends headers only, until its navdata is configured.
            case bootstrap
            case configuring
            /// Landed, configured, and free to take off unless it has obstacles.
            case ready
            case takingOff, flying, landing, emergency
            /// Its navdata fell silent.
            case lost
        }

        /// What is fixed for the life of a link.
        struct Setup: Equatable, Sendable {
            /// Shape the stream; set in the air too.
            var streamEntries: [ConfigEntry] = []
            /// Shape the flight; set on the ground only, and it does not take off without them.
            var flightEntries: [ConfigEntry] = []
            /// Set on the ground behind them.
            var otherEntries: [ConfigEntry] = []
            /// Whose values these are; `nil` for nobody's.
            var ids: ConfigIDs?
            /// Whether the drone is asked what it made of the keys.
            var readsBack = false
            /// Whether it must stay down when it is known to have other flight keys than these.
            var insists = true
            var flatTrim = false
            var limits = Pilot.Limits()
        }

        /// What a tick wants sent.
        struct Outgoing: Equatable, Sendable {
            /// To the command port.
            var commands: [UInt8]?
            /// To the navdata port: "send to me".
            var wake: [UInt8]?
            /// Whether a connection to the control port must stand; when not, none may.
            var wantsControlPort = false
        }

        /// A little-endian 1: unicast to whoever sent this.
        static let wakePacket: [UInt8] = [1, 0, 0, 0]
        static let wakeEvery = Duration.milliseconds(200)
        /// Silence after which the stream is asked for again, in case it goes elsewhere: four times
        /// the usual pause between two packets. Asking is always safe.
        static let quietAfter = Duration.milliseconds(300)
        /// Silence after which the link counts as lost.
        static let lostAfter = Duration.seconds(1)
        /// How long it asks, or lets a landed drone be silent, before it calls the drone absent.
        static let absentAfter = Duration.seconds(5)
        /// How long a report of "landed" may still be older than the last REF that said "up".
        static let upSettles = Duration.seconds(1)

        private(set) var state = State.waking
        private(set) var stateSince: Instant
        /// The latest packet; `nil` while no drone is there.
        private(set) var latest: NavdataPacket?
        private(set) var statistics = LinkStatistics()
        private var events: [LinkEvent] = []
        private var pilot: Pilot

        private var sequence = NavdataSequence()
        private var heardAt: Instant
        private var wakingSince: Instant
        private var nextWake: Instant

        private var sequencer = ATSequencer()
        private var hearing = AcknowledgementTracker()
        private var rivals = ControllerConflictDetector()
        /// Whether somebody else commands the drone too.
        private(set) var hasConflict = false
        private var saidUpAt: Instant?
        private(set) var plan: InitSequence
        private(set) var desk = ActionExecutor()
        private let setup: Setup

        init(_ setup: Setup, at now: Instant) {
            stateSince = now
            heardAt = now
            wakingSince = now
            nextWake = now
            pilot = Pilot(setup.limits, at: now)
            plan = InitSequence(setup)
            self.setup = setup
        }

        mutating func takeEvents() -> [LinkEvent] {
            defer { events = [] }
            return events
        }
    }
}

// MARK: Navdata in

extension ARDrone.Link {
    /// Takes in a datagram from the drone's navdata port.
    ///
    /// - Returns: the packet when it is sound and new.
    mutating func receive(_ datagram: ArraySlice<UInt8>, at now: Instant) -> ARDrone.NavdataPacket?
    {
        do throws(ARDrone.NavdataError) {
            let packet = try ARDrone.NavdataPacket(datagram)
            let verdict = sequence.judge(packet.sequence)
            if verdict == .outOfOrder { throw .outOfOrder }
            statistics.countPacket(missed: verdict.missed)
            take(packet, hasRestarted: verdict == .rebooted, at: now)
            return packet
        } catch {
            statistics.count(error)
            return nil
        }
    }

    /// Takes in what came of the control port.
    mutating func receive(_ event: ARDrone.ControlPortEvent, at now: Instant) {
        if desk.usesChannel { desk.hear(event, at: now) } else { plan.hear(event, at: now) }
    }

    /// Counts a datagram that was not worth decoding.
    mutating func refuse(_ fault: ARDrone.NavdataError) {
        statistics.count(fault)
    }

    private mutating func take(
        _ packet: ARDrone.NavdataPacket, hasRestarted: Bool, at now: Instant
    ) {
        if let before = latest { compare(packet, with: before, hasRestarted: hasRestarted) }
        latest = packet
        heardAt = now
        hearing.judge(packet.state, at: now)
        rivals.hear(packet.userSequence, at: now)
        let isAcknowledged = packet.state.contains(.commandAcknowledged)
        if desk.usesChannel {
            desk.hear(isAcknowledged: isAcknowledged, at: now)
        } else {
            plan.hear(isAcknowledged: isAcknowledged, at: now)
        }
        updateState(at: now)
    }

    /// Starts over what the drone has forgotten since the packet before.
    private mutating func compare(
        _ packet: ARDrone.NavdataPacket, with before: ARDrone.NavdataPacket, hasRestarted: Bool
    ) {
        let isBack = state == .lost
        let beginsAnew = hasRestarted || isBack && packet.sequence < before.sequence
        let isGrounded = packet.phase == .landed || packet.phase == .emergency
        if beginsAnew, isGrounded {
            forgetFlight()
            events.append(.rebooted)
        } else if beginsAnew || isBack {
            // A drone does not restart in the air: there only its stream began anew.
            repeatKeys()
        } else if packet.state.contains(.communicationLost),
            !before.state.contains(.communicationLost)
        {
            repeatKeys()
            events.append(.communicationLost)
        }
    }
}

// MARK: Commands out

extension ARDrone.Link {
    /// Takes in what is asked (`nil`: nobody's lease is valid) and says what to send now.
    mutating func tick(
        at now: Instant, command: FlightCommand?, actions: [Event<ARDrone.Action>] = []
    ) -> Outgoing {
        watchSilence(at: now)
        let orders = act(actions, at: now)
        guard let latest else {
            pilot.idle(command, at: now)
            events += pilot.takeEvents()
            updateState(at: now)
            return Outgoing(wake: wakeIfDue(at: now))
        }
        watchRivals(at: now)
        let asked = allowed(orders.lands ? .land : command, with: latest)
        var controls = pilot.steer(
            orders.holdsStill ? asked?.withoutMotion : asked, view(latest, at: now), at: now)
        controls.togglesEmergency = controls.togglesEmergency || orders.togglesEmergency
        events += pilot.takeEvents()
        let needsWaking = isSilent(at: now) || latest.state.contains(.communicationLost)
        let outgoing = Outgoing(
            commands: datagram(controls, orders.commands, latest, at: now),
            wake: needsWaking ? wakeIfDue(at: now) : nil,
            wantsControlPort: desk.usesChannel ? desk.wantsPort : plan.wantsPort)
        updateState(at: now)
        return outgoing
    }

    /// Whether the drone is, or for all we know may be, off the ground. Cut motors are down.
    func mayBeAirborne(at now: Instant) -> Bool {
        guard let latest else { return false }
        if latest.phase == .emergency { return false }
        let isSettled = saidUpAt.map { now - $0 >= Self.upSettles } ?? true
        return pilot.goal != .stay || latest.phase != .landed || !isSettled
    }

    /// Why it would not take off now, in words.
    var armingFailures: [String] {
        guard let latest else { return ["the drone is not answering"] }
        return latest.state.armingFailures
            + (plan.isComplete ? [] : ["the drone is still being configured"])
            + plan.verdict.obstacles(to: setup)
            + (hasConflict ? ["somebody else commands the drone"] : [])
    }

    private func isSilent(at now: Instant) -> Bool {
        now - heardAt >= Self.quietAfter
    }

    private func isLost(at now: Instant) -> Bool {
        latest != nil && now - heardAt >= Self.lostAfter
    }

    private func view(_ latest: ARDrone.NavdataPacket, at now: Instant) -> ARDrone.Pilot.View {
        isLost(at: now)
            ? .lost(silence: now - heardAt)
            : .seen(latest.phase, obstacles: armingFailures)
    }

    /// Without its attitude and control state the drone may hover, but not be moved. Nor is it
    /// pulled from two sides.
    private func allowed(
        _ command: FlightCommand?, with packet: ARDrone.NavdataPacket
    ) -> FlightCommand? {
        if case .move = command, packet.demo == nil || hasConflict { return .hover }
        return command
    }

    private mutating func watchSilence(at now: Instant) {
        guard isLost(at: now) else { return }
        if state != .lost {
            statistics.countLoss()
            sequence.reset()
            nextWake = now
            updateState(at: now)
        }
        if now - heardAt >= Self.absentAfter, !mayBeAirborne(at: now) { forgetDrone(at: now) }
    }

    private mutating func watchRivals(at now: Instant) {
        guard rivals.hasConflict(at: now) != hasConflict else { return }
        hasConflict.toggle()
        events.append(hasConflict ? .contested : .uncontested)
    }

    private mutating func wakeIfDue(at now: Instant) -> [UInt8]? {
        guard now >= nextWake else { return nil }
        nextWake = now + Self.wakeEvery
        // After a mere pause a late packet must still be known for one.
        let isPause = latest.map { !$0.state.contains(.communicationLost) } ?? false
        if !isPause || isLost(at: now) { sequence.reset() }
        return Self.wakePacket
    }

    private mutating func datagram(
        _ controls: ARDrone.Pilot.Controls, _ ordered: [ARDrone.ATCommand],
        _ latest: ARDrone.NavdataPacket, at now: Instant
    ) -> [UInt8] {
        let isLost = isLost(at: now)
        hearing.speak(at: now)
        if isLost || hasConflict || controls.insists { hearing.distrust() }
        if !hearing.isHeard { sequencer.restart() }
        var commands: [ARDrone.ATCommand] = []
        let needsFeeding = latest.state.contains(.communicationWatchdog)
        if !hearing.isHeard || needsFeeding || isLost { commands.append(.feedWatchdog) }
        // The drone holds the level of the last REF. "Up" is not repeated into the dark: it would
        // lift a drone that was switched off and on meanwhile.
        if !(isSilent(at: now) && controls.isUp) {
            commands.append(
                .reference(isUp: controls.isUp, togglesEmergency: controls.togglesEmergency))
            if controls.isUp { saidUpAt = now }
        }
        commands.append(controls.motion.map { .move($0) } ?? .hover)
        if !isLost { commands += ordered + nextSetupSteps(latest, at: now) }
        return encode(commands)
    }

    private mutating func encode(_ commands: [ARDrone.ATCommand]) -> [UInt8] {
        var datagram: [UInt8] = []
        let before = sequencer.last
        for command in commands {
            do throws(ARDrone.ATError) {
                try sequencer.append(command, to: &datagram)
            } catch {
                events.append(.unsendable(error))
            }
        }
        if before < sequencer.last { rivals.noteSent(before + 1...sequencer.last) }
        return datagram
    }
}

// MARK: Setting up and starting over

extension ARDrone.Link {
    private mutating func nextSetupSteps(
        _ latest: ARDrone.NavdataPacket, at now: Instant
    ) -> [ARDrone.ATCommand] {
        // One acknowledgement bit is for one at a time.
        guard !desk.usesChannel else { return [] }
        let isGrounded = latest.phase == .landed && pilot.goal == .stay
        let steps = plan.next(isGrounded: isGrounded, at: now)
        events += plan.takeEvents(at: now)
        return steps
    }

    /// Does what was asked for once, as far as this tick goes.
    private mutating func act(
        _ requests: [Event<ARDrone.Action>], at now: Instant
    ) -> ARDrone.ActionJob.ActionOutputs {
        let isGrounded = latest?.phase == .landed && pilot.goal == .stay
        let view = ARDrone.ActionContext(
            packet: latest, isLost: isLost(at: now), goal: pilot.goal,
            isConfigurable: !plan.isBusy(isGrounded: isGrounded), ids: plan.ids)
        for request in requests { desk.handle(request, view, at: now) }
        let orders = desk.next(view, at: now)
        if let dump = desk.takeDump() { plan.note(dump) }
        return orders
    }

    /// What is to be said to those who asked for actions.
    mutating func takeResponses() -> [Response] { desk.takeResponses() }

    /// Sets the keys once more; whoever was about to set another must ask again.
    private mutating func repeatKeys() {
        desk.interrupt()
        plan.repeatKeys()
    }

    /// Starts over with a drone that lost its memory.
    private mutating func forgetFlight() {
        desk.interrupt()
        plan.forget()
        pilot.forget()
        hearing = ARDrone.AcknowledgementTracker()
        saidUpAt = nil
    }

    private mutating func forgetDrone(at now: Instant) {
        forgetFlight()
        latest = nil
        sequence.reset()
        wakingSince = now - Self.absentAfter
    }

    private mutating func updateState(at now: Instant) {
        let current = currentState(at: now)
        guard current != state else { return }
        events.append(.stateChanged(from: state, to: current))
        state = current
        stateSince = now
    }

    private func currentState(at now: Instant) -> State {
        guard let latest else {
            return now - wakingSince >= Self.absentAfter ? .absent : .waking
        }
        if isLost(at: now) { return .lost }
        if latest.phase != .emergency, latest.state.contains(.bootstrap) { return .bootstrap }
        switch latest.phase {
        case .emergency: return .emergency
        case .takingOff: return .takingOff
        case .landing: return .landing
        case .hovering, .flying: return pilot.goal.isUp ? .flying : .landing
        case .landed:
            if case .rise = pilot.goal { return .takingOff }
            return plan.isComplete ? .ready : .configuring
        }
    }
}

extension FlightCommand {
    /// The same for somebody who must not move it.
    fileprivate var withoutMotion: FlightCommand {
        if case .move = self { return .hover }
        return self
    }
}

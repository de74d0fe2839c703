import Values

extension ARDrone {
    /// Decides what the drone is told, from what is asked and what the drone reports.
    ///
    /// What is asked becomes a state that is held until the navdata confirms it. Landing, once
    /// begun, goes on until landed. A take-off is obeyed only if it *begins* while the drone
    /// stands ready: one that was already being asked for (before a landing, an emergency, a
    /// lost link, a restart) or that was refused is spent, until another command was seen.
    package struct FlightStateMachine: Sendable {
        /// What stands until the navdata confirms that it is reached.
        private(set) var state = State.grounded
        private(set) var events: [LinkEvent] = []
        /// Why it is brought down, or was the last time, where nobody has asked for that and the drone has not begun it.
        private(set) var landingCause: ARDrone.LandingReason?
        private let limits: Limits
        private var landingMonitor = LandingMonitor()
        /// Whether the take-off that is asked for was obeyed or refused already.
        private var isTakeOffSpent = false
        private var isResetSpent = false
        private var beginsReset = false
        private var timeout: CommandTimeout

        package init(_ limits: Limits, at now: Instant) {
            self.limits = limits
            timeout = CommandTimeout(limits, at: now)
        }

        /// Takes in one tick and says what to send.
        package mutating func step(
            _ command: FlightCommand?, _ observation: Observation, at now: Instant
        )
            -> Controls
        {
            beginsReset = false
            update(observation, at: now)
            record(command, at: now)
            handle(command, observation, at: now)
            landOnCommandTimeout(command, at: now)
            remindOfLanding(at: now)
            watchLanding(observation, at: now)
            return controls(command, observation)
        }

        /// Whether a take-off may begin with this command, if nothing is in its way.
        func mayBegin(_ command: FlightCommand?) -> Bool {
            command == .takeOff && !isTakeOffSpent
        }

        /// Takes in commands while no drone is there: whatever is asked now is not obeyed later.
        mutating func idle(_ command: FlightCommand?, at now: Instant) {
            record(command, at: now)
            handle(command, .lost(silence: .zero), at: now)
        }

        /// Forgets the flight of a drone that is gone or was switched off and on.
        mutating func forget() {
            state = .grounded
            timeout.forget()
        }

        mutating func drainEvents() -> [LinkEvent] {
            defer { events = [] }
            return events
        }
    }
}

extension ARDrone.FlightStateMachine {
    // MARK: What the drone reports

    private mutating func update(_ observation: Observation, at now: Instant) {
        switch observation {
        case .lost(let silence):
            // It may have left the ground unseen.
            if case .takingOff = state { state = .airborne }
            if state == .airborne, silence >= limits.lostLandAfter { land(.linkLost, at: now) }
        case .seen(.emergency, _):
            state = .grounded
        case .seen(.landed, _):
            updateLanded(at: now)
        case .seen(.landing, _):
            if !isLanding { land(.ownDecision, at: now) }
        case .seen(.takingOff, _), .seen(.hovering, _), .seen(.flying, _):
            updateAirborne(at: now)
        }
    }

    private mutating func updateLanded(at now: Instant) {
        switch state {
        case .grounded:
            break
        case .takingOff(let since):
            guard now - since >= limits.takeOffTimeout else { return }
            state = .grounded
            events.append(.takeOffUnconfirmed)
        case .airborne:
            state = .grounded
            events.append(.landed(wasAsked: false))
        case .landing:
            state = .grounded
            events.append(.landed(wasAsked: true))
        }
    }

    private mutating func updateAirborne(at now: Instant) {
        switch state {
        case .grounded:
            state = .airborne
            timeout.findFlight(at: now)
            events.append(.adopted)
        case .takingOff:
            state = .airborne
        case .airborne, .landing:
            break
        }
    }

    // MARK: What is asked

    private mutating func record(_ command: FlightCommand?, at now: Instant) {
        guard let command else { return }
        timeout.recordCommand(at: now)
        if command != .takeOff { isTakeOffSpent = false }
        if command != .resetEmergency { isResetSpent = false }
    }

    private mutating func handle(
        _ command: FlightCommand?, _ observation: Observation, at now: Instant
    ) {
        switch command {
        case .land:
            if state.isUp { land(.asked, at: now) }
        case .takeOff:
            beginTakeOff(observation, at: now)
        case .resetEmergency:
            // Only a reset that begins in the emergency is meant for it.
            if case .seen(.emergency, _) = observation, !isResetSpent { beginsReset = true }
            isResetSpent = true
        case .hover, .move, nil:
            break
        }
        // Whoever no longer asks for the take-off before it happened wants to stay down.
        if case .takingOff = state, command != .takeOff { state = .grounded }
    }

    private mutating func beginTakeOff(_ observation: Observation, at now: Instant) {
        defer { isTakeOffSpent = true }
        guard state == .grounded, !isTakeOffSpent else { return }
        guard case .seen(let phase, let obstacles) = observation else {
            events.append(.takeOffRefused(["the drone is not answering"]))
            return
        }
        guard phase == .landed, obstacles.isEmpty else {
            events.append(.takeOffRefused(obstacles))
            return
        }
        state = .takingOff(since: now)
        landingCause = nil
        events.append(.takingOff)
    }

    private mutating func landOnCommandTimeout(_ command: FlightCommand?, at now: Instant) {
        guard command == nil, state == .airborne, let age = timeout.expired(at: now) else { return }
        land(.commandTimeout(for: age), at: now)
    }

    // MARK: Coming down

    private var isLanding: Bool {
        if case .landing = state { return true }
        return false
    }

    private mutating func land(_ reason: ARDrone.LandingReason, at now: Instant) {
        state = .landing(since: now, nextReminder: now + limits.remindEvery)
        landingCause = reason.isOfTheDriver ? reason : nil
        events.append(.landing(reason))
    }

    private mutating func remindOfLanding(at now: Instant) {
        guard case .landing(let since, let next) = state, now >= next else { return }
        state = .landing(since: since, nextReminder: now + limits.remindEvery)
        events.append(.stillNotLanded(for: now - since))
    }

    /// A landing that is not begun is said louder, and never ends in cut motors: only a person may
    /// decide that.
    private mutating func watchLanding(_ observation: Observation, at now: Instant) {
        let isNew = landingMonitor.update(
            fliesOn: isLanding && observation.isInFlight, limits.landingTimeout, at: now)
        if isNew { events.append(.landingIgnored) }
    }

    private func controls(_ command: FlightCommand?, _ observation: Observation) -> Controls {
        var controls = Controls(
            isUp: state.isUp, escalates: landingMonitor.isIgnored, beginsReset: beginsReset)
        switch (command, observation) {
        case (.move(let motion), .seen(.hovering, _)), (.move(let motion), .seen(.flying, _)):
            controls.motion = state == .airborne ? motion : nil
        default:
            break
        }
        return controls
    }
}

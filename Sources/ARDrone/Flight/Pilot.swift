import Devices

extension ARDrone {
    /// Decides what the drone is told, from what is asked and what the drone reports.
    ///
    /// Everything asked is a goal that is held until the navdata confirms it. Landing, once
    /// begun, goes on until landed. A take-off is obeyed only if it *begins* while the drone
    /// stands ready: one that was already being asked for (before a landing, an emergency, a
    /// lost link, a restart) or that was refused is spent, until another command was seen.
    struct Pilot: Sendable {
        /// What is known of the drone at a tick.
        enum View: Equatable, Sendable {
            /// `silence` is the time since the last packet.
            case lost(silence: Duration)
            /// `obstacles` are the reasons, in words, why it may not take off.
            case seen(FlightState.Phase, obstacles: [String])
        }

        /// What to send.
        struct Controls: Equatable, Sendable {
            var isUp = false
            var togglesEmergency = false
            /// It does not do as it is told: say it as to one that has heard nothing yet.
            var insists = false
            /// `nil` is hover.
            var motion: StickPosition?
        }

        /// What stands until the navdata confirms that it is reached.
        private(set) var goal = Goal.stay
        private(set) var events: [LinkEvent] = []
        private let limits: Limits
        /// Since when the drone is seen to fly on though it is told to land.
        private var unheededSince: Instant?
        private var insists = false
        private var takeOff = OneShot()
        private var reset = OneShot()
        /// Whether anybody has commanded this flight; a flight that was found waits longer.
        private var wasCommanded = false
        /// When the last valid command was seen, or the flight was found.
        private var attendedAt: Instant

        init(_ limits: Limits, at now: Instant) {
            self.limits = limits
            attendedAt = now
        }

        /// Takes in one tick and says what to send.
        mutating func steer(_ command: FlightCommand?, _ view: View, at now: Instant) -> Controls {
            follow(view, at: now)
            note(command, at: now)
            obey(command, view, at: now)
            landIfUnattended(command, at: now)
            remindOfLanding(at: now)
            insist(view, at: now)
            return controls(command, view)
        }

        /// Takes in commands while no drone is there: whatever is asked now is not obeyed later.
        mutating func idle(_ command: FlightCommand?, at now: Instant) {
            note(command, at: now)
            obey(command, .lost(silence: .zero), at: now)
        }

        /// Forgets the flight of a drone that is gone or was switched off and on.
        mutating func forget() {
            goal = .stay
            wasCommanded = false
        }

        mutating func takeEvents() -> [LinkEvent] {
            defer { events = [] }
            return events
        }
    }
}

extension ARDrone.Pilot {
    enum Goal: Equatable, Sendable {
        /// Be on the ground.
        case stay
        /// Leave the ground; held until the navdata shows that it does.
        case rise(since: Instant)
        /// Be in the air.
        case fly
        /// Come down; held until the navdata says landed.
        case descend(since: Instant, nextReminder: Instant)

        var isUp: Bool {
            switch self {
            case .rise, .fly: true
            case .stay, .descend: false
            }
        }
    }

    struct Limits: Equatable, Sendable {
        var landAfter = Duration.seconds(2)
        var adoptFor = Duration.seconds(10)
        var lostLandAfter = Duration.seconds(5)
        /// After this a take-off that the drone does not begin is given up.
        var riseFor = Duration.seconds(5)
        /// After this a landing that the drone does not begin counts as not heard.
        var heedWithin = Duration.seconds(1)
        /// How often it is said that a landing is not done yet.
        var remindEvery = Duration.seconds(10)
    }

    /// A command that is obeyed when it begins and not again while it goes on standing.
    private struct OneShot: Sendable {
        private(set) var isSpent = false

        mutating func spend() { isSpent = true }
        mutating func renew() { isSpent = false }
    }

    // MARK: What the drone reports

    private mutating func follow(_ view: View, at now: Instant) {
        switch view {
        case .lost(let silence):
            // It may have left the ground unseen.
            if case .rise = goal { goal = .fly }
            if goal == .fly, silence >= limits.lostLandAfter { descend(.linkLost, at: now) }
        case .seen(.emergency, _):
            goal = .stay
        case .seen(.landed, _):
            followLanded(at: now)
        case .seen(.landing, _):
            if !isDescending { descend(.ownDecision, at: now) }
        case .seen(.takingOff, _), .seen(.hovering, _), .seen(.flying, _):
            followAirborne(at: now)
        }
    }

    private mutating func followLanded(at now: Instant) {
        switch goal {
        case .stay:
            break
        case .rise(let since):
            guard now - since >= limits.riseFor else { return }
            goal = .stay
            events.append(.takeOffUnconfirmed)
        case .fly:
            goal = .stay
            events.append(.landed(wasAsked: false))
        case .descend:
            goal = .stay
            events.append(.landed(wasAsked: true))
        }
    }

    private mutating func followAirborne(at now: Instant) {
        switch goal {
        case .stay:
            goal = .fly
            attendedAt = now
            events.append(.adopted)
        case .rise:
            goal = .fly
        case .fly, .descend:
            break
        }
    }

    // MARK: What is asked

    private mutating func note(_ command: FlightCommand?, at now: Instant) {
        guard let command else { return }
        attendedAt = now
        wasCommanded = true
        if command != .takeOff { takeOff.renew() }
        if command != .resetEmergency { reset.renew() }
    }

    private mutating func obey(_ command: FlightCommand?, _ view: View, at now: Instant) {
        switch command {
        case .land:
            if goal.isUp { descend(.asked, at: now) }
        case .takeOff:
            beginTakeOff(view, at: now)
        case .resetEmergency:
            // Only a reset that begins in the emergency is meant for it.
            guard case .seen(.emergency, _) = view else { return reset.spend() }
        case .hover, .move, nil:
            break
        }
        // Whoever no longer asks for the take-off before it happened wants to stay down.
        if case .rise = goal, command != .takeOff { goal = .stay }
    }

    private mutating func beginTakeOff(_ view: View, at now: Instant) {
        guard goal == .stay else { return takeOff.spend() }
        guard !takeOff.isSpent else { return }
        takeOff.spend()
        guard case .seen(let phase, let obstacles) = view else {
            events.append(.takeOffRefused(["the drone is not answering"]))
            return
        }
        guard phase == .landed, obstacles.isEmpty else {
            events.append(.takeOffRefused(obstacles))
            return
        }
        goal = .rise(since: now)
        events.append(.takingOff)
    }

    private mutating func landIfUnattended(_ command: FlightCommand?, at now: Instant) {
        let limit = wasCommanded ? limits.landAfter : limits.adoptFor
        let alone = now - attendedAt
        guard command == nil, goal == .fly, alone >= limit else { return }
        descend(.unattended(for: alone), at: now)
    }

    // MARK: Coming down

    private var isDescending: Bool {
        if case .descend = goal { return true }
        return false
    }

    private mutating func descend(_ reason: ARDrone.LandingReason, at now: Instant) {
        goal = .descend(since: now, nextReminder: now + limits.remindEvery)
        events.append(.landing(reason))
    }

    private mutating func remindOfLanding(at now: Instant) {
        guard case .descend(let since, let next) = goal, now >= next else { return }
        goal = .descend(since: since, nextReminder: now + limits.remindEvery)
        events.append(.stillNotLanded(for: now - since))
    }

    /// A landing that is not begun is said louder, and never ends in cut motors: only a person may
    /// decide that.
    private mutating func insist(_ view: View, at now: Instant) {
        let since = fliesOn(view) ? unheededSince ?? now : nil
        unheededSince = since
        let insisted = insists
        insists = since.map { now - $0 >= limits.heedWithin } ?? false
        if insists, !insisted { events.append(.landingUnheeded) }
    }

    private func fliesOn(_ view: View) -> Bool {
        switch view {
        case .seen(.takingOff, _), .seen(.hovering, _), .seen(.flying, _): isDescending
        case .seen(.landing, _), .seen(.landed, _), .seen(.emergency, _), .lost: false
        }
    }

    private func controls(_ command: FlightCommand?, _ view: View) -> Controls {
        var controls = Controls(isUp: goal.isUp, insists: insists)
        switch (command, view) {
        case (.resetEmergency, .seen(.emergency, _)):
            controls.togglesEmergency = !reset.isSpent
        case (.move(let motion), .seen(.hovering, _)), (.move(let motion), .seen(.flying, _)):
            controls.motion = goal == .fly ? motion : nil
        default:
            break
        }
        return controls
    }
}

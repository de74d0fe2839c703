import Core
import Missions
import Navigation
import Values

/// Flies an aircraft from target to target by satellite position and compass heading.
///
/// The position must be that of the aircraft: the receiver has to fly with it. A computer on the
/// ground that knows only its own position cannot steer a drone, and must not be configured to.
///
/// The parts, each a value of its own: `Mission` (which targets),
/// `GuidanceLaw` (geometry to sticks), `Failsafes` (troubles to verdicts), `PreArmCheck`.
///
/// A step follows what the aircraft reports, handles requests, weighs the failsafes and goes on, in this order, so that a
/// request is judged by what is so now, and a failsafe has the last word over a request of the same step.
package struct DroneNavigation: CheckedPolicy, DetailedPolicy {
    package static let name = "drone-navigation"
    package static let summary =
        "Flies an aircraft to GPS targets, obeys a remote, and hovers or lands when in doubt."
    package static let defaultPeriod = Duration.milliseconds(50)

    /// A mission of the configuration that nobody could fly whole, and a receiver that may stay on the ground.
    package static func conflicts(
        _ settings: Settings, connected: BoundPorts
    ) -> [SettingConflict] {
        var conflicts: [SettingConflict] = []
        let takesPhotographs = settings.mission.candidate?.draft.takesPhotographs ?? false
        if takesPhotographs, !connected.contains("camera") {
            conflicts.append(
                SettingConflict(
                    "outputs", "its mission takes photographs: that needs a \"camera\", the drone"))
        }
        // The aircraft's own receiver cannot be elsewhere.
        if !settings.sensors.ridesAlong, !connected.share("position", "flight") {
            conflicts.append(
                SettingConflict(
                    "receiver_rides_on_aircraft",
                    "must be true where \"position\" comes from another driver than \"flight\": that "
                        + "receiver must fly with the aircraft, for one on the ground lets it fly away"
                ))
        }
        return conflicts
    }

    /// What it is busy with.
    var phase = Phase.listening { didSet { noteTransition(from: oldValue) } }
    /// `nil` until it takes off or is found flying, and again when it stands on the ground.
    var flight: Flight?
    /// What a person asked for while it stood on the ground.
    var nextMission: MissionCandidate?
    /// What begins by itself, judged from where it stands.
    var waiting: TakeOffPlan?
    /// Until then lamp and buzzer tell that a press was refused.
    var refusedUntil: Instant?
    var leader = LeaderTracker()
    var photographs = Photographs()
    /// What a failsafe may have to do with, as this step found it.
    var troubles: [FailsafeCondition] = []
    /// What is to be told to people with this step.
    var notes: [String] = []
    /// Whether it still has to take off without being asked. It does that once in the life of a
    /// mission, whatever is restarted meanwhile.
    var autoStarts: Bool
    /// What the last step went by.
    var latest: Situation?
    /// The flight that another process was in the middle of, until it is found or gone.
    var remembered: Memory.Flight?
    /// The number of the notices with which it has taken off.
    var flownNotices: Int?
    private(set) var link = LinkMeter()
    private(set) var ticks = TickMeter()
    private var localization = Localization()
    private(set) var settling = HomeSettling()

    package init(settings: Settings) {
        autoStarts = settings.mission.start == .atOnce && settings.mission.candidate != nil
    }

    /// The same aircraft on the ground, which restarts with what it remembers by other settings; what is known of
    /// where it stands stays.
    func restarted(by new: Settings, after old: Settings) -> DroneNavigation {
        var next = DroneNavigation(settings: new, resuming: memory(by: old))
        next.flownNotices = flownNotices
        guard new.guidance.mountOffset == old.guidance.mountOffset else { return next }
        next.settling = settling
        next.localization = localization
        (next.link, next.ticks, next.latest) = (link, ticks, latest)
        return next
    }

    package mutating func step(
        _ inputs: Inputs, by settings: Settings, at now: Instant
    ) -> Outputs {
        photographs.note(inputs.photographs ?? [])
        if !notes.isEmpty { notes = [] }
        if let sample = inputs.leader, let fix = sample.good {
            leader.note(
                fix, takenAt: sample.takenAt, isFlying: !phase.isGrounded, by: settings)
        }
        ticks.note(at: now)
        let location = localization.locate(
            inputs, isGuarded: phase.isGuarded, by: settings, at: now)
        settling.note(
            location.receiverTrouble == nil ? inputs.position : nil, by: settings.homeLimits)
        let situation = Situation(inputs, location, at: now)
        link.note(
            inputs.flight.takenAt, isLost: situation.flightTrouble != nil, at: now)
        latest = situation
        follow(situation, by: settings)
        let responses = inputs.requests.map { handle($0, in: situation, by: settings) }
        for press in inputs.presses { handle(press, in: situation, by: settings) }
        if let position = situation.position {
            flight?.wayBack?.note(position, isComingHome: phase.isReturning)
        }
        let verdict = guardFlight(in: situation, by: settings)
        let (command, reason) = proceed(verdict, in: situation, by: settings)
        flight?.note(
            command, isGuarded: phase.isGuarded, reported: situation.flight?.phase, at: now)
        return Outputs(
            pilot: command, reason: reason, responses: responses,
            progress: progress(in: situation),
            signal: signal(for: reason, in: situation, by: settings),
            photograph: photographs.outgoing, told: notes.isEmpty ? nil : notes)
    }

    /// The place that it flies to, or stays at; `nil` where there is none.
    var destination: Waypoint? {
        if phase.isReturning { return wayHome.map { Waypoint($0) } }
        if let pursuit = flight?.item.pursuit, case .follow = mission?.action {
            return Waypoint(pursuit.goal)
        }
        if let circleStart { return Waypoint(circleStart) }
        return mission?.goal(home: home)
    }

    /// The way to the current target; `nil` where there is none or it cannot be known.
    func leg(in situation: Situation, by settings: Settings) -> Leg? {
        guard let goal = destination, let flight = situation.flight,
            let position = situation.position, let nose = situation.nose
        else { return nil }
        return GuidanceLaw(settings).leg(
            from: position, nose: nose, altitudeMetres: flight.altitudeMetres,
            to: goal, pointingAt: mission?.pointsAt)
    }

    private func progress(in situation: Situation) -> Progress? {
        guard let mission, phase.isNavigating else { return nil }
        let goal = mission.goal(home: home)
        return Progress(
            target: mission.number, count: mission.count,
            distanceMetres: goal.flatMap {
                situation.position?.distanceMetres(to: $0.position)
            })
    }
}

// MARK: - What the aircraft reports

extension DroneNavigation {
    /// Brings the phase in line with what the aircraft says it is doing.
    private mutating func follow(
        _ situation: DroneNavigation.Situation, by settings: Settings
    ) {
        guard let reported = situation.flight else { return }
        switch reported.phase {
        case .landed: followLanded(reported, situation, by: settings)
        case .emergency: followEmergency()
        case .takingOff, .hovering, .flying, .landing:
            followAirborne(reported, situation, by: settings)
        }
    }

    private mutating func followLanded(
        _ reported: FlightState, _ situation: DroneNavigation.Situation, by settings: Settings
    ) {
        if let before = flight?.airborneRestarts, reported.driver?.restarts ?? 0 > before {
            return ground(.restarted)
        }
        switch phase {
        case .takingOff(_, hasLeftGround: false): flight?.airborneSince = nil
        case .grounded, .armed, .countingDown: break
        case .listening, .resetting:
            ground(waitsForNothing(by: settings) ? .startedBefore : .ready)
        case .landing(let cause): ground(.landed(cause))
        case .takingOff, .flying, .holding, .hovering, .awaiting, .returning, .descending:
            ground(
                rivalInCharge(situation, by: settings).map { .landed(.trouble($0)) }
                    ?? .landedUnexpectedly)
        }
    }

    /// Somebody else who commands the aircraft, or did until moments ago: a landing that is not ours is theirs.
    private func rivalInCharge(
        _ situation: DroneNavigation.Situation, by settings: Settings
    ) -> DroneNavigation.FailsafeCondition? {
        rivalTrouble(situation)
            ?? standingFailsafes(by: settings, at: situation.now).map(\.trouble)
            .first { $0.kind == .hasRival }
    }

    private func causeOfLanding(
        _ reported: FlightState, _ situation: DroneNavigation.Situation, by settings: Settings
    ) -> DroneNavigation.LandCause {
        if let driverCause = reported.driver?.landsBecause {
            return .byItself(because: driverCause)
        }
        return rivalInCharge(situation, by: settings).map { .trouble($0) }
            ?? .byItself(because: nil)
    }

    private mutating func followEmergency() {
        if case .resetting = phase { return }
        autoStarts = false
        nextMission = nil
        ground(.emergency)
    }

    private mutating func followAirborne(
        _ reported: FlightState, _ situation: DroneNavigation.Situation, by settings: Settings
    ) {
        if case .listening = phase { takeUpFlight(by: settings, at: situation.now) }
        if flight == nil { flight = Flight() }
        flight?.noteAirborne(
            at: situation.position, restarts: reported.driver?.restarts ?? 0, since: situation.now)
        switch phase {
        case .listening, .grounded, .armed, .countingDown, .resetting:
            autoStarts = false
            // Whoever made it land knows why; to interrupt that could do harm, to let it cannot.
            phase =
                reported.phase == .landing
                ? .landing(causeOfLanding(reported, situation, by: settings))
                : .awaiting(.foundFlying, since: situation.now)
        case .takingOff, .flying, .holding, .hovering, .awaiting, .returning, .descending:
            followFlight(reported, situation, by: settings)
        case .landing: break
        }
    }

    private mutating func followFlight(
        _ reported: FlightState, _ situation: DroneNavigation.Situation, by settings: Settings
    ) {
        if reported.phase == .landing {
            // Nobody here asked for it: its driver has a reason, a broken link say.
            beginLanding(causeOfLanding(reported, situation, by: settings))
        } else if case .takingOff(let since, hasLeftGround: false) = phase {
            phase = .takingOff(since: since, hasLeftGround: true)
        }
    }

    /// It stands on the ground: the flight is over.
    mutating func ground(_ why: DroneNavigation.OnGround) {
        phase = .grounded(why)
        flight = nil
        remembered = nil
        photographs.forget()
    }

    /// It was to begin at once, and has done so, perhaps before a restart.
    private func waitsForNothing(by settings: Settings) -> Bool {
        settings.mission.start == .atOnce && settings.mission.candidate != nil && !autoStarts
    }

    /// Goes on with the clock, the fences, the stops and the mission of the process before. It flies
    /// on with that only when a person says so.
    private mutating func takeUpFlight(by settings: Settings, at now: Instant) {
        guard let remembered else { return }
        self.remembered = nil
        var flight = Flight()
        flight.home = remembered.home
        flight.airborneSince = now - max(.zero, remembered.airborneFor)
        flight.stops = Set(remembered.stops)
        self.flight = flight
        if let plan = remembered.plan { takeUp(plan, bends: remembered.bends ?? [], by: settings) }
    }

    private mutating func takeUp(
        _ remembered: DroneNavigation.Memory.Plan, bends: [Position], by settings: Settings
    ) {
        guard let home, let candidate = candidate(of: remembered.origin, by: settings) else {
            return
        }
        keep(
            to: FenceField(candidate.draft.fences, around: home), bends: bends, by: settings)
        let limits = missionLimits(by: settings, home: home)
        guard var plan = candidate.judged(limits).plan, plan.resume(at: remembered.item) else {
            return
        }
        flight?.mission = plan
    }

    func candidate(
        of origin: DroneNavigation.FlightPlan.Origin, by settings: Settings
    ) -> DroneNavigation.MissionCandidate? {
        switch origin {
        case .sent(let source): DroneNavigation.MissionCandidate(source)
        case .configuration(settings.mission.candidate?.fingerprint): settings.mission.candidate
        case .configuration: nil
        }
    }
}

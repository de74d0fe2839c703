import Core
import Devices
import Missions
import Navigation

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
        let takesPhotographs = MissionCandidate(settings.mission)?.draft.takesPhotographs ?? false
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

    private(set) var settings: Settings
    private(set) var gate: PreArmCheck
    private(set) var law: GuidanceLaw
    /// The mission of the configuration.
    private(set) var configured: MissionCandidate?
    var failsafes: Failsafes
    var phase = Phase.listening
    /// What is being flown.
    var mission: FlightPlan?
    /// What a person asked for while it stood on the ground.
    var nextMission: MissionCandidate?
    /// What begins by itself, judged from where it stands.
    var waiting: TakeOffPlan?
    /// Those of the mission, for as long as the flight goes on, whatever is asked for meanwhile.
    var fences: FenceField?
    /// The way home under these fences; `nil` where there are none, and the way is straight.
    var wayBack: WayBack?
    /// What the button has made ready; `nil` while it is not armed. No memory keeps it.
    var arming: Arming?
    /// Until then lamp and buzzer tell that a press was refused.
    var refusedUntil: Instant?
    /// What is left of the turn that the mission asks for.
    var turn: RemainingTurn?
    /// Holds the speed that the mission asks for.
    var speed: SpeedController?
    /// Flies the mission under the law `track`.
    var follower: TrackFollower
    var leader: LeaderTracker
    var photographs = Photographs()
    /// What a failsafe may have to do with, as this step found it.
    var troubles: [FailsafeCondition] = []
    /// What is to be told to people with this step.
    var notes: [String] = []
    /// How it follows its leader; `nil` while it follows nobody.
    var pursuit: Pursuit?
    /// The centre of the fence: where it took off, or where it was found flying.
    var home: Position?
    /// How far from home a person has knowingly taken charge of it: once in an excursion, and 0
    /// when it has come back.
    var fenceAllowanceMetres = 0.0
    var airborneSince: Instant?
    /// How often the aircraft had started over before this flight.
    var airborneRestarts: Int?
    /// Since when it has been told to hover, in every step.
    var hoversSince: Instant?
    /// Since when it flies by somebody's stick though it is told to hover.
    var fliesOnSince: Instant?
    /// Whether it still has to take off without being asked. It does that once in the life of a
    /// mission, whatever is restarted meanwhile.
    var autoStarts: Bool
    var progressMonitor = ProgressMonitor()
    var battery = BatteryBudget()
    /// What has stopped this flight already: the second time it lands.
    var stops: Set<FailsafeCondition.Kind> = []
    /// What the last step went by.
    var latest: Situation?
    /// The flight that another process was in the middle of, until it is found or gone.
    var remembered: Memory.Flight?
    /// The number of the notices with which it has taken off.
    var flownNotices: Int?
    private(set) var link = LinkMeter()
    private(set) var ticks = TickMeter()
    private var localization: Localization
    private(set) var settling: HomeSettling

    package init(settings: Settings) {
        self.settings = settings
        gate = PreArmCheck(settings)
        law = GuidanceLaw(
            settings.guidance, maxAltitudeMetres: settings.failsafes.maxAltitudeMetres)
        failsafes = Failsafes(settings)
        configured = MissionCandidate(settings.mission)
        follower = TrackFollower(settings.guidance)
        leader = LeaderTracker(settings)
        localization = Localization(settings)
        settling = HomeSettling(settings.homeLimits)
        autoStarts = settings.mission.start == .atOnce && configured != nil
    }

    /// The same aircraft on the ground, which restarts with what it remembers by other settings; what is known of
    /// where it stands stays.
    func restarted(with new: Settings) -> DroneNavigation {
        var next = DroneNavigation(settings: new, resuming: memory)
        next.flownNotices = flownNotices
        guard new.guidance.law == settings.guidance.law,
            new.guidance.mountOffset == settings.guidance.mountOffset
        else { return next }
        next.settling = settling
        next.settling.limits = new.homeLimits
        next.localization = localization
        next.localization.goOn(with: new)
        (next.link, next.ticks, next.latest) = (link, ticks, latest)
        return next
    }

    /// The same flight by other settings.
    mutating func goOn(with new: Settings) {
        settings = new
        gate = PreArmCheck(new)
        law = GuidanceLaw(new.guidance, maxAltitudeMetres: new.failsafes.maxAltitudeMetres)
        failsafes.goOn(with: new)
        configured = MissionCandidate(new.mission)
        follower.goOn(with: new.guidance)
        leader.goOn(with: new)
        localization.goOn(with: new)
        settling.limits = new.homeLimits
    }

    package mutating func step(_ inputs: Inputs, at now: Instant) -> Outputs {
        photographs.note(inputs.photographs ?? [])
        if !notes.isEmpty { notes = [] }
        if let sample = inputs.leader, let fix = sample.good {
            leader.note(fix, takenAt: sample.takenAt, isFlying: !phase.isGrounded)
        }
        ticks.note(at: now)
        let location = localization.locate(inputs, isGuarded: phase.isGuarded, at: now)
        settling.note(location.receiverTrouble == nil ? inputs.position : nil)
        let situation = Situation(inputs, location, at: now)
        link.note(
            inputs.flight.takenAt, isLost: situation.flightTrouble != nil, at: now)
        latest = situation
        follow(situation)
        if !phase.isGrounded { arming = nil }
        let responses = inputs.requests.map { handle($0, in: situation) }
        for press in inputs.presses { handle(press, in: situation) }
        if let position = situation.position {
            wayBack?.note(position, isComingHome: phase.isReturning)
        }
        let verdict = guardFlight(in: situation)
        let (command, reason) = proceed(verdict, in: situation)
        if case .move = command {} else { follower.interrupt() }
        hoversSince = command == .hover && phase.isGuarded ? hoversSince ?? now : nil
        let fliesOn = hoversSince != nil && situation.flight?.phase == .flying
        fliesOnSince = fliesOn ? fliesOnSince ?? now : nil
        return Outputs(
            pilot: command, reason: reason, responses: responses,
            progress: progress(in: situation), signal: signal(for: reason, in: situation),
            photograph: photographs.outgoing, told: notes.isEmpty ? nil : notes)
    }

    /// The place that it flies to, or stays at; `nil` where there is none.
    var destination: Waypoint? {
        if phase.isReturning { return wayHome.map { Waypoint($0) } }
        if let pursuit, case .follow = mission?.action { return Waypoint(pursuit.goal) }
        if let circleStart { return Waypoint(circleStart) }
        return mission?.goal(home: home)
    }

    /// The way to the current target; `nil` where there is none or it cannot be known.
    func leg(in situation: Situation) -> Leg? {
        guard let goal = destination, let flight = situation.flight,
            let position = situation.position, let nose = situation.nose
        else { return nil }
        return law.leg(
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
    private mutating func follow(_ situation: DroneNavigation.Situation) {
        guard let flight = situation.flight else { return }
        switch flight.phase {
        case .landed: followLanded(flight, situation)
        case .emergency: followEmergency()
        case .takingOff, .hovering, .flying, .landing: followAirborne(flight, situation)
        }
    }

    private mutating func followLanded(
        _ flight: FlightState, _ situation: DroneNavigation.Situation
    ) {
        if !phase.isGrounded, let before = airborneRestarts, flight.driver?.restarts ?? 0 > before {
            return ground(.restarted)
        }
        switch phase {
        case .takingOff(_, hasLeftGround: false), .grounded: airborneSince = nil
        case .listening, .resetting: ground(waitsForNothing ? .startedBefore : .ready)
        case .landing(let cause): ground(.landed(cause))
        case .takingOff, .flying, .holding, .hovering, .awaiting, .returning, .descending:
            ground(rivalInCharge(situation).map { .landed(.trouble($0)) } ?? .landedUnexpectedly)
        }
    }

    /// Somebody else who commands the aircraft, or did until moments ago: a landing that is not ours is theirs.
    private func rivalInCharge(
        _ situation: DroneNavigation.Situation
    ) -> DroneNavigation.FailsafeCondition? {
        rivalTrouble(situation)
            ?? failsafes.standing(at: situation.now).map(\.trouble).first { $0.kind == .hasRival }
    }

    private func causeOfLanding(
        _ flight: FlightState, _ situation: DroneNavigation.Situation
    ) -> DroneNavigation.LandCause {
        if let driverCause = flight.driver?.landsBecause { return .byItself(because: driverCause) }
        return rivalInCharge(situation).map { .trouble($0) } ?? .byItself(because: nil)
    }

    private mutating func followEmergency() {
        if case .resetting = phase { return }
        autoStarts = false
        nextMission = nil
        ground(.emergency)
    }

    private mutating func followAirborne(
        _ flight: FlightState, _ situation: DroneNavigation.Situation
    ) {
        if case .listening = phase { takeUpFlight(at: situation.now) }
        airborneSince = airborneSince ?? situation.now
        home = home ?? situation.position
        airborneRestarts = airborneRestarts ?? flight.driver?.restarts ?? 0
        let cause = causeOfLanding(flight, situation)
        switch phase {
        case .listening, .grounded, .resetting:
            autoStarts = false
            // Whoever made it land knows why; to interrupt that could do harm, to let it cannot.
            phase =
                flight.phase == .landing
                ? .landing(cause) : .awaiting(.foundFlying, since: situation.now)
        case .takingOff, .flying, .holding, .hovering, .awaiting, .returning, .descending:
            followFlight(flight, cause)
        case .landing: break
        }
    }

    private mutating func followFlight(
        _ flight: FlightState, _ cause: DroneNavigation.LandCause
    ) {
        if flight.phase == .landing {
            // Nobody here asked for it: its driver has a reason, a broken link say.
            phase = .landing(cause)
            mission = nil
        } else if case .takingOff(let since, hasLeftGround: false) = phase {
            phase = .takingOff(since: since, hasLeftGround: true)
        }
    }

    /// It stands on the ground: what concerned the flight is over.
    mutating func ground(_ why: DroneNavigation.OnGround) {
        phase = .grounded(why)
        mission = nil
        keep(to: nil)
        beginItems()
        home = nil
        airborneSince = nil
        airborneRestarts = nil
        fenceAllowanceMetres = 0
        stops = []
        remembered = nil
        arming = nil
        progressMonitor = DroneNavigation.ProgressMonitor()
        failsafes.reset()
    }

    /// It was to begin at once, and has done so, perhaps before a restart.
    private var waitsForNothing: Bool {
        settings.mission.start == .atOnce && configured != nil && !autoStarts
    }

    /// Goes on with the clock, the fences, the stops and the mission of the process before. It flies
    /// on with that only when a person says so.
    private mutating func takeUpFlight(at now: Instant) {
        guard let flight = remembered else { return }
        remembered = nil
        home = flight.home
        airborneSince = now - max(.zero, flight.airborneFor)
        stops = Set(flight.stops)
        if let plan = flight.plan { takeUp(plan, bends: flight.bends ?? []) }
    }

    private mutating func takeUp(
        _ remembered: DroneNavigation.Memory.Plan, bends: [Position]
    ) {
        guard let home, let candidate = candidate(of: remembered.origin) else { return }
        keep(to: FenceField(candidate.draft.fences, around: home), bends: bends)
        let limits = missionLimits(home: home)
        guard var plan = candidate.judged(limits).plan, plan.resume(at: remembered.item) else {
            return
        }
        mission = plan
    }

    func candidate(
        of origin: DroneNavigation.FlightPlan.Origin
    ) -> DroneNavigation.MissionCandidate? {
        switch origin {
        case .sent(let source): DroneNavigation.MissionCandidate(source)
        case .configuration(configured?.fingerprint): configured
        case .configuration: nil
        }
    }
}

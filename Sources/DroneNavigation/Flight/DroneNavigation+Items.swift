import Missions
import Navigation
import Values

/// How the items of a mission are flown, one after the other.
extension DroneNavigation {
    /// Does what the current item asks for.
    mutating func fly(in situation: Situation, by settings: Settings) -> Decision {
        guard let mission else { return (.hover, .hovering(.noTarget)) }
        switch mission.action {
        case .goTo, .returnHome, .land(at: _?):
            return approach(mission, in: situation, by: settings)
        case .land(at: nil): return landHere(.missionDone, in: situation, by: settings)
        case .takeOff(let metres): return climb(to: metres, mission, in: situation, by: settings)
        case .turn(let wanted): return turn(wanted, mission, in: situation, by: settings)
        case .pointAt(let place): return turn(to: place, mission, in: situation, by: settings)
        case .follow(let following): return pursue(following, mission, in: situation, by: settings)
        case .figure(let figure): return circle(figure, mission, in: situation, by: settings)
        case .photograph: return photograph(mission, in: situation, by: settings)
        // One step each, so that a thousand of them are no thousand in one.
        case .hover, .pointAhead: return stay(mission, in: situation, by: settings)
        }
    }

    // MARK: Going somewhere

    private mutating func approach(
        _ mission: DroneNavigation.FlightPlan, in situation: Situation, by settings: Settings
    ) -> Decision {
        guard let leg = leg(in: situation, by: settings) else {
            return (.hover, .hovering(.noTarget))
        }
        return follow(leg, mission, in: situation, by: settings)
    }

    /// Along the track, and around a corner without a stop where the mission asks for none.
    private mutating func follow(
        _ leg: DroneNavigation.Leg, _ mission: DroneNavigation.FlightPlan,
        in situation: Situation, by settings: Settings
    ) -> Decision {
        let wanted = mission.goal(home: home)
        let next = mission.passesOn ? mission.nextGoal(home: home) : nil
        guard
            let steering = steer(
                item: mission.number, speed: mission.metresPerSecond, to: wanted?.position,
                next: next?.position, at: wanted?.altitudeMetres,
                nose: leg.turnToSight.flatMap { turn in situation.nose.map { $0 + turn } },
                in: situation, by: settings)
        else { return (.hover, .hovering(.noTarget)) }
        if steering.hasPassed { return finishItem(mission, in: situation, by: settings) }
        if steering.hasArrived {
            let goesOn = mission.stay == .zero && !mission.staysHere
            return goesOn
                ? finishItem(mission, in: situation, by: settings)
                : stay(mission, in: situation, by: settings)
        }
        return (.move(steering.stick), reason(leg, mission, by: settings))
    }

    /// Steers by the estimate; without a goal it stays where the item began.
    mutating func steer(
        item: Int, speed: Double? = nil, to goal: Position? = nil, next: Position? = nil,
        at altitudeMetres: Double?, nose: Angle?, in situation: Situation, by settings: Settings
    ) -> Guidance.Steering? {
        guard let estimate = situation.location.estimate, let flight = situation.flight
        else { return nil }
        let leg = DroneNavigation.TrackFollower.Leg(
            item: item, goal: goal, next: next,
            metresPerSecond: speed ?? settings.guidance.cruiseMetresPerSecond,
            altitudeMetres: altitudeMetres.map(GuidanceLaw(settings).allowed), nose: nose)
        return self.flight?.follower.steer(
            leg, estimate, altitudeMetres: flight.altitudeMetres,
            by: settings.guidance.steering, at: situation.now)
    }

    private func reason(
        _ leg: DroneNavigation.Leg, _ mission: DroneNavigation.FlightPlan, by settings: Settings
    ) -> DroneNavigation.Why {
        if GuidanceLaw(settings).isOverTarget(leg) {
            guard !GuidanceLaw(settings).isAtAltitude(leg) else {
                return .holding(mission.stage, remaining: mission.staysHere ? nil : mission.stay)
            }
            return .adjustingAltitude(mission.stage, climbMetres: leg.climbMetres ?? 0)
        }
        return .flying(
            DroneNavigation.Why.Flying(
                stage: mission.stage, distanceMetres: leg.distanceMetres, bearing: leg.bearing,
                turn: GuidanceLaw(settings).isTurned(leg.turn)
                    ? .none : leg.turn.degrees > 0 ? .right : .left))
    }

    // MARK: Moving on the spot

    /// Climbs to the height of the take-off. One that is higher already need not sink.
    private mutating func climb(
        to metres: Double, _ mission: DroneNavigation.FlightPlan, in situation: Situation,
        by settings: Settings
    ) -> Decision {
        guard let flight = situation.flight else { return (.hover, .hovering(.noTarget)) }
        let missing = metres - flight.altitudeMetres
        guard missing > settings.guidance.altitudeToleranceMetres else {
            return finishItem(mission, in: situation, by: settings)
        }
        let motion =
            steer(item: mission.number, at: metres, nose: nil, in: situation, by: settings)?.stick
            ?? GuidanceLaw(settings).motion(climbingMetres: missing)
        return (.move(motion), .adjustingAltitude(mission.stage, climbMetres: missing))
    }

    private mutating func turn(
        _ wanted: Turn, _ mission: DroneNavigation.FlightPlan, in situation: Situation,
        by settings: Settings
    ) -> Decision {
        guard let nose = situation.nose else { return (.hover, .hovering(.noTarget)) }
        var turn = flight?.item.turn ?? DroneNavigation.RemainingTurn(wanted, nose: nose)
        turn.note(nose: nose)
        return keepTurning(turn, mission, in: situation, by: settings)
    }

    private mutating func turn(
        to place: Position, _ mission: DroneNavigation.FlightPlan, in situation: Situation,
        by settings: Settings
    ) -> Decision {
        guard let nose = situation.nose, let position = situation.position else {
            return (.hover, .hovering(.noTarget))
        }
        let left = GuidanceLaw(settings).turn(to: place, from: position, nose: nose)
        return keepTurning(
            DroneNavigation.RemainingTurn(.by(left), nose: nose), mission, in: situation,
            by: settings)
    }

    private mutating func keepTurning(
        _ left: DroneNavigation.RemainingTurn, _ mission: DroneNavigation.FlightPlan,
        in situation: Situation, by settings: Settings
    ) -> Decision {
        let angle = Angle.degrees(left.leftDegrees)
        guard !GuidanceLaw(settings).isTurned(angle) else {
            return finishItem(mission, in: situation, by: settings)
        }
        flight?.item.turn = left
        // Never half around: that way would be a matter of luck.
        let step = Angle.degrees(min(max(left.leftDegrees, -90), 90))
        let motion =
            steer(
                item: mission.number, at: nil, nose: situation.nose.map { $0 + step },
                in: situation, by: settings
            )?.stick
            ?? GuidanceLaw(settings).motion(turning: angle)
        return (.move(motion), .turning(mission.stage, degrees: left.leftDegrees))
    }

    // MARK: Staying

    /// It is where the item wants it.
    private mutating func stay(
        _ mission: DroneNavigation.FlightPlan, in situation: Situation, by settings: Settings
    ) -> Decision {
        flight?.progressMonitor = DroneNavigation.ProgressMonitor()
        phase = .holding(since: situation.now)
        return holding(mission, since: situation.now, in: situation, by: settings)
    }

    mutating func hold(_ since: Instant, in situation: Situation, by settings: Settings) -> Decision
    {
        guard let mission else { return (.hover, .hovering(.noTarget)) }
        if let leg = leg(in: situation, by: settings), GuidanceLaw(settings).hasLeft(leg) {
            phase = .flying
            return fly(in: situation, by: settings)
        }
        guard !mission.staysHere, situation.now - since >= mission.stay else {
            return holding(mission, since: since, in: situation, by: settings)
        }
        return finishItem(mission, in: situation, by: settings)
    }

    /// Another mission begins, or the same from elsewhere.
    mutating func beginItems() {
        flight?.item = ItemProgress()
        photographs.forget()
        flight?.follower.begin()
    }

    /// Goes on to the next item, or lands behind the last. It begins with the next step, but what
    /// only leads elsewhere begins at once.
    mutating func finishItem(
        _ finished: DroneNavigation.FlightPlan, in situation: Situation, by settings: Settings
    ) -> Decision {
        var mission = finished
        flight?.item = ItemProgress()
        flight?.follower.finishLeg()
        flight?.progressMonitor.interrupt()
        guard !mission.isAtEnd, mission.advance() else {
            return landHere(.missionDone, in: situation, by: settings)
        }
        flight?.mission = mission
        phase = .flying
        guard mission.goal(home: home) != nil else {
            return (.hover, .holding(mission.stage, remaining: .zero))
        }
        return approach(mission, in: situation, by: settings)
    }

    private func holding(
        _ mission: DroneNavigation.FlightPlan, since: Instant, in situation: Situation,
        by settings: Settings
    ) -> Decision {
        let left = max(.zero, mission.stay - (situation.now - since))
        return (
            standing(mission, in: situation, by: settings),
            .holding(mission.stage, remaining: mission.staysHere ? nil : left)
        )
    }

    /// Hovers, with the nose kept on what the mission points it at.
    func standing(
        _ mission: DroneNavigation.FlightPlan, in situation: Situation, by settings: Settings
    ) -> FlightCommand {
        guard let turn = turnToSight(of: mission, in: situation, by: settings),
            !GuidanceLaw(settings).isTurned(turn)
        else {
            return .hover
        }
        return .move(GuidanceLaw(settings).motion(turning: turn))
    }

    /// How far to turn to what the mission keeps the nose on; `nil` where that is nothing.
    func turnToSight(
        of mission: DroneNavigation.FlightPlan, in situation: Situation, by settings: Settings
    ) -> Angle? {
        guard let place = mission.pointsAt, let position = situation.position,
            let nose = situation.nose
        else { return nil }
        return GuidanceLaw(settings).turn(to: place, from: position, nose: nose)
    }
}

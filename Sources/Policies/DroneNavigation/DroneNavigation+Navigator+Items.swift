import Devices
import Missions

/// How the items of a mission are flown, one after the other.
extension DroneNavigation.Navigator {
    /// Does what the current item asks for.
    mutating func fly(in situation: Situation) -> Decision {
        guard let mission else { return (.hover, .hovering(.noTarget)) }
        switch mission.action {
        case .goTo, .returnHome, .land(at: _?): return approach(mission, in: situation)
        case .land(at: nil): return land(.missionDone)
        case .takeOff(let metres): return climb(to: metres, mission, in: situation)
        case .turn(let wanted): return turn(wanted, mission, in: situation)
        case .pointAt(let place): return turn(to: place, mission, in: situation)
        case .hover, .pointAhead, .photograph, .follow, .figure:
            // Those that are not flown a judge has refused. One step each, so that a thousand of
            // them are no thousand in one.
            return stay(mission, in: situation)
        }
    }

    // MARK: Going somewhere

    private mutating func approach(
        _ mission: DroneNavigation.FlightPlan, in situation: Situation
    ) -> Decision {
        guard let leg = leg(in: situation) else { return (.hover, .hovering(.noTarget)) }
        if law.hasArrived(leg) { return stay(mission, in: situation) }
        let motion = law.motion(along: leg, most: speedLimit(along: leg, mission, in: situation))
        return (.move(motion), reason(leg, motion, mission))
    }

    /// How far the stick may go for the speed that the item asks for.
    private mutating func speedLimit(
        along leg: DroneNavigation.Leg, _ mission: DroneNavigation.FlightPlan,
        in situation: Situation
    ) -> Double {
        guard case .goTo(let waypoint) = mission.action, let wanted = waypoint.metresPerSecond,
            let flight = situation.flight
        else { return 1 }
        guard law.isAhead(leg) else {
            speed = nil
            return 1
        }
        var keeper = speed ?? DroneNavigation.SpeedKeeper(wanted, at: situation.now)
        let measured =
            flight.forwardMetresPerSecond * leg.turn.cosine
            + flight.rightMetresPerSecond * leg.turn.sine
        let stick = keeper.stick(
            for: wanted, measured: measured, most: settings.guidance.forwardSpeed,
            at: situation.now)
        speed = keeper
        return stick
    }

    private func reason(
        _ leg: DroneNavigation.Leg, _ motion: StickPosition, _ mission: DroneNavigation.FlightPlan
    ) -> DroneNavigation.Why {
        if law.isOverTarget(leg) {
            return .adjustingAltitude(mission.stage, climbMetres: leg.climbMetres ?? 0)
        }
        return .flying(
            DroneNavigation.Why.Flying(
                stage: mission.stage, distanceMetres: leg.distanceMetres, bearing: leg.bearing,
                turn: motion.yaw > 0 ? .right : motion.yaw < 0 ? .left : .none))
    }

    // MARK: Moving on the spot

    /// Climbs to the height of the take-off. One that is higher already need not sink.
    private mutating func climb(
        to metres: Double, _ mission: DroneNavigation.FlightPlan, in situation: Situation
    ) -> Decision {
        guard let flight = situation.flight else { return (.hover, .hovering(.noTarget)) }
        let missing = metres - flight.altitudeMetres
        let motion = law.motion(climbingMetres: max(0, missing))
        guard motion.climb > 0 else { return finishItem(mission, in: situation) }
        return (.move(motion), .adjustingAltitude(mission.stage, climbMetres: missing))
    }

    private mutating func turn(
        _ wanted: Turn, _ mission: DroneNavigation.FlightPlan, in situation: Situation
    ) -> Decision {
        guard let nose = nose(in: situation) else { return (.hover, .hovering(.noTarget)) }
        var turn = self.turn ?? DroneNavigation.TurnKeeper(wanted, nose: nose)
        turn.note(nose: nose)
        return keepTurning(turn, mission, in: situation)
    }

    private mutating func turn(
        to place: Position, _ mission: DroneNavigation.FlightPlan, in situation: Situation
    ) -> Decision {
        guard let nose = nose(in: situation), let position = situation.position else {
            return (.hover, .hovering(.noTarget))
        }
        let left = law.turn(to: place, from: position, nose: nose)
        return keepTurning(
            DroneNavigation.TurnKeeper(.by(left), nose: nose), mission, in: situation)
    }

    private mutating func keepTurning(
        _ left: DroneNavigation.TurnKeeper, _ mission: DroneNavigation.FlightPlan,
        in situation: Situation
    ) -> Decision {
        let angle = Angle.degrees(left.leftDegrees)
        guard !law.isTurned(angle) else { return finishItem(mission, in: situation) }
        turn = left
        return (
            .move(law.motion(turning: angle)), .turning(mission.stage, degrees: left.leftDegrees)
        )
    }

    // MARK: Staying

    /// It is where the item wants it.
    private mutating func stay(
        _ mission: DroneNavigation.FlightPlan, in situation: Situation
    ) -> Decision {
        progressMonitor = DroneNavigation.ProgressMonitor()
        phase = .holding(since: situation.now)
        return holding(mission, since: situation.now, in: situation)
    }

    mutating func hold(_ since: Instant, in situation: Situation) -> Decision {
        guard let mission else { return (.hover, .hovering(.noTarget)) }
        if let leg = leg(in: situation), law.hasLeft(leg) {
            phase = .flying
            return fly(in: situation)
        }
        let isPlace = mission.goal(home: home) != nil
        let least = isPlace ? settings.guidance.arrivalTime : .zero
        guard !mission.staysHere, situation.now - since >= max(mission.stay, least) else {
            return holding(mission, since: since, in: situation)
        }
        return finishItem(mission, in: situation)
    }

    /// Goes on to the next item, or lands behind the last. It begins with the next step, but what
    /// only leads elsewhere begins at once.
    private mutating func finishItem(
        _ finished: DroneNavigation.FlightPlan, in situation: Situation
    ) -> Decision {
        var mission = finished
        turn = nil
        speed = nil
        progressMonitor.interrupt()
        guard !mission.isAtEnd, mission.advance() else { return land(.missionDone) }
        self.mission = mission
        phase = .flying
        guard mission.goal(home: home) != nil else {
            return (.hover, .holding(mission.stage, remaining: .zero))
        }
        return approach(mission, in: situation)
    }

    /// Hovers, with the nose kept on what the mission points it at.
    private func holding(
        _ mission: DroneNavigation.FlightPlan, since: Instant, in situation: Situation
    ) -> Decision {
        let left = max(.zero, mission.stay - (situation.now - since))
        let reason = DroneNavigation.Why.holding(
            mission.stage, remaining: mission.staysHere ? nil : left)
        guard let place = mission.pointsAt, let position = situation.position,
            let nose = nose(in: situation)
        else { return (.hover, reason) }
        let turn = law.turn(to: place, from: position, nose: nose)
        return (law.isTurned(turn) ? .hover : .move(law.motion(turning: turn)), reason)
    }
}

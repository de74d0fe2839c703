import Core
import Missions
import Navigation
import Values

extension DroneNavigation {
    /// How a leader is followed: from a side that is kept, at a height that is kept.
    struct Pursuit: Sendable {
        let since: Instant
        let altitudeMetres: Double
        /// Where it is, seen from the leader.
        var side: Angle
        /// Where it flies to now.
        var goal: Position
    }
}

/// Keeping near somebody who moves.
extension DroneNavigation {
    /// Nearer than that a direction says nothing.
    private static let nearestSightMetres = 3.0

    // MARK: What is asked for and told

    mutating func follow(at metres: Double, in situation: Situation, by settings: Settings) -> Reply
    {
        let candidate = MissionCandidate(following: metres)
        let limits = missionLimits(by: settings, home: home ?? situation.position)
        if phase.isGrounded {
            return prepare(candidate, limits, "it will follow; ask for a take-off")
        }
        let judged = candidate.judged(limits)
        guard let plan = judged.plan else { return refusal(candidate, judged.verdict) }
        if let refusal = refusalInFlight(situation, by: settings) { return refusal }
        leader.beginAnew()
        if let trouble = situation.location.trouble
            ?? leader.trouble(by: settings, at: situation.now)
        {
            return (false, "refused: \(trouble)")
        }
        if isBeyondFence(situation, by: settings) {
            return (false, "refused: it is outside of its fence")
        }
        return accept(plan, in: situation, by: settings, "following\(whereLeaderIs(situation))")
    }

    /// ", the leader is 15 m away": a person who asks for it is told how far it may fly.
    private func whereLeaderIs(_ situation: Situation) -> String {
        guard let position = situation.position, let place = leader.position(at: situation.now)
        else { return "" }
        let metres = fixedText(of: place.distanceMetres(to: position), decimals: 0)
        return ": the leader is \(metres) m away"
    }

    mutating func hear(_ fix: Fix, at time: Instant, in situation: Situation, by settings: Settings)
        -> Reply
    {
        guard situation.samples.leader == nil else {
            return (false, "refused: a receiver tells where the leader is")
        }
        let age = situation.now - time
        guard age <= settings.follow.lostAfter else {
            return (false, "refused: that is where the leader was \(text(of: age)) ago")
        }
        let isFlying = !phase.isGrounded
        guard
            let problem = leader.note(
                fix, takenAt: time, isFlying: isFlying, by: settings)
        else {
            return (true, "noted")
        }
        return (false, "refused: \(problem)")
    }

    func leaderTrouble(_ situation: Situation, by settings: Settings) -> FailsafeCondition? {
        guard case .flying = phase, case .follow = mission?.action else { return nil }
        return leader.trouble(by: settings, at: situation.now)
    }

    // MARK: What is flown

    mutating func pursue(
        _ following: Following, _ mission: DroneNavigation.FlightPlan, in situation: Situation,
        by settings: Settings
    ) -> Decision {
        guard let leader = leader.position(at: situation.now),
            let estimate = situation.location.estimate, let position = situation.position,
            let reported = situation.flight
        else { return (.hover, .hovering(.noTarget)) }
        var pursuit =
            flight?.item.pursuit ?? begun(from: leader, estimate.heading, position, situation)
        guard mission.staysHere || situation.now - pursuit.since < following.duration else {
            return finishItem(mission, in: situation, by: settings)
        }
        let metres = leader.distanceMetres(to: position)
        let bearing = leader.bearing(to: position)
        // Straight to the side that it was on, the way would lead over a leader who has passed below it:
        // however near that is, it goes away on the side where it is now.
        if metres > 0, abs((bearing - pursuit.side).wrapped.degrees) > 90 {
            pursuit.side = bearing
        }
        let wanted =
            leader.moved(metres: following.standoffMetres, towards: pursuit.side) ?? position
        pursuit.goal = reachable(wanted, from: position, by: settings)
        let cut = pursuit.goal.distanceMetres(to: wanted)
        // A fence may end the way too near to the leader; it is for the leader to come nearer then.
        let isPressed =
            cut > 0.5
            && leader.distanceMetres(to: pursuit.goal) < min(metres, following.standoffMetres)
        if isPressed { pursuit.goal = position }
        flight?.item.pursuit = pursuit
        let why = DroneNavigation.Why.following(
            mission.stage, distanceMetres: metres, isHeld: cut > 0.5)
        guard !isPressed else { return (.hover, why) }
        let stick = flight?.follower.chase(
            estimate.plane.point(pursuit.goal),
            metresPerSecond: settings.guidance.cruiseMetresPerSecond,
            facing: metres > Self.nearestSightMetres ? position.bearing(to: leader) : nil,
            at: GuidanceLaw(settings).allowed(pursuit.altitudeMetres), estimate,
            altitudeMetres: reported.altitudeMetres, by: settings.guidance.steering,
            at: situation.now)
        return (stick.map { .move($0) } ?? .hover, why)
    }

    /// It begins on the side where it is; right over the leader, behind its own nose.
    private func begun(
        from leader: Position, _ nose: Angle, _ position: Position, _ situation: Situation
    ) -> DroneNavigation.Pursuit {
        let isNear = leader.distanceMetres(to: position) < Self.nearestSightMetres
        return DroneNavigation.Pursuit(
            since: situation.now, altitudeMetres: situation.flight?.altitudeMetres ?? 0,
            side: isNear ? nose + .degrees(180) : leader.bearing(to: position), goal: position)
    }

    /// The place, or as near to it as it may fly: inside the circle around home, and no farther than
    /// the first fence of the mission on the way.
    private func reachable(
        _ wanted: Position, from position: Position, by settings: Settings
    ) -> Position {
        var goal = wanted
        let margin = roomToFencesMetres(by: settings)
        if settings.failsafes.fence, let home {
            let most = max(0, settings.failsafes.fenceRadiusMetres - margin)
            if !(home.distanceMetres(to: wanted) <= most) {
                goal = home.moved(metres: most, towards: home.bearing(to: wanted)) ?? position
            }
        }
        return fences?.reach(from: position, to: goal, marginMetres: margin) ?? goal
    }
}

import Core
import Missions
import Values

/// Missions and targets that are asked for: judged whole before anything changes.
extension DroneNavigation {

    // MARK: Before the take-off

    struct TakeOffPlan: Sendable {
        let home: Position
        let plan: FlightPlan?
        let obstacles: [DroneNavigation.TakeOffObstacle]
    }

    /// What is flown from where it stands, and what is wrong with that.
    func judgedForTakeOff(
        _ candidate: MissionCandidate?, in situation: Situation, by settings: Settings
    ) -> (
        plan: FlightPlan?, obstacles: [DroneNavigation.TakeOffObstacle], verdict: MissionVerdict?
    ) {
        guard let candidate, let home = situation.position else { return (nil, [], nil) }
        let judged = candidate.judged(missionLimits(by: settings, home: home))
        let obstacles = judged.verdict.refusals.map {
            DroneNavigation.TakeOffObstacle.mission(candidate.words($0))
        }
        return (judged.plan, obstacles, judged.verdict)
    }

    /// The same for what is to be flown next, and judged again only when it stands elsewhere.
    mutating func judgedWhileWaiting(in situation: Situation, by settings: Settings) -> TakeOffPlan?
    {
        guard let home = situation.position else { return nil }
        if let waiting, waiting.home.distanceMetres(to: home) < 0.5 { return waiting }
        let judged = judgedForTakeOff(
            nextMission ?? settings.mission.candidate, in: situation, by: settings)
        waiting = TakeOffPlan(home: home, plan: judged.plan, obstacles: judged.obstacles)
        return waiting
    }

    /// What a mission is held against, as it is equipped now.
    func missionLimits(
        by settings: Settings, home: Position?, start: Position? = nil, fences: [Fence] = []
    ) -> MissionLimits {
        var limits = settings.missionLimits(home: home, start: start, fences: fences)
        if latest?.samples.photographs == nil { limits.capabilities.remove(.photographs) }
        return limits
    }

    // MARK: Requests

    mutating func fly(
        _ source: DroneNavigation.MissionSource, in situation: Situation, by settings: Settings
    ) -> Reply {
        let candidate = MissionCandidate(source)
        if phase.isGrounded {
            let limits = missionLimits(by: settings, home: situation.position)
            return prepare(candidate, limits, "the mission is set; ask for a take-off to fly it")
        }
        if let refusal = refusalInFlight(situation, by: settings) { return refusal }
        if mission?.origin == candidate.origin, phase.goesOnByItself {
            return (true, "it is flying this mission already")
        }
        guard let home, let position = situation.position, situation.location.noseTrouble == nil
        else {
            return (false, "refused: \(whyLost(situation))")
        }
        let field = FenceField(candidate.draft.fences, around: home)
        var limits = missionLimits(by: settings, home: home, start: position)
        limits.fenceMarginMetres = margin(to: field, at: position, by: settings)
        let judged = candidate.judged(limits)
        guard let plan = judged.plan else { return refusal(candidate, judged.verdict) }
        if let fence = fenceInTheWay(field, in: situation, by: settings) {
            return (false, "refused: a mission begins in the air only inside its fences; \(fence)")
        }
        var way = wayBack(under: field, from: home, bends: wayBack?.bends ?? [], by: settings)
        way.note(position)
        guard way.goal != nil || !settings.failsafes.returnsHome else {
            return (false, "refused: from here no way home is known that keeps to its fences")
        }
        flight?.fences = field
        flight?.wayBack = way
        return accept(
            plan, in: situation, by: settings, told(candidate, judged.verdict, "flying the mission")
        )
    }

    /// How far a way in the air must stay from fences: it begins where it is, however near that is.
    private func margin(
        to fences: FenceField?, at position: Position, by settings: Settings
    ) -> Double {
        let usual = settings.guidance.arrivalRadiusMetres
        guard let standing = fences?.standing(of: position) else { return usual }
        return min(usual, max(0, -standing.metresBeyond - 0.01))
    }

    /// In the air, the fences of a new mission must contain the aircraft and the way on which it comes
    /// to rest; so must the circle around home.
    private func fenceInTheWay(_ field: FenceField, in situation: Situation, by settings: Settings)
        -> String?
    {
        if let position = situation.position,
            let standing = field.standing(of: position), standing.metresBeyond > 0
        {
            return "it is on the wrong side of \(standing.fence)"
        }
        let border = border(by: settings, with: field)
        if let position = situation.position,
            let standing = border?.standing(of: position), standing.metresBeyond > 0
        {
            return DroneNavigation.FailsafeCondition(standing, isFar: false).description
        }
        return fenceAhead(of: situation, border, by: settings).map {
            "it is too near to \($0) for its speed"
        }
    }

    mutating func fly(to target: Waypoint, in situation: Situation, by settings: Settings) -> Reply
    {
        let candidate = MissionCandidate(to: target)
        var limits = missionLimits(
            by: settings, home: home ?? situation.position, fences: fences?.all ?? [])
        limits.minAltitudeMetres = MissionCandidate.minMetres
        if phase.isGrounded {
            return prepare(candidate, limits, "the target is set; ask for a take-off to fly there")
        }
        // From beyond a fence the way leads back over it; its end alone is judged then.
        limits.start = isBeyondFence(situation, by: settings) ? target.position : situation.position
        if let position = situation.position {
            limits.fenceMarginMetres = margin(to: fences, at: position, by: settings)
        }
        let judged = candidate.judged(limits)
        guard let plan = judged.plan else { return refusal(candidate, judged.verdict) }
        if let refusal = refusalInFlight(situation, by: settings) { return refusal }
        if let trouble = situation.location.trouble {
            return (false, "refused: \(trouble)")
        }
        return accept(plan, in: situation, by: settings, "flying to the target")
    }

    /// Flies on where a failsafe or a restart has stopped it.
    mutating func resume(in situation: Situation, by settings: Settings) -> Reply {
        if let refusal = refusalInFlight(situation, by: settings) { return refusal }
        guard let mission else { return (false, "refused: there is no mission to go on with") }
        guard case .awaiting = phase else { return (true, "it is flying its mission already") }
        if let trouble = situation.location.trouble {
            return (false, "refused: \(trouble)")
        }
        return accept(mission, in: situation, by: settings, "going on with \(mission.stage)")
    }

    // MARK: What all of them do

    /// Judges what is to be flown with the next take-off, where it is judged once more.
    mutating func prepare(
        _ candidate: MissionCandidate, _ limits: MissionLimits, _ words: String
    ) -> Reply {
        let judged = candidate.judged(limits)
        guard judged.plan != nil else { return refusal(candidate, judged.verdict) }
        autoStarts = false
        nextMission = candidate
        return (true, told(candidate, judged.verdict, words))
    }

    mutating func accept(
        _ plan: FlightPlan, in situation: Situation, by settings: Settings, _ words: String
    ) -> Reply {
        flight?.mission = plan
        beginItems()
        if case .takingOff = phase { return (true, "it will fly there when it is up") }
        allowOutsideFence(situation, by: settings)
        // Stopped for want of progress it has another try; otherwise a request begins nothing again.
        if case .awaiting = phase {
            flight?.progressMonitor = DroneNavigation.ProgressMonitor()
        }
        phase = .flying
        return (true, words)
    }

    func refusal(_ candidate: MissionCandidate, _ verdict: MissionVerdict) -> Reply {
        let errors = verdict.refusals.map(candidate.words)
        return (false, (["refused:"] + errors).joined(separator: errors.count == 1 ? " " : "\n"))
    }

    private func told(
        _ candidate: MissionCandidate, _ verdict: MissionVerdict, _ words: String
    ) -> String {
        guard case .file = candidate.kind else { return words }
        return (["\(words): \(candidate.summary(verdict))"] + verdict.errors.map(candidate.words))
            .joined(separator: "\n")
    }

    private func whyLost(_ situation: Situation) -> String {
        situation.location.trouble?.description
            ?? "where it took off is not known"
    }
}

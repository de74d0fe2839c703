import Core
import Missions
import Values

/// How a navigator goes on with other settings between two steps.
extension DroneNavigation {
    /// On the ground it restarts, with what it remembers; in the air it is the same flight, to the last figure,
    /// that goes by other limits from its next step on.
    package func successor(
        by new: Settings, after old: Settings
    ) throws(PlainError) -> DroneNavigation {
        if isFlying {
            if let why = obstacleInFlight(to: new, from: old) { throw PlainError(why) }
            return self
        }
        if let why = obstacleToSuccession { throw PlainError(why) }
        let next = restarted(by: new, after: old)
        if let why = next.obstacleToBeginning { throw PlainError(why) }
        return next
    }

    /// What a flight is held to is loosened on the ground only.
    package var obstacleToLoosening: String? {
        switch phase {
        case .grounded: nil
        case .armed, .countingDown: "it is armed; until that is over"
        case .listening:
            remembered == nil
                ? nil
                : "a flight was under way, and nothing was heard of the aircraft since; until it has landed"
        case .resetting, .takingOff, .flying, .holding, .hovering, .awaiting, .returning,
            .descending, .landing:
            "it is in the air; until it has landed"
        }
    }

    /// Whoever changes a configuration may stand beside it.
    package var obstacleToBeginning: String? {
        autoStarts ? "its mission would begin by itself; start the service again for that" : nil
    }

    private var isFlying: Bool {
        switch phase {
        case .flying, .holding, .hovering, .awaiting, .returning: true
        case .listening, .grounded, .armed, .countingDown, .resetting, .takingOff, .descending,
            .landing:
            false
        }
    }

    private var obstacleToSuccession: String? {
        switch phase {
        case _ where phase.isGrounded && nextMission != nil:
            "a mission was sent and waits for its take-off; until it was flown"
        case .armed, .countingDown: "it is armed; until that is over"
        case .takingOff: "it takes off; until it is up"
        case .descending, .landing: "it lands; until it has landed"
        case .resetting: "it recovers from an emergency; until it stands ready"
        case .grounded, .listening, .flying, .holding, .hovering, .awaiting, .returning: nil
        }
    }
}

// MARK: - In the air

extension DroneNavigation {
    /// Why it cannot fly on by the settings `new`.
    private func obstacleInFlight(to new: Settings, from old: Settings) -> String? {
        if let why = otherFlight(by: new, from: old) {
            return "it is in the air, and \(why); until it has landed"
        }
        if let trouble = newTrouble(by: new, from: old) {
            return "it would not fly on: \(trouble); until it has landed"
        }
        return faultOfMission(by: new).map {
            "it flies what would be refused: \($0); until it has landed"
        }
    }

    /// What must not be another thing in the middle of a flight.
    private func otherFlight(by others: Settings, from settings: Settings) -> String? {
        let (old, next) = (settings.guidance, others.guidance)
        guard old.track.response == next.track.response else {
            return "what the aircraft does with its stick would be another"
        }
        guard old.mountOffset == next.mountOffset else { return "its nose would be elsewhere" }
        guard case .configuration = mission?.origin else { return nil }
        let candidate = others.mission.candidate
        guard candidate?.origin == mission?.origin,
            candidate?.kind == settings.mission.candidate?.kind
        else {
            return "it flies the mission of its configuration, which would be another"
        }
        return nil
    }

    /// What would stop it by the new settings and does not by the old ones.
    private func newTrouble(by new: Settings, from old: Settings) -> FailsafeCondition? {
        guard let latest else { return nil }
        var (before, after) = (self, self)
        before.findTroubles(in: latest, by: old)
        after.findTroubles(in: latest, by: new)
        let known = Set(before.troubles.map(\.kind))
        return after.troubles.first {
            !known.contains($0.kind) && !FailsafeTable(new).onlyWarns(of: $0)
        }
    }

    /// What of the rest of the flight its settings do not allow.
    private func faultOfMission(by settings: Settings) -> String? {
        guard let mission, let home else { return nil }
        var limits = settings.missionLimits(home: home, fences: fences?.all ?? [])
        if let origin = mission.origin, let candidate = candidate(of: origin, by: settings) {
            limits.fences = []
            return candidate.judged(limits).verdict.refusals.first.map(candidate.words)
        }
        guard let goal = mission.goal(home: home) else { return nil }
        limits.minAltitudeMetres = MissionCandidate.minMetres
        let candidate = MissionCandidate(to: goal)
        return candidate.judged(limits).verdict.refusals.first.map(candidate.words)
    }
}

extension DroneNavigation.TrackSettings {
    /// What the aircraft does with its stick at the end.
    fileprivate var response: [Double] {
        [fullTilt.degrees, fullClimbMetresPerSecond, fullTurnPerSecond.degrees]
    }
}

import Core
import Devices
import Missions

/// How a navigator goes on with other settings between two steps.
extension DroneNavigation {
    /// On the ground it restarts, with what it remembers; in the air it is the same flight, to the last figure,
    /// that goes by other limits from its next step on.
    package func successor(
        _ settings: DroneNavigation.Settings
    ) throws(PlainError) -> DroneNavigation {
        if isFlying { return try flyingOn(with: settings) }
        if let why = obstacleToSuccession { throw PlainError(why) }
        let next = restarted(with: settings)
        if let why = next.obstacleToBeginning { throw PlainError(why) }
        return next
    }

    /// What a flight is held to is loosened on the ground only.
    package var obstacleToLoosening: String? {
        switch phase {
        case .grounded: arming == nil ? nil : "it is armed; until that is over"
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
        case .listening, .grounded, .resetting, .takingOff, .descending, .landing: false
        }
    }

    private var obstacleToSuccession: String? {
        switch phase {
        case .grounded where nextMission != nil:
            "a mission was sent and waits for its take-off; until it was flown"
        case .grounded where arming != nil: "it is armed; until that is over"
        case .takingOff: "it takes off; until it is up"
        case .descending, .landing: "it lands; until it has landed"
        case .resetting: "it recovers from an emergency; until it stands ready"
        case .grounded, .listening, .flying, .holding, .hovering, .awaiting, .returning: nil
        }
    }
}

// MARK: - In the air

extension DroneNavigation {
    private func flyingOn(
        with new: DroneNavigation.Settings
    ) throws(PlainError) -> DroneNavigation {
        if let why = obstacleInFlight(to: new) {
            throw PlainError("it is in the air, and \(why); until it has landed")
        }
        var next = self
        next.goOn(with: new)
        if let trouble = newTrouble(of: next) {
            throw PlainError("it would not fly on: \(trouble); until it has landed")
        }
        if let fault = next.faultOfMission {
            throw PlainError("it flies what would be refused: \(fault); until it has landed")
        }
        return next
    }

    /// What must not be another thing in the middle of a flight.
    private func obstacleInFlight(to new: DroneNavigation.Settings) -> String? {
        let (old, next) = (settings.guidance, new.guidance)
        guard old.law == .track, next.law == .track else {
            return "only the law track flies on with other settings"
        }
        guard old.track.response == next.track.response else {
            return "what the aircraft does with its stick would be another"
        }
        guard old.mountOffset == next.mountOffset else { return "its nose would be elsewhere" }
        guard case .configuration = mission?.origin else { return nil }
        let candidate = DroneNavigation.MissionCandidate(new.mission)
        guard candidate?.origin == mission?.origin, candidate?.kind == configured?.kind else {
            return "it flies the mission of its configuration, which would be another"
        }
        return nil
    }

    /// What would stop it by the new settings and does not by the old ones.
    private func newTrouble(of next: DroneNavigation) -> FailsafeCondition? {
        guard let latest else { return nil }
        var (before, after) = (self, next)
        before.findTroubles(in: latest)
        after.findTroubles(in: latest)
        let known = Set(before.troubles.map(\.kind))
        return after.troubles.first {
            !known.contains($0.kind) && !after.failsafes.onlyWarns(of: $0)
        }
    }

    /// What of the rest of the flight its settings do not allow.
    private var faultOfMission: String? {
        guard let mission, let home else { return nil }
        var limits = settings.missionLimits(home: home, fences: fences?.all ?? [])
        if let candidate = mission.origin.flatMap(candidate(of:)) {
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

import Core
import Missions
import Values

/// What speaks for and against a take-off.
extension DroneNavigation {
    /// All that speaks against a take-off, but for its mission.
    func obstacles(in situation: Situation, by settings: Settings) -> [DroneNavigation
        .TakeOffObstacle]
    {
        PreArmCheck(settings).obstacles(in: situation, settling)
            + leaderObstacles(in: situation, by: settings)
            + Self.holdObstacles(in: situation)
    }

    /// A change that was undone: nobody should fly by settings that are not those that they have applied.
    private static func holdObstacles(
        in situation: Situation
    ) -> [DroneNavigation.TakeOffObstacle] {
        situation.samples.notices?.hold.map { [.held($0)] } ?? []
    }

    /// A flight that follows somebody begins when they are heard of.
    private func leaderObstacles(
        in situation: Situation, by settings: Settings
    ) -> [DroneNavigation.TakeOffObstacle] {
        guard (nextMission ?? settings.mission.candidate)?.follows ?? false else { return [] }
        return leader.trouble(by: settings, at: situation.now).map { [.trouble($0)] } ?? []
    }

    package func checks(by settings: Settings, at now: Instant) -> [Check] {
        guard let latest else { return [] }
        return PreArmCheck(settings).checks(in: latest, settling) + [
            missionCheck(in: latest, by: settings)
        ]
            + changeCheck(in: latest, by: settings)
    }

    /// What was undone, and by what the settings allow more than in the flight before.
    private func changeCheck(in situation: Situation, by settings: Settings) -> [Check] {
        guard let notices = situation.samples.notices else { return [] }
        let isFlown = notices.number == flownNotices
        guard notices.hold != nil || !isFlown && !notices.looser.isEmpty else { return [] }
        return [
            Check(
                "changes",
                measured: notices.looser.isEmpty
                    ? "undone" : "allows more: \(notices.looser.joined(separator: ", "))",
                limit: "none undone",
                obstacles: Self.holdObstacles(in: situation).map(\.description))
        ]
    }

    private func missionCheck(in situation: Situation, by settings: Settings) -> Check {
        let candidate = nextMission ?? settings.mission.candidate
        let judged = judgedForTakeOff(candidate, in: situation, by: settings)
        return Check(
            "mission", measured: measured(candidate, judged.verdict),
            limit: Self.missionLimit(by: settings),
            obstacles: (judged.obstacles + leaderObstacles(in: situation, by: settings)).map(
                \.description))
    }

    private func measured(_ candidate: MissionCandidate?, _ verdict: MissionVerdict?) -> String? {
        guard let candidate else { return "no mission: it takes off to hover" }
        return verdict.map(candidate.summary)
    }

    private static func missionLimit(by settings: Settings) -> String {
        let limits = settings.failsafes
        let fence =
            limits.fence
            ? "at most \(shortText(of: limits.fenceRadiusMetres)) m from home" : "no fence"
        let worst = DroneNavigation.WorstCase(settings).words.map { "; \($0)" } ?? ""
        return "\(fence), \(shortText(of: limits.maxAltitudeMetres)) m high, "
            + "\(text(of: limits.maxFlightTime)) long\(worst)"
    }
}

extension DroneNavigation.MissionCandidate {
    /// "garden.json: 6 items, 240 m, 2 min in calm air"
    func summary(_ verdict: MissionVerdict) -> String {
        let what =
            switch kind {
            case .file(let name): "\(name): \(draft.items.count) items"
            // Without the take-off before them and the landing after them.
            case .targets: "targets: \(max(0, draft.items.count - 2))"
            }
        let metres = fixedText(of: verdict.estimate.pathMetres, decimals: 0)
        return "\(what), \(metres) m, \(text(ofSeconds: verdict.estimate.seconds)) in calm air"
    }
}

import Values

/// What it takes for one configuration to become another in a roost that runs, in words.
package struct ChangePlan: Codable, Equatable, Sendable {
    package enum Part: String, Codable, Sendable {
        case roost, driver, policy
    }

    package enum Effect: String, Codable, Sendable {
        /// A policy goes on with it from one of its steps to the next; nothing restarts.
        case nextStep = "next-step"
        /// It holds from now on; nothing restarts.
        case atOnce = "at-once"
        /// It ends, and another one begins in its place.
        case replaced
        case begins
        case ends
        /// A policy that only looks on does so from the next step on; nothing else notices.
        case beside
        /// It takes effect when the service is started again.
        case restart
    }

    /// One plugin that changes, or Roost itself.
    package struct Step: Codable, Equatable, Sendable {
        package let part: Part
        package let name: String
        /// Each in a line: "light_band: 10 % -> 12 %".
        package let changes: [String]
        package let effect: Effect
        /// The effect in words, with whom it touches.
        package let effectText: String
        /// Why it is not safe now, and until when.
        package let obstacle: String?
        /// The settings that allow more than before, each in a line: "fence_radius 12m -> 30m".
        package var looser: [String]?
        /// What came of it, where it was done and that is known.
        package var outcome: String?
    }

    package internal(set) var steps: [Step]
    /// What whoever asked should know beside the steps, such as that it would not outlive a power cut.
    package internal(set) var warnings: [String]?

    /// Why nothing of it can be done now; `nil` when all of it can.
    package var refusal: String? {
        let restarts = steps.filter { $0.effect == .restart }
        if !restarts.isEmpty {
            return "a restart of the service is needed for "
                + restarts.flatMap(\.changes).map { $0.prefix { $0 != ":" } }
                .joined(separator: ", ") + ": systemctl restart roost. Nothing was changed"
        }
        let obstacles = steps.compactMap { step in step.obstacle.map { "\(step.name): \($0)" } }
        return obstacles.isEmpty
            ? nil : "not now: \(obstacles.joined(separator: "; ")). Nothing was changed"
    }

    /// One for each change, and one for what it touches.
    package var lines: [String] {
        guard !steps.isEmpty else { return ["nothing changes"] }
        return steps.flatMap { step in step.texts.map { "\(step.name): \($0)" } }
            + (warnings ?? []).map { "WARNING: \($0)" }
    }

    /// The settings that allow more than before, each with the name of its plugin.
    package var looser: [String] {
        steps.flatMap { step in (step.looser ?? []).map { "\(step.name): \($0)" } }
    }
}

extension ChangePlan.Step {
    fileprivate var texts: [String] {
        let obstacle = obstacle.map { "NOT NOW: \($0)" }
        let looser = looser.map { "ALLOWS MORE: \($0.joined(separator: ", "))" }
        return changes + [looser, effectText, obstacle, outcome].compactMap { $0 }
    }
}

/// What is known of the roost that is to go on with another configuration.
package protocol ChangeConditions {
    /// Why a policy cannot go on as that entry now, and until when; `nil` when it can.
    func obstacle(toGoOnAs entry: PolicyEntry) -> String?
    /// Why the settings of a policy may not be made to allow more now, and until when; `nil` when they may.
    func obstacle(toLoosen entry: PolicyEntry) -> String?
    /// Why a policy is not to begin while others run.
    func obstacle(toBegin entry: PolicyEntry) -> String?
    /// Why a policy cannot end now, and until when.
    func obstacle(toEnd entry: PolicyEntry) -> String?
    /// Why a driver cannot be closed now, and until when.
    func obstacle(toClose entry: DriverEntry) -> String?
    /// What a restart of the service would have to bring to its safe state first; `nil` where nothing.
    func obstacleToRestart() -> String?
    /// How long it took a driver to give its first good sample when it started; `nil` where that is not known.
    func startTime(of entry: DriverEntry) -> Duration?
}

/// Of a roost that nobody asks.
package struct NoConditions: ChangeConditions {
    package init() {}
    package func obstacle(toGoOnAs entry: PolicyEntry) -> String? { nil }
    package func obstacle(toLoosen entry: PolicyEntry) -> String? { nil }
    package func obstacle(toBegin entry: PolicyEntry) -> String? { nil }
    package func obstacle(toEnd entry: PolicyEntry) -> String? { nil }
    package func obstacle(toClose entry: DriverEntry) -> String? { nil }
    package func obstacleToRestart() -> String? { nil }
    package func startTime(of entry: DriverEntry) -> Duration? { nil }
}

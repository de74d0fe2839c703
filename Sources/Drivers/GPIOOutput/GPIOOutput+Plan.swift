import Core
import DriverKit
import Values

extension GPIOOutput {
    /// At which levels the lines of one request should be: each follows its commands, and without
    /// one is at the safe level.
    ///
    /// Starting moves nothing: a line that is found at another level keeps it, for as long as those
    /// in charge may take to say what they want, and is then safe.
    package struct Plan: ActuatorPlan {
        /// A policy commands with its first step, which comes within a second of the start.
        static let adoptedFor = Duration.seconds(2)

        private var lines: [Line]
        private var isMadeSafe = false
        private let isSafeActive: Bool
        private var isAtSafeLevels = false
        /// When a pattern or an adopted level changes next.
        private var nextChange: Instant?

        package init(_ settings: Settings, found levels: [Bool], at now: Instant) {
            isSafeActive = settings.safe.isActive
            lines = levels.map { Line(settings, found: $0, at: now) }
        }

        package mutating func step(_ commands: [SwitchCommand?], at now: Instant) -> [Bool] {
            var changes: [Instant] = []
            let levels = lines.indices.map { index in
                let command = isMadeSafe ? nil : commands[index]
                let step = lines[index].step(command, isMadeSafe: isMadeSafe, at: now)
                if let change = step.nextChange { changes.append(change) }
                return step.isActive
            }
            nextChange = changes.min()
            isAtSafeLevels = levels.allSatisfy { $0 == isSafeActive }
            return levels
        }

        package var nextWake: WakeTimer.Schedule { nextChange.map { .at($0) } ?? .never }

        package mutating func makeSafe() {
            isMadeSafe = true
        }

        package func isSafe(at now: Instant) -> Bool { isMadeSafe }

        /// A pattern is not over while it is dark.
        package func isAtRest(at now: Instant) -> Bool { isAtSafeLevels && nextChange == nil }
    }
}

extension GPIOOutput.Plan {
    /// One line: a pattern begins when it is first commanded, goes on while it is, and never
    /// outlives its lease.
    private struct Line: Sendable {
        struct Step {
            let isActive: Bool
            var nextChange: Instant?
        }

        private let safeLevel: Bool
        private let activeAs: SwitchPattern?
        /// The level that was found, until nobody has said what to do for too long.
        private var adopted: (level: Bool, until: Instant)?
        /// What is being played, and since when.
        private var playing: (pattern: SwitchPattern, since: Instant)?

        init(_ settings: GPIOOutput.Settings, found level: Bool, at now: Instant) {
            safeLevel = settings.safe.isActive
            activeAs = settings.activeAs.pattern
            if level != safeLevel { adopted = (level, now + GPIOOutput.Plan.adoptedFor) }
        }

        mutating func step(_ command: SwitchCommand?, isMadeSafe: Bool, at now: Instant) -> Step {
            if command != nil || isMadeSafe { adopted = nil }
            if let adopted, now < adopted.until {
                return Step(isActive: adopted.level, nextChange: adopted.until)
            }
            switch command {
            case nil: return steady(safeLevel)
            case .active: return activeAs.map { play($0, at: now) } ?? steady(true)
            case .inactive: return steady(false)
            case .pattern(let pattern): return play(pattern, at: now)
            }
        }

        private mutating func steady(_ isActive: Bool) -> Step {
            playing = nil
            return Step(isActive: isActive)
        }

        /// The level that a pattern has at `now`. Once it is over the line stays off, as at the end
        /// of a round, until its lease is over, too.
        private mutating func play(_ pattern: SwitchPattern, at now: Instant) -> Step {
            if playing?.pattern != pattern { playing = (pattern, now) }
            let elapsed = now - (playing?.since ?? now)
            return Step(
                isActive: pattern.isOn(after: elapsed) ?? false,
                nextChange: pattern.nextChange(after: elapsed).map { now + ($0 - elapsed) })
        }
    }
}

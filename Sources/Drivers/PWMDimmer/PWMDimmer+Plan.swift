import Core
import DriverKit
import Values

extension PWMDimmer {
    /// Which level the channel gives: up and down by the ramp, the safe level at once.
    package struct Plan: ActuatorPlan {
        /// A policy commands with its first step, which comes within a second of the start.
        static let adoptedFor = Duration.seconds(2)
        /// No eye sees the steps of a ramp at this rate.
        static let stepPeriod = Duration.milliseconds(20)

        private let safe: Level
        private let ramp: Duration
        /// What the channel is to give now.
        private(set) var level: Level
        private var target: Level
        private var steppedAt: Instant
        /// The level that was found is kept until then, if nobody commands.
        private var adoptedUntil: Instant?
        private var isMadeSafe = false

        init(_ settings: Settings, found level: Level, at now: Instant) {
            safe = settings.safe
            ramp = settings.ramp
            self.level = level
            target = level
            steppedAt = now
            if level != safe { adoptedUntil = now + Self.adoptedFor }
        }

        package mutating func step(_ commands: [Level?], at now: Instant) -> Level {
            let elapsed = max(.zero, now - steppedAt)
            steppedAt = now
            guard let command = commands.first.flatMap({ $0 }), !isMadeSafe else {
                return rest(at: now)
            }
            adoptedUntil = nil
            // A ramp begins with the command: the time before was no part of it.
            let counted = target == level ? Self.stepPeriod : min(elapsed, Self.stepPeriod * 2)
            target = command
            level = next(after: counted)
            return level
        }

        private mutating func rest(at now: Instant) -> Level {
            if let adoptedUntil, now < adoptedUntil, !isMadeSafe { return level }
            adoptedUntil = nil
            (level, target) = (safe, safe)
            return level
        }

        private func next(after elapsed: Duration) -> Level {
            guard ramp > .zero else { return target }
            let reach = elapsed.seconds / ramp.seconds
            let distance = target.ratio - level.ratio
            guard abs(distance) > reach else { return target }
            return Level(level.ratio + (distance < 0 ? -reach : reach)) ?? target
        }

        package var nextWake: WakeTimer.Schedule {
            if level != target { return .every(Self.stepPeriod) }
            return adoptedUntil.map { .at($0) } ?? .never
        }

        package mutating func makeSafe() {
            isMadeSafe = true
        }

        package func isSafe(at now: Instant) -> Bool { isMadeSafe && level == safe }
        package func isAtRest(at now: Instant) -> Bool { level == safe && target == safe }
    }
}

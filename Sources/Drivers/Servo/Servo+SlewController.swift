import DriverKit
import Values

extension Servo {
    /// Decides, step by step, which pulse the servo gets: a value without files and timers.
    ///
    /// Slews from the angle last asked for. After a start with a silent channel that angle may be
    /// unknown; then the first pulse is that of the target, and the servo turns at its own speed.
    package struct SlewController: Sendable {
        struct Settings: Equatable, Sendable {
            let degreesPerSecond: Double
            /// From one end to the other.
            let wholeRange: Angle
            let deadband: Angle
            /// `nil`: never.
            let releaseAfter: Duration?
            let leaseEnd: LeaseEnd
            let safeAngle: Angle?
        }

        /// What the channel should do.
        package enum Output: Equatable, Sendable {
            /// Go on as found.
            case unchanged
            case pulse(Angle)
            case off
        }

        private enum Phase: Equatable, Sendable {
            /// Running when it was found, and left so.
            case adopted(since: Instant)
            case moving(to: Angle)
            case holding(since: Instant)
            /// To be off with the next step.
            case releasing
            case off
        }

        /// A servo looks at one pulse in 20 ms: more steps would be lost.
        static let stepPeriod = Duration.milliseconds(20)
        /// How long a servo is given to come to rest at its safe angle, unless it lets go sooner.
        private static let settlingTime = Duration.milliseconds(700)

        private let settings: Settings
        private var phase: Phase
        /// The angle last asked for, which is where the servo is likely to be.
        private(set) var position: Angle?
        /// The angle of the standing command; `nil` when that is to let go, or there is none.
        private var goal: Angle?
        /// The horn was free: whatever was asked last, a hand or a spring may have turned it since.
        private var wasReleased = false
        private var lastStep: Instant?
        /// Whether somebody is in charge: when nobody is any more, that is the end of a lease.
        private var isCommanded = false
        private var isStopping = false

        /// Begins with a channel as it was found: the angle of its last pulses, if that is known,
        /// and whether it still gives them.
        init(_ settings: Settings, found: Angle?, isPowered: Bool, at now: Instant) {
            self.settings = settings
            position = found
            phase = isPowered ? .adopted(since: now) : .off
        }

        /// Has the next step begin what is meant for the end of a lease, and none take commands.
        mutating func makeSafe() {
            guard !isStopping else { return }
            isStopping = true
            isCommanded = true
        }

        /// Whether the state that `makeSafe` asked for is reached.
        func isSafe(at now: Instant) -> Bool {
            guard isStopping, !isCommanded else { return false }
            switch phase {
            case .off, .adopted: return true
            case .moving, .releasing: return false
            case .holding(let since):
                return settings.leaseEnd == .hold || now - since >= Self.settlingTime
            }
        }

        /// Whether the end of a lease would change nothing.
        var isAtRest: Bool {
            switch (phase, settings.leaseEnd) {
            case (.moving, _), (.releasing, _): false
            case (.off, .release), (_, .hold): true
            case (.adopted, _), (.holding, .release): false
            case (.off, .safeAngle), (.holding, .safeAngle): settings.safeAngle.map(isAt) ?? true
            }
        }

        /// Whether that is where it was asked to go last, by this program or by the pulses that it found.
        private func isAt(_ angle: Angle) -> Bool {
            if goal != nil { return isGoal(angle) }
            guard let position, !wasReleased else { return false }
            return isSame(angle, position)
        }

        /// Moves on to `now` and says what the channel should do. `command` is one whose angle the servo
        /// can take; `nil` when nobody is in charge. The same command again changes nothing: a servo
        /// that has let go is not woken by it.
        mutating func step(_ command: ServoCommand?, at now: Instant) -> Output {
            follow(isStopping ? nil : command)
            switch phase {
            case .moving(let target): slew(to: target, at: now)
            case .adopted(let since), .holding(let since):
                if let limit = settings.releaseAfter, now - since >= limit { phase = .off }
            case .releasing, .off: phase = .off
            }
            return output
        }

        /// When to call `step` next, beside with a new command and at the end of a lease.
        var nextWake: WakeTimer.Schedule {
            switch phase {
            case .moving, .releasing: .every(Self.stepPeriod)
            case .off: .never
            case .adopted(let since), .holding(let since):
                settings.releaseAfter.map { .at(since + $0) } ?? .never
            }
        }

        package var state: ServoState {
            var isMoving = false
            if case .moving = phase { isMoving = true }
            return ServoState(commanded: position, isMoving: isMoving, isPowered: phase != .off)
        }

        private var output: Output {
            switch phase {
            case .adopted: .unchanged
            case .releasing, .off: .off
            case .moving, .holding: position.map { .pulse($0) } ?? .off
            }
        }

        private mutating func follow(_ command: ServoCommand?) {
            switch command {
            case .release?: release()
            case .move(let target)?: go(to: target)
            case nil: if isCommanded { endLease() }
            }
            isCommanded = command != nil
        }

        private mutating func go(to target: Angle) {
            guard !isGoal(target) else { return }
            goal = target
            move(to: target)
        }

        /// Whether it was asked for already.
        private func isGoal(_ target: Angle) -> Bool {
            goal.map { isSame(target, $0) } ?? false
        }

        private func isSame(_ one: Angle, _ other: Angle) -> Bool {
            abs((one - other).degrees) < max(settings.deadband.degrees, 1e-9)
        }

        private mutating func move(to target: Angle) {
            if case .moving = phase {} else { lastStep = nil }
            phase = .moving(to: target)
        }

        private mutating func release() {
            goal = nil
            wasReleased = true
            if phase != .off { phase = .releasing }
        }

        private mutating func endLease() {
            switch settings.leaseEnd {
            case .release: release()
            case .safeAngle: settings.safeAngle.map { go(to: $0) }
            case .hold: holdPosition()
            }
        }

        /// Makes the angle reached the goal, so that a move under way ends here.
        private mutating func holdPosition() {
            guard case .moving = phase else { return }
            guard let position else { return release() }
            goal = position
            move(to: position)
        }

        /// The pulse of a servo whose place is unknown. It may come from the other end, so
        /// it gets the time for the whole range before it counts as there.
        private mutating func initialMove(to target: Angle, at now: Instant) {
            let distance = abs(settings.wholeRange.degrees)
            position = target
            wasReleased = false
            phase = .holding(since: now + .seconds(distance / settings.degreesPerSecond))
        }

        /// One step of a move. A step that comes late counts for no more than two, so that a
        /// stalled program does not make the servo jump.
        private mutating func slew(to target: Angle, at now: Instant) {
            let elapsed = lastStep.map { now - $0 } ?? Self.stepPeriod
            lastStep = now
            guard let from = position else { return initialMove(to: target, at: now) }
            let counted = min(max(.zero, elapsed), Self.stepPeriod * 2)
            let reach = settings.degreesPerSecond * counted.seconds
            let distance = (target - from).degrees
            if abs(distance) <= reach {
                // Where it was free it may come from elsewhere, at its own speed.
                if wasReleased { return initialMove(to: target, at: now) }
                position = target
                phase = .holding(since: now)
            } else {
                position = .degrees(from.degrees + (distance < 0 ? -reach : reach))
            }
        }
    }
}

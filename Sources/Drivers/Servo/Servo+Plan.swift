import Core
import DriverKit
import LinuxIO
import Values

extension Servo {
    /// Which pulse the servo gets: the motion, fed with angles that the servo can take.
    package struct Plan: ActuatorPlan {
        private let pulse: PulseMap
        package private(set) var motion: SlewController

        /// Begins with a channel as it was found.
        init(_ settings: Settings, found pulses: PWMState, at now: Instant) {
            pulse = settings.pulse
            let isOurs =
                pulses.hasPeriod(settings.pulse.period.nanoseconds) && !pulses.isInverted
            motion = SlewController(
                settings.motion,
                found: isOurs ? settings.pulse.angle(ofWidthNanoseconds: pulses.duty) : nil,
                isPowered: pulses.isPulsing, at: now)
        }

        package static func refusal(of command: ServoCommand) -> String? {
            if case .move(let angle) = command, !angle.degrees.isFinite {
                return "an angle is not a number"
            }
            return nil
        }

        package mutating func step(
            _ commands: [ServoCommand?], at now: Instant
        ) -> SlewController.Output {
            motion.step(commands.first.flatMap { $0 }.flatMap(possible), at: now)
        }

        private func possible(_ command: ServoCommand) -> ServoCommand? {
            guard case .move(let angle) = command else { return command }
            return pulse.clamped(angle).map { .move(to: $0) }
        }

        package var nextWake: WakeTimer.Schedule { motion.nextWake }

        package mutating func makeSafe() {
            motion.makeSafe()
        }

        package func isSafe(at now: Instant) -> Bool {
            motion.isSafe(at: now)
        }

        package func isAtRest(at now: Instant) -> Bool { motion.isAtRest }
    }
}

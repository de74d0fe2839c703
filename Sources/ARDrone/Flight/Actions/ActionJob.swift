import Core
import Values

extension ARDrone {
    /// An action that is being done.
    enum ActionJob: Sendable {
        /// A key is being set; then, for a figure, its time goes by.
        case configuring(ConfigJob)
        /// The drone does it, until then.
        case flying(FlightAnimation, until: Instant)
        case trimming(left: Int)
        case calibrating(CalibrationJob)
        case toggling(EmergencyToggle)

        /// What an action says on the AT channel, and to the pilot, in one tick.
        struct ActionOutputs: Equatable, Sendable {
            var commands: [ATCommand] = []
            var togglesEmergency = false
            /// Nobody may keep it up.
            var lands = false
            /// Nobody may move it.
            var inhibitsMotion = false
        }
    }

    /// The spin on the spot that shows the magnetometer the field from all sides.
    struct CalibrationJob: Sendable {
        /// A spin takes about five seconds.
        private static let limit = Duration.seconds(20)
        private static let beginLimit = Duration.seconds(3)
        private static let askEvery = Duration.milliseconds(500)

        private let beganAt: Instant
        private var nextAsk: Instant
        private(set) var hasBegun = false

        init(at now: Instant) {
            beganAt = now
            nextAsk = now
        }

        /// What to send, or how it ended.
        mutating func step(
            _ view: ActionContext, at now: Instant
        ) -> (command: ATCommand?, end: (Response.Outcome, String)?) {
            if !view.isFlying { return (nil, (.refused, "given up: the drone comes down")) }
            if view.isCalibrating {
                hasBegun = true
                let isLate = now - beganAt >= Self.limit
                return (nil, isLate ? (.refused, "it does not end: land it") : nil)
            }
            if hasBegun {
                let needs = view.packet?.state.contains(.magnetometerUncalibrated) ?? true
                return needs
                    ? (nil, (.refused, "it turned, and says that the compass still needs it"))
                    : (nil, (.done, "the compass is calibrated"))
            }
            if now - beganAt >= Self.beginLimit {
                return (nil, (.refused, "it does not begin to turn"))
            }
            guard now >= nextAsk else { return (nil, nil) }
            nextAsk = now + Self.askEvery
            return (.calibrateMagnetometer, nil)
        }
    }
}

extension ARDrone.ActionJob {
    /// What it says on the configuration channel; `nil` when it leaves that alone.
    func exchange(ids: ARDrone.ConfigIDs?) -> ARDrone.ConfigExchange? {
        guard case .configuring(let job) = self else { return nil }
        return job.exchange(ids: ids)
    }
}

import Core
import Devices

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

    /// An action that sets keys of the drone's configuration, or reads it.
    struct ConfigJob: Sendable {
        /// A key may be lost and sent again a few times; then a person had better know.
        private static let maxTries = 5
        private static let setLimit = Duration.seconds(6)
        private static let readLimit = Duration.seconds(20)

        let action: Action
        let deadline: Instant
        private let readsBack: Bool

        init(_ action: Action, readsBack: Bool, at now: Instant) {
            self.action = action
            self.readsBack = readsBack
            deadline = now + (readsBack ? Self.readLimit : Self.setLimit)
        }

        /// What is said to the drone, for whoever `ids` are.
        func exchange(ids: ConfigIDs?) -> ConfigExchange {
            ConfigExchange(
                entries, ids: ids, thenReads: readsBack, maxTries: Self.maxTries)
        }

        private var entries: [ConfigEntry] {
            switch action {
            case .ledAnimation(let animation, let hertz, let seconds):
                // The one float in a CONFIG that goes as its bits.
                let bits = Int32(bitPattern: Float(hertz).bitPattern)
                let value = "\(animation.number),\(bits),\(seconds)"
                return [ConfigEntry(key: "leds:leds_anim", value: value)]
            case .flightAnimation(let animation, let milliseconds):
                let time = milliseconds ?? animation.defaultMilliseconds
                return [
                    ConfigEntry(key: "control:flight_anim", value: "\(animation.number),\(time)")
                ]
            case .configure(let key, let value): return [ConfigEntry(key: key, value: value)]
            case .readConfiguration, .flatTrim, .calibrateMagnetometer, .resetEmergency,
                .cutMotors:
                return []
            }
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

extension ARDrone {
    /// Bit 8 of REF. An edge of it cuts the motors, or ends an emergency, whichever there is to do.
    ///
    /// It is held up until its effect shows, for single datagrams are lost, and then never again: a
    /// second edge would undo it. It is the only thing that sets the bit.
    struct EmergencyToggle: Sendable {
        enum Step: Equatable, Sendable {
            case hold(isUp: Bool)
            case done
            /// The drone does not show it in time; in words.
            case unconfirmed(String)
        }

        /// How long the bit is held up at most.
        static let limit = Duration.seconds(3)

        /// Whether the motors are to be cut; else the emergency is to end.
        let wantsEmergency: Bool
        private let end: Instant
        /// Whether the bit is up from before: then it must come down first, or there is no edge.
        private var mustFall: Bool

        init(wantsEmergency: Bool, isUp: Bool, at now: Instant) {
            self.wantsEmergency = wantsEmergency
            mustFall = isUp
            end = now + Self.limit
        }

        mutating func step(_ view: ActionContext, at now: Instant) -> Step {
            if view.isEmergency == wantsEmergency, view.packet != nil, !view.isLost { return .done }
            guard now < end, view.packet != nil else {
                return .unconfirmed(
                    wantsEmergency
                        ? "the drone does not say that its motors are cut"
                        : "the drone does not say that the emergency is over")
            }
            defer { mustFall = false }
            return .hold(isUp: !mustFall)
        }
    }
}

import Core
import Values

extension ARDrone {
    /// When an action may be done. The numbers are ours, for the protocol has none: each is about
    /// twice what the thing takes, so that it ends well above the ground.
    enum ActionRules {
        /// Beyond this the ground is no good for a flat trim; a lawn is within.
        static let levelDegrees = 5.0
        /// A flip climbs, turns over without thrust for half a second and sinks by about 0.7 m.
        static let flipMetres = 1.5
        static let flipBatteryPercent: UInt32 = 30
        /// At 30 degrees an arm of 0.3 m sinks by 0.15 m; the drone itself by as much again.
        static let figureMetres = 0.6
        static let figureBatteryPercent: UInt32 = 20

        /// Why an action cannot be done now, in words; `nil` when it can.
        static func rejectionReason(for action: Action, _ view: ActionContext) -> String? {
            guard view.packet != nil else { return "the drone is not answering" }
            // Whoever wants the motors cut does not wait for a better link.
            if action == .cutMotors {
                return view.isEmergency ? "its motors are cut already" : nil
            }
            if view.isLost { return "the drone is not answering" }
            switch action {
            case .cutMotors: return nil
            case .ledAnimation, .readConfiguration: return busy(view)
            case .flightAnimation(let figure, _): return fly(figure, view)
            case .photograph: return photograph(view)
            case .flatTrim: return trim(view)
            case .calibrateMagnetometer: return calibrate(view)
            case .resetEmergency:
                return view.isEmergency ? nil : "the drone is not in an emergency"
            case .configure(let key, let value): return configure(key, value, view)
            }
        }

        static func busy(_ view: ActionContext) -> String? {
            view.isConfigurable ? nil : "the drone is still being configured: try again in a moment"
        }

        /// Parrot's own application waits for the camera, too.
        private static func photograph(_ view: ActionContext) -> String? {
            let isReady = view.packet?.state.contains(.cameraReady) ?? false
            return isReady ? busy(view) : "its camera is not ready"
        }

        private static func fly(_ figure: FlightAnimation, _ view: ActionContext) -> String? {
            guard view.isFlying, let demo = view.packet?.demo else {
                return "figures are flown in the air only, and not while it lands"
            }
            if demo.majorState == 9 || view.isCalibrating {
                return "it is busy with another figure"
            }
            let (metres, percent) =
                figure.isFlip
                ? (flipMetres, flipBatteryPercent) : (figureMetres, figureBatteryPercent)
            let height = Double(demo.altitudeMillimetres) / 1000
            if height < metres {
                return "it is too low: \(fixedText(of: height, decimals: 1)) m, "
                    + "\(shortText(of: metres)) m are needed"
            }
            if demo.batteryPercent < percent || view.packet?.state.contains(.batteryLow) == true {
                return "the battery is too low: \(demo.batteryPercent) %, \(percent) % are needed"
            }
            return busy(view)
        }

        private static func trim(_ view: ActionContext) -> String? {
            guard view.isGrounded, let demo = view.packet?.demo else {
                return "a flat trim is for the ground only"
            }
            let (roll, pitch) = (demo.rollMillidegrees / 1000, demo.pitchMillidegrees / 1000)
            // So that what is no number counts as tilted.
            guard abs(roll) <= levelDegrees, abs(pitch) <= levelDegrees else {
                return "it does not stand level: roll \(fixedText(of: roll, decimals: 1)), pitch "
                    + "\(fixedText(of: pitch, decimals: 1)) degrees; "
                    + "\(shortText(of: levelDegrees)) are allowed"
            }
            return nil
        }

        private static func calibrate(_ view: ActionContext) -> String? {
            guard view.isFlying else {
                return "the compass is calibrated in the air only, where the drone can turn"
            }
            return view.isCalibrating ? "it does so already" : nil
        }
    }

    /// What is known of the drone when an action is judged or goes on.
    struct ActionContext: Sendable {
        /// The latest packet; `nil` while no drone is there.
        let packet: NavdataPacket?
        let isLost: Bool
        let flight: FlightStateMachine.State
        /// Whether the set-up leaves acknowledgement and control port to others.
        let isConfigurable: Bool
        /// Whose values are set.
        let ids: ConfigIDs?

        /// On the ground, and meant to stay there.
        var isGrounded: Bool { packet?.phase == .landed && flight == .grounded }

        /// In the air, and meant to stay there. Land always wins.
        var isFlying: Bool {
            (packet?.phase == .hovering || packet?.phase == .flying) && flight == .airborne
                && !isLost
        }

        var isEmergency: Bool { packet?.state.contains(.emergency) ?? false }
        var isCalibrating: Bool { packet?.demo?.isCalibratingMagnetometer ?? false }
    }
}

extension ARDrone.ActionContext {
    init(_ link: ARDrone.Link, at now: Instant) {
        self.init(
            packet: link.latest, isLost: link.isLost(at: now), flight: link.flight.state,
            isConfigurable: link.configuration.isFree(isGrounded: link.isGrounded),
            ids: link.configuration.initSequence.ids)
    }
}

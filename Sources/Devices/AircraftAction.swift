/// Something that an aircraft does once, because a person or a policy asks for it by name.
///
/// The sequence number grows with each, so none is done twice.
package struct AircraftAction: DeviceValue {
    package static let kind = "aircraft-action"

    package enum Action: Codable, Equatable, Sendable {
        /// Show something with the lamps, at a frequency in hertz and for whole seconds.
        case show(Lights, hertz: Double, seconds: Int)
        /// Fly a figure; `nil` takes the time that it usually has.
        case fly(Figure, milliseconds: Int?)
        /// Take the ground that it stands on for level.
        case flatTrim
        case calibrateMagnetometer
        case resetEmergency
        /// Stop the motors at once. What flies falls.
        case cutMotors
        /// Read its configuration anew.
        case readConfiguration
        /// Set one key of its configuration and read back what became of it.
        case configure(key: String, value: String)
    }

    package let sequence: UInt64
    package let action: Action

    package init(sequence: UInt64, action: Action) {
        self.sequence = sequence
        self.action = action
    }

    package var description: String { "\(action)" }
}

extension AircraftAction {
    /// What the lamps of an AR.Drone can show, in the order of the protocol's numbers.
    package enum Lights: String, CaseIterable, Codable, Sendable {
        case blinkGreenRed = "blink-green-red"
        case blinkGreen = "blink-green"
        case blinkRed = "blink-red"
        case blinkOrange = "blink-orange"
        case snakeGreenRed = "snake-green-red"
        case fire, standard, red, green
        case redSnake = "red-snake"
        case blank
        case rightMissile = "right-missile"
        case leftMissile = "left-missile"
        case doubleMissile = "double-missile"
        case frontLeftGreen = "front-left-green-others-red"
        case frontRightGreen = "front-right-green-others-red"
        case rearRightGreen = "rear-right-green-others-red"
        case rearLeftGreen = "rear-left-green-others-red"
        case leftGreenRightRed = "left-green-right-red"
        case leftRedRightGreen = "left-red-right-green"
        case blinkStandard = "blink-standard"

        /// How often a second it is usually shown.
        package var usualHertz: Double {
            switch self {
            case .snakeGreenRed, .redSnake: 1.5
            case .fire: 9
            case .rightMissile, .leftMissile, .doubleMissile: 6
            case .blinkGreenRed, .blinkGreen, .blinkRed, .blinkOrange, .blinkStandard: 2
            default: 1
            }
        }
    }

    /// The figures that an AR.Drone flies by itself, in the order of the protocol's numbers. Phi is
    /// the roll, theta the pitch, both in degrees; yaw is in degrees per second.
    package enum Figure: String, CaseIterable, Codable, Sendable {
        case phiMinus30 = "phi-minus-30"
        case phi30 = "phi-30"
        case thetaMinus30 = "theta-minus-30"
        case theta30 = "theta-30"
        case theta20Yaw200 = "theta-20-yaw-200"
        case theta20YawMinus200 = "theta-20-yaw-minus-200"
        case turnaround
        case turnaroundGoDown = "turnaround-go-down"
        case yawShake = "yaw-shake"
        case yawDance = "yaw-dance"
        case phiDance = "phi-dance"
        case thetaDance = "theta-dance"
        case vzDance = "vz-dance"
        case wave
        case phiThetaMixed = "phi-theta-mixed"
        case doublePhiThetaMixed = "double-phi-theta-mixed"
        case flipAhead = "flip-ahead"
        case flipBehind = "flip-behind"
        case flipLeft = "flip-left"
        case flipRight = "flip-right"

        package var isFlip: Bool {
            switch self {
            case .flipAhead, .flipBehind, .flipLeft, .flipRight: true
            default: false
            }
        }
    }
}

/// What became of an action.
package struct ActionReport: DeviceValue {
    package static let kind = "action-report"

    package enum Outcome: String, Codable, Sendable {
        /// Under way to the aircraft.
        case accepted
        /// The aircraft does it.
        case doing
        case done
        /// It was not done, or not to its end; the message says why.
        case refused
    }

    /// That of the action.
    package let sequence: UInt64
    package let outcome: Outcome
    package let message: String

    package init(sequence: UInt64, outcome: Outcome, message: String) {
        self.sequence = sequence
        self.outcome = outcome
        self.message = message
    }

    package var description: String { "\(outcome.rawValue): \(message)" }

    /// Whether nothing more comes of the action.
    package var isFinal: Bool { outcome == .done || outcome == .refused }
}

/// An aircraft's own configuration, as it told it last: texts by "section:key".
package struct AircraftConfiguration: DeviceValue {
    package static let kind = "aircraft-configuration"

    package let values: [String: String]

    package init(values: [String: String]) {
        self.values = values
    }

    package var description: String { "\(values.count) keys" }
}

extension ARDrone {
    /// What the protocol numbers from 0 on, in the order of its numbers and without a gap.
    package protocol ProtocolList: CaseIterable, Equatable {}

    /// The figures that it flies alone (`ARDRONE_ANIMATION` of the SDK; `control:flight_anim`).
    ///
    /// Phi is the roll, theta the pitch, both in degrees; yaw is in degrees per second.
    package enum FlightAnimation: String, ProtocolList, Codable, Sendable {
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

        /// The SDK's times. A flip's is that of its impulse.
        var defaultMilliseconds: Int {
            switch self {
            case .phiMinus30, .phi30, .thetaMinus30, .theta30, .theta20Yaw200, .theta20YawMinus200:
                1000
            case .yawShake: 2000
            case .flipAhead, .flipBehind, .flipLeft, .flipRight: 15
            default: 5000
            }
        }

        var isFlip: Bool {
            switch self {
            case .flipAhead, .flipBehind, .flipLeft, .flipRight: true
            default: false
            }
        }

        /// After how long it counts as flown: a flip has found its balance again by then.
        func time(_ milliseconds: Int) -> Duration {
            isFlip ? .milliseconds(1500) : .milliseconds(milliseconds)
        }
    }

    /// What the lamps can show (`LED_ANIMATION_IDS` of the SDK; `leds:leds_anim`).
    package enum LEDAnimation: String, ProtocolList, Codable, Sendable {
        case blinkGreenRed = "blink-green-red"
        case blinkGreen = "blink-green"
        case blinkRed = "blink-red"
        case blinkOrange = "blink-orange"
        case snakeGreenRed = "snake-green-red"
        case fire
        case standard
        case red
        case green
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

        /// How often a second it is shown unless asked otherwise.
        var defaultHertz: Double {
            switch self {
            case .snakeGreenRed, .redSnake: 1.5
            case .fire: 9
            case .rightMissile, .leftMissile, .doubleMissile: 6
            case .blinkGreenRed, .blinkGreen, .blinkRed, .blinkOrange, .blinkStandard: 2
            default: 1
            }
        }
    }
}

extension ARDrone.ProtocolList {
    /// The number that the protocol has for it.
    var number: Int { Self.allCases.prefix { $0 != self }.count }
}

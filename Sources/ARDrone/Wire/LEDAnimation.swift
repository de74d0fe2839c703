extension ARDrone {
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

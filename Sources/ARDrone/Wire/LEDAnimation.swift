extension ARDrone {
    /// What the lamps can show (`LED_ANIMATION_IDS` of the SDK; `leds:leds_anim`).
    package enum LEDAnimation: String, CaseIterable, Codable, Sendable {
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

        /// The number that the protocol has for it.
        var number: Int {
            switch self {
            case .blinkGreenRed: 0
            case .blinkGreen: 1
            case .blinkRed: 2
            case .blinkOrange: 3
            case .snakeGreenRed: 4
            case .fire: 5
            case .standard: 6
            case .red: 7
            case .green: 8
            case .redSnake: 9
            case .blank: 10
            case .rightMissile: 11
            case .leftMissile: 12
            case .doubleMissile: 13
            case .frontLeftGreen: 14
            case .frontRightGreen: 15
            case .rearRightGreen: 16
            case .rearLeftGreen: 17
            case .leftGreenRightRed: 18
            case .leftRedRightGreen: 19
            case .blinkStandard: 20
            }
        }

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

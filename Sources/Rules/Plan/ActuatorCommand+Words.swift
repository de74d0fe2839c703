import Settings
import Values

extension ActuatorCommand {
    /// "on", "off", "blink", "40 %", "90 deg"; `nil` for anything else.
    init?(words text: String) {
        switch text {
        case "on": self = .on
        case "off": self = .off
        case "blink": self = .pattern(.blink)
        default:
            if case .success(let ratio) = Quantity.fraction.parse(text),
                let level = Level(ratio)
            {
                self = .level(level)
            } else if case .success(let degrees) = Quantity.angle.parse(text),
                (-360...360).contains(degrees)
            {
                self = .angle(.degrees(degrees))
            } else {
                return nil
            }
        }
    }
}

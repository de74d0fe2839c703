/// The values that a house gives: temperature, light and contacts.

/// A temperature in degrees Celsius.
package struct Temperature: DeviceValue, Comparable {
    package static let kind = "temperature"

    package let celsius: Double

    package init(celsius: Double) {
        self.celsius = celsius
    }

    /// "21.5 °C"
    package var description: String { "\(fixedText(of: celsius, decimals: 1)) °C" }

    package static func < (left: Temperature, right: Temperature) -> Bool {
        left.celsius < right.celsius
    }
}

/// How light it is, for a decision between dark and bright: 0 is dark, 1 is as light as matters.
///
/// A photoresistor has the ratio from its divider, as a part of the converter's full scale: there the
/// supply voltage cancels out. A meter of lux has it from the light that its settings call 1.
package struct LightLevel: DeviceValue {
    package static let kind = "light"

    package let ratio: Double
    /// The photoresistor's resistance, when the divider's other resistor is known.
    package let ohms: Double?
    /// Exact where a chip measures it; only indicative of a photoresistor, which vary by half from one
    /// part to the next.
    package let approximateLux: Double?

    package init(ratio: Double, ohms: Double? = nil, approximateLux: Double? = nil) {
        self.ratio = ratio
        self.ohms = ohms
        self.approximateLux = approximateLux
    }

    /// Of a meter of lux: `fullScaleLux` is what counts as 1, and so does more.
    package init(lux: Double, fullScaleLux: Double) {
        self.init(ratio: min(1, max(0, lux / fullScaleLux)), approximateLux: lux)
    }

    /// "68 %", and about how much that is, where it is known.
    package var description: String {
        let share = "\(fixedText(of: ratio * 100, decimals: 0)) %"
        guard let approximateLux else { return share }
        return "\(share), about \(fixedText(of: approximateLux, decimals: 0)) lx"
    }
}

/// A digital input after debouncing.
package struct Contact: DeviceValue {
    package static let kind = "contact"

    /// Whether the line is active (its active level is the driver's setting): a closed switch.
    package let isActive: Bool
    /// How often it has changed since it is watched, at least: changes that the driver knows it
    /// missed count, too. So whoever looks now and then sees that it opened and shut between two
    /// looks. Begins at 0 with each start of the driver.
    package let changes: UInt64
    /// When it last changed; before the first change, since when it is watched.
    package let changedAt: Instant

    package init(isActive: Bool, changes: UInt64 = 0, changedAt: Instant = .zero) {
        self.isActive = isActive
        self.changes = changes
        self.changedAt = changedAt
    }

    /// "closed" or "open", as of a switch.
    package var description: String { isActive ? "closed" : "open" }
}

/// What a digital output should do.
package enum SwitchCommand: DeviceValue {
    case active
    case inactive
    /// From the moment that this is first commanded; the same command again goes on with it.
    case pattern(SwitchPattern)

    package static let kind = "switch-command"

    package init(isActive: Bool) {
        self = isActive ? .active : .inactive
    }

    package var description: String {
        switch self {
        case .active: "active"
        case .inactive: "inactive"
        case .pattern(let pattern): "a pattern of \(pattern.steps.count) steps"
        }
    }
}

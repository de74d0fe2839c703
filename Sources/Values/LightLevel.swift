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

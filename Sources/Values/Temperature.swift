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

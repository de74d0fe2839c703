/// How the computer is that everything here runs on. What it does not tell is `nil`.
package struct ComputerState: DeviceValue {
    package static let kind = "computer-state"

    /// Of the processor.
    package let celsius: Double?
    /// Whether its supply was too low in the last seconds.
    package let isUnderVoltage: Bool?
    /// What is left where the service remembers things.
    package let freeBytes: UInt64?

    package init(celsius: Double?, isUnderVoltage: Bool?, freeBytes: UInt64?) {
        self.celsius = celsius
        self.isUnderVoltage = isUnderVoltage
        self.freeBytes = freeBytes
    }

    /// "62 °C, under-voltage, 812 MB free"
    package var description: String {
        let parts = [
            celsius.map { "\(fixedText(of: $0, decimals: 0)) °C" },
            isUnderVoltage.map { $0 ? "under-voltage" : "no under-voltage" },
            freeBytes.map { "\($0 / 1_000_000) MB free" },
        ]
        return parts.compactMap(\.self).joined(separator: ", ")
    }
}

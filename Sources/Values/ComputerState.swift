/// How the computer is that everything here runs on. What it does not tell is `nil`.
package struct ComputerState: DeviceValue {
    package static let kind = "computer-state"

    /// Of the processor.
    package let celsius: Double?
    /// Whether its supply was too low in the last seconds.
    package let isUnderVoltage: Bool?
    /// How strongly its Wi-Fi hears the network that it is in.
    package let signalDBm: Double?
    /// What is left where the service remembers things.
    package let freeBytes: UInt64?

    private enum CodingKeys: String, CodingKey {
        case celsius, isUnderVoltage
        case signalDBm = "signal_dbm"
        case freeBytes
    }

    package init(
        celsius: Double? = nil, isUnderVoltage: Bool? = nil, signalDBm: Double? = nil,
        freeBytes: UInt64? = nil
    ) {
        self.celsius = celsius
        self.isUnderVoltage = isUnderVoltage
        self.signalDBm = signalDBm
        self.freeBytes = freeBytes
    }

    /// "62 °C, under-voltage, Wi-Fi -61 dBm, 812 MB free"
    package var description: String {
        let parts = [
            celsius.map { "\(fixedText(of: $0, decimals: 0)) °C" },
            isUnderVoltage.map { $0 ? "under-voltage" : "no under-voltage" },
            signalDBm.map { "Wi-Fi \(shortText(of: $0)) dBm" },
            freeBytes.map { "\($0 / 1_000_000) MB free" },
        ]
        return parts.compactMap(\.self).joined(separator: ", ")
    }
}

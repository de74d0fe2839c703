/// The UTC time of day that a receiver gives to a measurement. The sentences of one cycle have the
/// same, and so belong together.
package struct NMEATimeOfDay: Equatable, Sendable {
    /// Since midnight, up to 86,400,999 in a leap second.
    package let milliseconds: Int

    /// Reads `hhmmss` with any number of decimals; `nil` for what is no time.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count >= 6, let hour = wholeNumber(bytes[0..<2], 0...23),
            let minute = wholeNumber(bytes[2..<4], 0...59),
            // A leap second is 60.
            let second = wholeNumber(bytes[4..<6], 0...60),
            let fraction = Self.milliseconds(bytes[6...])
        else { return nil }
        milliseconds = ((hour * 60 + minute) * 60 + second) * 1000 + fraction
    }

    package var seconds: Double { Double(milliseconds) / 1000 }

    /// Reads ".25" or nothing. Cuts instead of rounding: 59.9999 must not become 60.
    private static func milliseconds(_ decimals: ArraySlice<UInt8>) -> Int? {
        guard let point = decimals.first else { return 0 }
        let digits = decimals.dropFirst()
        guard point == UInt8(ascii: "."), digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        let padding = [UInt8](repeating: UInt8(ascii: "0"), count: 3)
        return wholeNumber((digits + padding).prefix(3))
    }
}

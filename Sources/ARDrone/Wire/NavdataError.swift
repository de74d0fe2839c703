extension ARDrone {
    /// Why a datagram on the navdata port was not used.
    package enum NavdataError: String, Error, CaseIterable, Sendable {
        /// Larger than any packet of the protocol, so it was cut on the way in.
        case oversized
        case headerTooShort
        case wrongMagic
        /// An option that claims fewer bytes than its own header has.
        case optionTooShort
        case optionPastEnd
        case checksumMissing
        case wrongChecksum
        /// It has numbers that no drone can have: the checksum is a plain sum, which damage can pass.
        case implausible
        /// Late, or twice: its number is not above the last.
        case outOfOrder
        /// Sent by somebody else than the drone.
        case unexpectedSender

        var inWords: String {
            switch self {
            case .oversized: "larger than \(NavdataFrame.sizeLimit) bytes, which no packet is"
            case .headerTooShort: "ends within the header of 16 bytes"
            case .wrongMagic: "does not begin as navigation data do (88 77 66 55)"
            case .optionTooShort: "an option that says it has less than its own 4 bytes"
            case .optionPastEnd: "an option that ends after the packet"
            case .checksumMissing: "no checksum"
            case .wrongChecksum: "the checksum is wrong"
            case .implausible: "it says what no drone can say"
            case .outOfOrder: "its number is not above the one before"
            case .unexpectedSender: "not from the drone"
            }
        }
    }
}

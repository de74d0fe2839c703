extension RFIDReader {
    /// Finds frames among discarded bytes that look like those of a reader of another kind.
    ///
    /// STX and eight hex digits after it do not come of a wrong speed. Some readers send ten digits and their checksum as one
    /// byte (esphome/issues#3610), others have lengths of their own.
    struct UnknownFrames: Sendable {
        private static let start: UInt8 = 0x02
        private static let end: UInt8 = 0x03
        private static let minDigits = 8

        private var bytes: [UInt8] = []
        /// The latest one, from STX to ETX.
        private(set) var latest: [UInt8]?

        /// Takes the next bytes that belong to no frame that is known.
        mutating func add(_ more: some Sequence<UInt8>) {
            for byte in more {
                if byte == Self.start, !holdsDigits { bytes = [] }
                bytes.append(byte)
                if byte == Self.end, holdsDigits {
                    latest = bytes
                    bytes = []
                } else if bytes.count >= Frame.maxLength {
                    bytes = []
                }
            }
        }

        private var holdsDigits: Bool {
            let digits = bytes.dropFirst().prefix(Self.minDigits)
            return bytes.first == Self.start && digits.count == Self.minDigits
                && digits.allSatisfy { Character(UnicodeScalar($0)).isHexDigit }
        }
    }
}

extension [UInt8] {
    /// "02 30 0A": as the data sheets of readers have it.
    var hexText: String {
        map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined(separator: " ")
    }
}

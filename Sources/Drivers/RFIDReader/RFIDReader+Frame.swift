import Values

extension RFIDReader {
    /// What stands at the beginning of some bytes. Both kinds of frame begin with STX and hex digits, and
    /// no frame of one can stand within one of the other: it would need an STX with digits behind it.
    ///
    /// - EM4100 (data sheet of the RDM6300): STX, 10 digits for 5 bytes, 2 for their XOR, ETX. Some
    ///   boards put CR LF before the ETX.
    /// - FDX-B (WL-134): STX, the national number (10 digits), the country (4), whether data follow, whether
    ///   it is an animal, 4 reserved digits, 6 of data, the XOR of these 26 characters and its
    ///   complement as two raw bytes, and ETX, or 07 for HDX tags. Numbers have their lowest digit first.
    enum Frame: Equatable {
        case tag(TagID, length: Int)
        /// More bytes may make it a frame.
        case incomplete
        case none

        /// The longest frame, in bytes.
        static let maxLength = 30

        private static let start: UInt8 = 0x02
        private static let em4100Digits = 12
        private static let em4100Ends: [[UInt8]] = [[0x03], [0x0D, 0x0A, 0x03]]
        private static let fdxDigits = 26
        private static let fdxEnds: [UInt8] = [0x03, 0x07]

        init(_ bytes: ArraySlice<UInt8>) {
            guard bytes.first == Self.start else {
                self = .none
                return
            }
            let rest = bytes.dropFirst()
            let digits = rest.prefix(Self.fdxDigits).prefix { hexDigit($0) != nil }
            let tail = rest.dropFirst(digits.count)
            switch digits.count {
            case Self.em4100Digits where !tail.isEmpty: self = Self.em4100(digits, tail)
            case Self.fdxDigits: self = Self.fdx(digits, tail)
            default: self = tail.isEmpty ? .incomplete : .none
            }
        }

        private static func em4100(_ digits: ArraySlice<UInt8>, _ tail: ArraySlice<UInt8>) -> Frame
        {
            for end in em4100Ends where tail.starts(with: end) {
                let value = number(digits)
                let (code, sum) = (value >> 8, value & 0xFF)
                let bytes = (0..<5).map { (code >> (8 * UInt64($0))) & 0xFF }
                guard bytes.reduce(0, ^) == sum, let tag = TagID(em4100: code) else { return .none }
                return .tag(tag, length: 1 + digits.count + end.count)
            }
            return em4100Ends.contains { $0.starts(with: tail) } ? .incomplete : .none
        }

        private static func fdx(_ digits: ArraySlice<UInt8>, _ tail: ArraySlice<UInt8>) -> Frame {
            let tail = Array(tail.prefix(3))
            let sum = digits.reduce(0, ^)
            guard zip(tail, [sum, ~sum]).allSatisfy(==) else { return .none }
            guard tail.count == 3 else { return .incomplete }
            let fields = Array(digits)
            let areFlags = fields[14...15].allSatisfy { "01".utf8.contains($0) }
            guard fdxEnds.contains(tail[2]), areFlags,
                let tag = TagID(
                    country: number(fields[10..<14].reversed()),
                    national: number(fields[..<10].reversed()))
            else { return .none }
            return .tag(tag, length: maxLength)
        }

        /// What at most 16 digits are, the highest first.
        private static func number(_ digits: some Sequence<UInt8>) -> UInt64 {
            digits.reduce(0) { $0 << 4 | UInt64(hexDigit($1) ?? 0) }
        }
    }
}

/// What a hex digit is worth, in either case; `nil` for another character.
private func hexDigit(_ character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
    default: nil
    }
}

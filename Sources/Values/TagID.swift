/// The number of a transponder: the chip in an animal, or the disc on its collar.
///
/// Of an ISO 11784 chip it is the country and the national number, the 15 digits on the papers; of an
/// EM4100 all five bytes, though only four of them are printed on it.
package struct TagID: DeviceValue, Hashable, CodedAsText {
    package static let kind = "tag"

    package enum Standard: String, Sendable, CaseIterable {
        /// Implanted chips (FDX-B) and ear tags (HDX), at 134.2 kHz.
        case iso11784
        /// Discs and key fobs, at 125 kHz.
        case em4100

        /// How many bits tell one from another.
        package var bits: Int { self == .iso11784 ? 48 : 40 }
    }

    package let standard: Standard
    /// The country (10 bits) above the national number (38 bits); or the five bytes, the first
    /// highest.
    package let code: UInt64

    private static let nationalBits = 38
    /// The countries of three digits end at 999, but the field is wider.
    private static let greatestCountry: UInt64 = 1023

    /// - Returns: `nil` for what does not fit its bits.
    package init?(country: UInt64, national: UInt64) {
        guard country <= Self.greatestCountry, national >> Self.nationalBits == 0 else {
            return nil
        }
        self.init(.iso11784, country << Self.nationalBits | national)
    }

    /// - Returns: `nil` for more than five bytes.
    package init?(em4100 code: UInt64) {
        guard code >> Standard.em4100.bits == 0 else { return nil }
        self.init(.em4100, code)
    }

    init(_ standard: Standard, _ code: UInt64) {
        (self.standard, self.code) = (standard, code)
    }

    /// Reads any spelling that names one tag; see `TagSpelling` for those that there are.
    package init?(_ text: String) {
        guard let tag = TagSpelling(text)?.only else { return nil }
        self = tag
    }

    /// "276095610728684", as the papers have it; "01 0006547886", the first byte in hex and the rest
    /// as it is printed on the disc.
    package var description: String {
        switch standard {
        case .iso11784:
            let national = code & (1 << Self.nationalBits - 1)
            return padded(code >> Self.nationalBits, to: 3) + padded(national, to: 12)
        case .em4100:
            return padded(code >> 32, to: 2, radix: 16).uppercased() + " "
                + padded(code & 0xFFFF_FFFF, to: 10)
        }
    }
}

/// The number of a tag as people and programs write it, which may leave out its upper bits.
///
/// | written | is |
/// |---|---|
/// | `276095610728684`, also with spaces, dots, hyphens | country and national number |
/// | `8000451642D7F0EC` | the chip's 64 bits, the highest first |
/// | `0100A26842EB0F37` | the same with the bits of each byte turned round, as the readers of some cat flaps show them |
/// | `010063E9AE`, `0x010063E9AE`, `01:00:63:E9:AE`, `01 0006547886` | all of an EM4100 |
/// | `0006547886`, `00099,59822` | an EM4100 without its first byte: one of 256 |
/// | `099,59822` | the last three bytes of an EM4100: one of 65,536 |
///
/// Ten decimal digits are the number that is printed on a disc, and no hex: `0x` before it says that.
package struct TagSpelling: CodedAsText, Hashable, Sendable {
    /// With zeros where it is not known.
    private let tag: TagID
    /// How many of the lower bits are known.
    private let knownBits: Int

    private init?(_ tag: TagID?, knownBits: Int? = nil) {
        guard let tag else { return nil }
        self.init(tag, bits: knownBits ?? tag.standard.bits)
    }

    /// - Returns: `nil` for what is none of the spellings, or has numbers that no tag can have.
    package init?(_ text: String) {
        let characters = Array(text.utf8)
        guard characters.count <= 64 else { return nil }
        if let comma = characters.firstIndex(of: UInt8(ascii: ",")) {
            self.init(characters[..<comma], comma: characters[(comma + 1)...])
        } else if characters.starts(with: "0x".utf8) {
            self.init(TagDigits(characters[2...]).hex(10).flatMap { TagID(em4100: $0) })
        } else {
            self.init(TagDigits(characters[...]))
        }
    }

    /// The chip 000 000000000000, which no animal has: where there has to be some.
    package static let zeros = TagSpelling(TagID(.iso11784, 0), bits: 48)

    private init(_ tag: TagID, bits: Int) {
        self.tag = tag
        knownBits = bits
    }

    /// One of those that are meant: with zeros where it says nothing.
    package var example: TagID { tag }

    /// Whether there is a tag that both are a spelling of.
    package func overlaps(_ other: TagSpelling) -> Bool {
        knownBits <= other.knownBits ? matches(other.tag) : other.matches(tag)
    }

    /// The only tag that is meant; `nil` when there are several.
    package var only: TagID? { knownBits == tag.standard.bits ? tag : nil }

    /// Whether it is a spelling of this tag.
    package func matches(_ other: TagID) -> Bool {
        let mask: UInt64 = (1 << UInt64(knownBits)) - 1
        return other.standard == tag.standard && other.code & mask == tag.code
    }

    /// One spelling of those that there are for it.
    package var description: String {
        switch knownBits {
        case 24: padded(tag.code >> 16, to: 3) + "," + padded(tag.code & 0xFFFF, to: 5)
        case 32: padded(tag.code, to: 10)
        default: tag.description
        }
    }

    /// "099,59822" and "00099,59822": a byte or two, and two more.
    private init?(_ high: ArraySlice<UInt8>, comma low: ArraySlice<UInt8>) {
        let bits = high.count == 3 ? 8 : 16
        guard let upper = TagDigits(high).decimal(bits == 8 ? 3 : 5), upper >> UInt64(bits) == 0,
            let lower = TagDigits(low).decimal(5), lower >> 16 == 0
        else { return nil }
        self.init(TagID(em4100: upper << 16 | lower), knownBits: bits + 16)
    }

    private init?(_ digits: TagDigits) {
        if let printed = digits.decimal(10) {
            guard printed >> 32 == 0 else { return nil }
            self.init(TagID(em4100: printed), knownBits: 32)
        } else {
            self.init(
                digits.isoNumber ?? digits.hex(16).flatMap(TagID.init(word:))
                    ?? digits.hex(10).flatMap { TagID(em4100: $0) } ?? digits.versionAndNumber)
        }
    }
}

extension TagID {
    /// Reads the 64 bits of ISO 11784, in either order: a bit for an animal, 14 of no meaning yet, one
    /// for data that follow, the country and the national number.
    fileprivate init?(word: UInt64) {
        let isTurned = word >> 56 == 0x01
        let bits = isTurned ? word.turnedInEachByte : word
        guard bits >> 49 == 1 << 14 else { return nil }
        self.init(.iso11784, bits & (1 << 48 - 1))
    }
}

extension UInt64 {
    /// With the bits of each byte in the opposite order.
    fileprivate var turnedInEachByte: UInt64 {
        (0..<64).reduce(0) { $0 << 1 | (self >> UInt64($1)) & 1 }.byteSwapped
    }
}

/// Digits without what people put between them.
private struct TagDigits {
    private let digits: [UInt8]

    init(_ text: ArraySlice<UInt8>) {
        digits = text.filter { !" .-:".utf8.contains($0) }
    }

    func decimal(_ count: Int) -> UInt64? { number(digits[...], count, radix: 10) }

    func hex(_ count: Int) -> UInt64? { number(digits[...], count, radix: 16) }

    /// A country of three digits and a national number of twelve; the countries from 1000 to 1023,
    /// which nobody has, have four.
    var isoNumber: TagID? {
        let countryDigits = digits.count == 16 && digits.starts(with: "10".utf8) ? 4 : 3
        guard let country = number(digits.prefix(countryDigits), countryDigits, radix: 10),
            let national = number(digits.dropFirst(countryDigits), 12, radix: 10)
        else { return nil }
        return TagID(country: country, national: national)
    }

    /// The first byte in hex, and the others as they are printed.
    var versionAndNumber: TagID? {
        guard let version = number(digits.prefix(2), 2, radix: 16),
            let rest = number(digits.dropFirst(2), 10, radix: 10), rest >> 32 == 0
        else { return nil }
        return TagID(em4100: version << 32 | rest)
    }

    private func number(_ text: ArraySlice<UInt8>, _ count: Int, radix: Int) -> UInt64? {
        // A sign is a digit to no one but the initialiser.
        guard text.count == count, text.allSatisfy({ $0 != UInt8(ascii: "+") }) else { return nil }
        return UInt64(String(decoding: text, as: UTF8.self), radix: radix)
    }
}

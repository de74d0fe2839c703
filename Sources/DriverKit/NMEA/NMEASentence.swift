/// A sentence of NMEA 0183: what kind it is, and its fields as text.
///
/// On the wire it is `$`, an address, fields behind commas, `*` and a checksum:
/// `$GPVTG,054.7,T,034.4,M,005.5,N,010.2,K*48`.
package struct NMEASentence: Equatable, Sendable {
    /// What the sentence says, whoever says it: "GGA" for `$GPGGA` and for `$GNGGA`. A maker's own
    /// sentence has its whole address here, such as "PUBX".
    package let type: String
    /// Who says it: "GP" for GPS, "GN" for several systems together; empty for a maker's own sentence.
    package let talker: String
    private let fields: [String]

    /// The standard ends a line after 82 characters; receivers with more decimals go over that.
    package static let lineLimit = 255

    /// - Parameter line: without its line feed; a carriage return and spaces at its end are left out.
    /// - Throws: what is wrong with the line.
    package init(_ line: some BidirectionalCollection<UInt8>) throws(NMEAError) {
        guard line.count <= Self.lineLimit else {
            throw NMEAError("longer than \(Self.lineLimit) characters")
        }
        let isEnding = { (byte: UInt8) in byte == UInt8(ascii: "\r") || byte == UInt8(ascii: " ") }
        let text = Array(line)[..<(line.count - line.reversed().prefix(while: isEnding).count)]
        guard text.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            throw NMEAError("bytes that no sentence has: noise, or another speed of the line")
        }
        // "!" begins a sentence whose content is packed, such as a ship's.
        guard text.first == UInt8(ascii: "$") || text.first == UInt8(ascii: "!") else {
            throw NMEAError("not a sentence: it does not begin with $")
        }
        let body = try Self.checked(text.dropFirst())
        let parts = body.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        (talker, type) = try Self.split(address: parts.first ?? "")
        fields = parts
    }

    /// How many fields follow the address.
    package var fieldCount: Int { fields.count - 1 }

    /// The text of a field, counted from 1 behind the address as the standard does.
    ///
    /// - Returns: `nil` for an empty field, which means "unknown", and for one that an older
    ///   version of the sentence does not have.
    package subscript(number: Int) -> String? {
        guard fields.indices.contains(number), !fields[number].isEmpty else { return nil }
        return fields[number]
    }

    /// Takes the checksum off: two hexadecimal digits, the exclusive or of all between `$` and `*`.
    private static func checked(_ text: ArraySlice<UInt8>) throws(NMEAError) -> ArraySlice<UInt8> {
        guard let star = text.firstIndex(of: UInt8(ascii: "*")) else { throw .noChecksum }
        let body = text[..<star]
        let digits = text[(star + 1)...].map { Character(UnicodeScalar($0)) }
        guard digits.count == 2, digits.allSatisfy(\.isHexDigit),
            let said = UInt8(String(digits), radix: 16)
        else { throw NMEAError("the checksum is not two hexadecimal digits") }
        let sum = body.reduce(0, ^)
        guard sum == said else {
            throw NMEAError("checksum \(hex(sum)), but the sentence says \(hex(said))")
        }
        return body
    }

    private static func hex(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }

    /// Takes the talker, two letters, off the address. A maker's address begins with P and has no
    /// talker: Garmin's `PGRMC` is no `RMC`.
    private static func split(
        address: String
    ) throws(NMEAError) -> (talker: String, type: String) {
        let isValid = address.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x41...0x5A).contains($0)
        }
        if isValid, address.utf8.first == UInt8(ascii: "P"), address.utf8.count > 1 {
            return ("", address)
        }
        guard isValid, address.utf8.count == 5 else {
            throw NMEAError("not an address such as GPGGA: \"\(address.prefix(20))\"")
        }
        return (String(address.prefix(2)), String(address.dropFirst(2)))
    }
}

/// Why a line cannot be used.
package struct NMEAError: Error, Equatable, Sendable, CustomStringConvertible {
    package let description: String

    package static let noChecksum = NMEAError("no checksum at its end")

    package init(_ description: String) {
        self.description = description
    }
}

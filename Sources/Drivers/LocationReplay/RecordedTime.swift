import DriverKit
import Values

extension LocationReplay {
    /// Reads a time of XML Schema (`dateTime`) such as `2026-07-01T12:00:00.5Z` or
    /// `2026-07-01T14:00:00+02:00`; without a zone it is UTC, as GPX has all its times.
    ///
    /// - Returns: seconds since 1970; `nil` for what is no such time.
    static func secondsSince1970(_ text: String) -> Double? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 19, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"),
            bytes[16] == UInt8(ascii: ":"),
            let year = wholeNumber(bytes[0..<4]), let month = wholeNumber(bytes[5..<7]),
            let day = wholeNumber(bytes[8..<10]),
            let days = CivilDate.daysSince1970(year: year, month: month, day: day),
            let hour = wholeNumber(bytes[11..<13], 0...23),
            let minute = wholeNumber(bytes[14..<16], 0...59),
            // A leap second is 60.
            let second = wholeNumber(bytes[17..<19], 0...60)
        else { return nil }
        var rest = bytes[19...]
        guard let fraction = takeFraction(&rest), let zone = zoneSeconds(rest) else { return nil }
        return Double(((days * 24 + hour) * 60 + minute) * 60 + second - zone) + fraction
    }

    /// Takes ".5" off the front: the fraction of a second, 0 where there is none.
    private static func takeFraction(_ rest: inout ArraySlice<UInt8>) -> Double? {
        guard rest.first == UInt8(ascii: ".") else { return 0 }
        let digits = rest.dropFirst().prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
        guard !digits.isEmpty else { return nil }
        rest = rest.dropFirst(1 + digits.count)
        return Double("0." + String(decoding: digits, as: UTF8.self))
    }

    /// Reads "Z", "+02:00" or nothing: how far the clock was ahead of UTC.
    private static func zoneSeconds(_ zone: ArraySlice<UInt8>) -> Int? {
        if zone.isEmpty || zone.elementsEqual("Z".utf8) { return 0 }
        let text = Array(zone)
        guard text.count == 6, text[3] == UInt8(ascii: ":"),
            let hours = wholeNumber(text[1..<3], 0...14),
            let minutes = wholeNumber(text[4..<6], 0...59)
        else { return nil }
        switch text[0] {
        case UInt8(ascii: "+"): return (hours * 60 + minutes) * 60
        case UInt8(ascii: "-"): return -(hours * 60 + minutes) * 60
        default: return nil
        }
    }
}

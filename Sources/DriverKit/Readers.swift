/// Reads a decimal number with a point; `nil` for anything else, also for "nan" and "0x10", which
/// Swift would take for numbers.
package func decimalNumber(_ text: some StringProtocol) -> Double? {
    guard text.utf8.allSatisfy({ ($0 >= 0x30 && $0 <= 0x39) || [0x2B, 0x2D, 0x2E].contains($0) })
    else { return nil }
    return Double(text)
}

/// Reads a number of digits alone: no sign, no space.
package func wholeNumber(_ digits: some Collection<UInt8>, _ range: ClosedRange<Int> = 0...9999)
    -> Int?
{
    let isDigit = { (byte: UInt8) in (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    guard digits.allSatisfy(isDigit), let number = Int(String(decoding: digits, as: UTF8.self)),
        range.contains(number)
    else { return nil }
    return number
}

/// A day of the calendar as a count of days, which steps and compares better.
package enum CivilDate {
    /// Counts the days to a day of the Gregorian calendar, whose year is in 0...9999.
    ///
    /// Strict: Foundation's reader takes 30 February for 2 March.
    ///
    /// - Returns: days since 1 January 1970; `nil` for what is no day.
    package static func daysSince1970(year: Int, month: Int, day: Int) -> Int? {
        guard (0...9999).contains(year), (1...12).contains(month),
            (1...daysInMonth(month, of: year)).contains(day)
        else { return nil }
        // Leap days up to the end of the year before: year 0 is one.
        let leapDays = { (year: Int) in year / 4 - year / 100 + year / 400 }
        let yearDays = (year - 1970) * 365 + leapDays(year - 1) - leapDays(1969)
        return (1..<month).reduce(yearDays + day - 1) { $0 + daysInMonth($1, of: year) }
    }

    private static func daysInMonth(_ month: Int, of year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static func isLeap(_ year: Int) -> Bool {
        year % 4 == 0 && year % 100 != 0 || year % 400 == 0
    }
}

/// The checksum of eight bits that chips on I2C send: the highest bit first, and nothing inverted. The
/// data sheet names the polynomial without its x⁸, and where it begins.
package func crc8(
    _ bytes: some Sequence<UInt8>, polynomial: UInt8, initial: UInt8
) -> UInt8 {
    bytes.reduce(initial) { crc, byte in
        (0..<8).reduce(crc ^ byte) { crc, _ in crc << 1 ^ (crc & 0x80 == 0 ? 0 : polynomial) }
    }
}

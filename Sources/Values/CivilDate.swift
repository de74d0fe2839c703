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

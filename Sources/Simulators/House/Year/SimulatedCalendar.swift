import Values

/// Years on the clocks of a place, from 1 January 2026, midnight.
package struct SimulatedCalendar: Sendable {
    /// 1 January 2026 in UTC, in seconds since 1970.
    private static let newYear = 1_767_225_600
    /// As many as a simulation has at most, and some.
    private static let years = 2026...2037
    private static let europe = (latitudes: 36.0...71, longitudes: -10.0...28)

    private let start: Int
    private let aheadAtFirst: Int
    /// In the order of their time.
    private let changes: [ZoneChange]
    /// "clocks 1 h ahead of UTC, with the summer time of the European Union"
    package let description: String

    /// Those of Berlin.
    package init() {
        self.init(ahead: 3600, isEuropean: true)
    }

    /// As much as a place tells: the hour of its sun, and in Europe the summer time of the Union.
    package init(at place: Position) {
        let hours = (place.longitude / 15).rounded()
        self.init(
            ahead: Int(hours) * 3600,
            isEuropean: Self.europe.latitudes.contains(place.latitude)
                && Self.europe.longitudes.contains(place.longitude))
    }

    /// `name` is that of a zone, in which clocks are so far ahead at the begin of 2026, with these changes from then on.
    package init(zone name: String, ahead: Int, changes: [ZoneChange]) {
        start = Self.newYear - ahead
        aheadAtFirst = ahead
        self.changes = changes
        description = "clocks of \(name)"
    }

    private init(ahead: Int, isEuropean: Bool) {
        start = Self.newYear - ahead
        aheadAtFirst = ahead
        changes = isEuropean ? Self.years.flatMap { Self.european($0, standard: ahead) } : []
        let hours = "\(abs(ahead) / 3600) h \(ahead < 0 ? "behind" : "ahead of") UTC"
        description =
            "clocks \(hours), "
            + (isEuropean ? "with the summer time of the European Union" : "without summer time")
    }

    /// From 1 h UTC on the last Sunday of March to that of October.
    private static func european(_ year: Int, standard: Int) -> [ZoneChange] {
        [(3, 0, 3600), (10, 3600, 0)].compactMap { month, before, after in
            // Day 0 of 1970 was a Thursday; both months have 31 days.
            let last = day(year, month, 31)
            let sunday = last - (last + 4) % 7
            return ZoneChange(
                secondsSince1970: Double(sunday * 86400 + 3600), aheadBefore: standard + before,
                aheadAfter: standard + after)
        }
    }

    /// The days of 1970 and later until then (H. Hinnant, "chrono-Compatible Low-Level Date Algorithms").
    private static func day(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
    }

    /// What a clock shows that is right, so many seconds after the begin.
    package func time(_ second: Int) -> WallTime {
        let seconds = Double(start + second)
        let next = changes.firstIndex { $0.secondsSince1970 > seconds } ?? changes.count
        let previous = next > 0 ? changes[next - 1] : nil
        return WallTime(
            secondsSince1970: seconds, secondsAheadOfUTC: previous?.aheadAfter ?? aheadAtFirst,
            previousChange: previous, nextChange: next < changes.count ? changes[next] : nil)
            ?? .epoch
    }

    /// 0..<366, of the year that it is.
    package func dayOfYear(_ second: Int) -> Double {
        let days = Double(second) / 86400
        return days.truncatingRemainder(dividingBy: 365)
    }
}

#if canImport(Glibc)
    import Glibc
#endif

/// What the clock on the wall says: a time in UTC, and how far the local one is ahead of it.
///
/// It steps when it is set, so that no control counts on it; that is what `Instant` is for. It carries its offset and, where
/// whoever made it knows them, the changes of that before and after it: so it needs no time zone.
package struct WallTime: DeviceValue {
    package static let kind = "wall-time"

    /// Of UTC, as POSIX counts them: without leap seconds. Finite, in the years 0 to 9999.
    package let secondsSince1970: Double
    /// East of Greenwich, summer time included; within a day.
    package let secondsAheadOfUTC: Int
    /// When the clocks were changed last, and when they will be next; `nil` where that is not within days, or not known.
    package let previousChange: ZoneChange?
    package let nextChange: ZoneChange?

    /// The years 0 to 9999, which ISO 8601 writes with four digits.
    private static let possible = -62_167_219_200.0..<253_402_300_800.0

    /// - Returns: `nil` for a time outside the years 0 to 9999, or an offset of a day or more.
    package init?(
        secondsSince1970: Double, secondsAheadOfUTC: Int = 0, previousChange: ZoneChange? = nil,
        nextChange: ZoneChange? = nil
    ) {
        guard Self.possible.contains(secondsSince1970),
            Self.possible.contains(secondsSince1970 + Double(secondsAheadOfUTC)),
            (-86399...86399).contains(secondsAheadOfUTC)
        else { return nil }
        self.secondsSince1970 = secondsSince1970
        self.secondsAheadOfUTC = secondsAheadOfUTC
        self.previousChange = previousChange
        self.nextChange = nextChange
    }

    private init() {
        (secondsSince1970, secondsAheadOfUTC) = (0, 0)
        (previousChange, nextChange) = (nil, nil)
    }

    /// The begin of 1970 in UTC, where all such times are counted from.
    package static let epoch = WallTime()

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let seconds = try values.decode(Double.self, forKey: .secondsSince1970)
        let offset = try values.decode(Int.self, forKey: .secondsAheadOfUTC)
        let previous = try values.decodeIfPresent(ZoneChange.self, forKey: .previousChange)
        let next = try values.decodeIfPresent(ZoneChange.self, forKey: .nextChange)
        guard
            let time = WallTime(
                secondsSince1970: seconds, secondsAheadOfUTC: offset, previousChange: previous,
                nextChange: next)
        else {
            throw DecodingError.dataCorruptedError(
                forKey: .secondsSince1970, in: values, debugDescription: "no time that can be")
        }
        self = time
    }

    /// Seconds since the begin of 1970 on the local clock.
    package var localSeconds: Double { secondsSince1970 + Double(secondsAheadOfUTC) }

    /// The local day, counted from 1 January 1970.
    package var localDay: Int { Int((localSeconds / 86400).rounded(.down)) }

    /// The minute of the local day, 0..<1440.
    package var localMinute: Int {
        Int(((localSeconds - Double(localDay) * 86400) / 60).rounded(.down))
    }

    /// As long after this; held at the ends of what can be.
    package func after(_ delay: Duration) -> WallTime { after(seconds: delay.seconds) }

    /// The same, for inner loops.
    package func after(seconds: Double) -> WallTime { at(secondsSince1970 + seconds) }

    /// Local time with its offset: "2026-03-29 03:00:00 +02:00".
    package var description: String {
        // The local time in the place of UTC: this needs no zone, and no lock on it.
        var seconds = time_t(localSeconds.rounded(.down))
        var parts = tm()
        guard gmtime_r(&seconds, &parts) != nil else { return "no time" }
        let date = [
            padded(Int(parts.tm_year) + 1900, to: 4), padded(Int(parts.tm_mon) + 1, to: 2),
            padded(Int(parts.tm_mday), to: 2),
        ]
        let second = padded(Int(parts.tm_sec), to: 2)
        let ahead = abs(secondsAheadOfUTC) / 60
        return "\(date.joined(separator: "-")) \(clockText):\(second) "
            + (secondsAheadOfUTC < 0 ? "-" : "+")
            + "\(padded(ahead / 60, to: 2)):\(padded(ahead % 60, to: 2))"
    }

    /// The local time of day: "06:48".
    package var clockText: String {
        "\(padded(localMinute / 60, to: 2)):\(padded(localMinute % 60, to: 2))"
    }
}

import Glibc
import Values

/// The seconds since 1970 of the years 0 to 9999, which ISO 8601 writes with four digits.
private let writableSeconds = -62_167_219_200.0..<253_402_300_800.0

/// A time as gpsd writes it: ISO 8601 in UTC with milliseconds, "2026-05-01T12:00:00.250Z".
///
/// - Returns: `nil` for a time outside the years 0 to 9999.
package func utcText(secondsSince1970 seconds: Double) -> String? {
    // To the nearest: a double near today is up to 120 ns away from the whole millisecond.
    let milliseconds = (seconds * 1000).rounded()
    let second = (milliseconds / 1000).rounded(.down)
    guard writableSeconds.contains(second) else { return nil }
    var time = time_t(second)
    var parts = tm()
    guard gmtime_r(&time, &parts) != nil else { return nil }
    let date = [
        padded(Int(parts.tm_year) + 1900, to: 4), padded(Int(parts.tm_mon) + 1, to: 2),
        padded(Int(parts.tm_mday), to: 2),
    ]
    let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { padded(Int($0), to: 2) }
    return date.joined(separator: "-") + "T" + clock.joined(separator: ":") + "."
        + padded(Int(milliseconds - second * 1000), to: 3) + "Z"
}

import Glibc
import LinuxIO
import Values

/// The clock of the house: rules that go by the hour must have their turn whenever somebody looks.
enum HouseClock {
    /// Local time when the show begins: before the evening ends, and after it has begun.
    private static let hour = 18

    /// Gives this process, and those that it starts, a time zone in which it is that hour now.
    static func setZone() {
        guard let now = try? ClockReading.utcSeconds() else { return }
        setenv("TZ", zone(at: now), 1)
    }

    /// As POSIX writes one (tzset(3)): what is added to local time, so east of Greenwich is negative.
    static func zone(at secondsSince1970: Double) -> String {
        let minuteOfDay = Int((secondsSince1970 / 60).rounded(.down)) % 1440
        var ahead = hour * 60 - minuteOfDay
        if ahead >= 720 { ahead -= 1440 }
        if ahead < -720 { ahead += 1440 }
        return "HOUSE\(ahead < 0 ? "+" : "-")\(abs(ahead) / 60):\(padded(abs(ahead) % 60, to: 2))"
    }
}

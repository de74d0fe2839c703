import CLinuxClock
import Glibc

/// What Linux says about the time at one moment, and about how far it can be trusted.
package struct ClockReading: Equatable, Sendable {
    /// UTC (`CLOCK_REALTIME`).
    package var secondsSince1970: Double
    /// Since the machine was started, sleep included (`CLOCK_BOOTTIME`): it never steps.
    package var secondsSinceBoot: Double
    /// The kernel's flag: something keeps its clock right now (adjtimex(2)); `nil` where nobody may
    /// ask, as under systemd's `ProtectClock=`.
    package var isSynchronized: Bool?
    /// When `systemd-timesyncd` has last found the clock right, by that clock; `nil`: not since the
    /// machine was started.
    package var timesyncdSeconds: Double?
    /// When the clock was right the last time that anybody wrote it down.
    package var lastKnownSeconds: Double?
    package var zone: LocalZone

    /// Touched on each successful synchronisation (systemd-timesyncd(8)).
    private static let timesyncdMark = "/run/systemd/timesync/synchronized"
    private static let timesyncdClock = "/var/lib/systemd/timesync/clock"

    package init(
        secondsSince1970: Double, secondsSinceBoot: Double, isSynchronized: Bool? = false,
        timesyncdSeconds: Double? = nil, lastKnownSeconds: Double? = nil,
        zone: LocalZone = LocalZone(secondsAheadOfUTC: 0, name: "UTC")
    ) {
        self.secondsSince1970 = secondsSince1970
        self.secondsSinceBoot = secondsSinceBoot
        self.isSynchronized = isSynchronized
        self.timesyncdSeconds = timesyncdSeconds
        self.lastKnownSeconds = lastKnownSeconds
        self.zone = zone
    }

    /// Looks now.
    package static func now() throws(IOError) -> ClockReading {
        let seconds = try utcSeconds()
        return ClockReading(
            secondsSince1970: seconds, secondsSinceBoot: try time(of: CLOCK_BOOTTIME),
            isSynchronized: (try? shimCall("adjtimex") { roost_clock_is_synchronized() })
                .map { $0 == 1 },
            timesyncdSeconds: timeOfLastChange(timesyncdMark),
            lastKnownSeconds: timeOfLastChange(timesyncdClock), zone: LocalZone.at(seconds))
    }

    /// UTC alone, since 1970. No file is asked, so that nobody waits for a card.
    package static func utcSeconds() throws(IOError) -> Double {
        try time(of: CLOCK_REALTIME)
    }

    private static func time(of clock: clockid_t) throws(IOError) -> Double {
        var time = timespec()
        try systemCall("clock_gettime") { clock_gettime(clock, &time) }
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private static func timeOfLastChange(_ path: String) -> Double? {
        var file = stat()
        guard stat(path, &file) == 0 else { return nil }
        return Double(file.st_mtim.tv_sec) + Double(file.st_mtim.tv_nsec) / 1e9
    }
}

/// The time zone of the machine, as it is at one moment.
package struct LocalZone: Equatable, Sendable {
    /// Summer time included.
    package var secondsAheadOfUTC: Int
    /// As libc abbreviates it: "CEST".
    package var name: String
    /// What `TZ` asks for and is not installed: libc takes UTC for it, and says nothing.
    package var unknown: String?

    package init(secondsAheadOfUTC: Int, name: String, unknown: String? = nil) {
        self.secondsAheadOfUTC = secondsAheadOfUTC
        self.name = name
        self.unknown = unknown
    }

    /// That of `TZ`, otherwise of `/etc/localtime`, which glibc looks at again only in `tzset`: so a zone
    /// that `timedatectl` has changed counts at once.
    static func at(_ secondsSince1970: Double) -> LocalZone {
        var seconds = time_t(secondsSince1970.rounded(.down))
        var parts = tm()
        tzset()
        guard localtime_r(&seconds, &parts) != nil else {
            return LocalZone(secondsAheadOfUTC: 0, name: "UTC")
        }
        return LocalZone(
            secondsAheadOfUTC: parts.tm_gmtoff,
            name: parts.tm_zone.map { String(cString: $0) } ?? "",
            unknown: getenv("TZ").flatMap { unknownZone(String(cString: $0)) })
    }

    /// A name without a file; a rule such as "CET-1CEST,M3.5.0,M10.5.0/3" needs none.
    static func unknownZone(
        _ name: String, isInstalled: (String) -> Bool = { access($0, R_OK) == 0 }
    ) -> String? {
        let zone = name.hasPrefix(":") ? String(name.dropFirst()) : name
        let isRule =
            zone.contains(where: \.isNumber) && (zone.contains(",") || !zone.contains("/"))
        guard !isRule, !["", "UTC", "GMT"].contains(zone) else { return nil }
        let path = zone.hasPrefix("/") ? zone : "/usr/share/zoneinfo/\(zone)"
        return isInstalled(path) ? nil : zone
    }
}

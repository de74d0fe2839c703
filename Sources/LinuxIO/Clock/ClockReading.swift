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
    /// When its offset was changed last, and when it will be next; `nil` where that is more than a week away.
    package var previousChange: Change?
    package var nextChange: Change?

    package struct Change: Equatable, Sendable {
        /// The first second with the new offset.
        package let secondsSince1970: Int
        package let aheadBefore: Int
        package let aheadAfter: Int
    }

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
        var zone = LocalZone(
            secondsAheadOfUTC: parts.tm_gmtoff,
            name: parts.tm_zone.map { String(cString: $0) } ?? "",
            unknown: getenv("TZ").flatMap { unknownZone(String(cString: $0)) })
        zone.previousChange = change(from: seconds, by: -lookEvery, ahead(at:))
        zone.nextChange = change(from: seconds, by: lookEvery, ahead(at:))
        return zone
    }

    /// The changes of the offset in that time, in their order, by the rules of `TZ`; and the offset at its begin.
    package static func changes(from begin: Int, to end: Int) -> (ahead: Int, changes: [Change]) {
        tzset()
        var changes: [Change] = []
        var now = begin
        while now < end {
            let next = min(end, now + lookEvery)
            if ahead(at: next) != ahead(at: now) {
                changes.append(change(between: now, and: next, ahead(at:)))
            }
            now = next
        }
        return (ahead(at: begin), changes)
    }

    /// No zone goes to another offset and back within half a day.
    static let lookEvery = 43200
    private static let looks = 14

    /// The nearest change of the offset within a week; `ahead` is the offset at a time.
    static func change(from now: Int, by step: Int, _ ahead: (Int) -> Int) -> Change? {
        var near = now
        for _ in 0..<looks {
            let far = near + step
            if ahead(far) != ahead(near) {
                return change(between: min(near, far), and: max(near, far), ahead)
            }
            near = far
        }
        return nil
    }

    private static func change(
        between before: Int, and after: Int, _ ahead: (Int) -> Int
    ) -> Change {
        var (early, late) = (before, after)
        while late - early > 1 {
            let middle = early + (late - early) / 2
            if ahead(middle) == ahead(before) { early = middle } else { late = middle }
        }
        return Change(
            secondsSince1970: late, aheadBefore: ahead(early), aheadAfter: ahead(late))
    }

    /// By the rules that `tzset` has read last.
    private static func ahead(at secondsSince1970: Int) -> Int {
        var seconds = time_t(secondsSince1970)
        var parts = tm()
        return localtime_r(&seconds, &parts) == nil ? 0 : parts.tm_gmtoff
    }

    /// A name without a file; a rule such as "CET-1CEST,M3.5.0,M10.5.0/3" needs none.
    package static func unknownZone(
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

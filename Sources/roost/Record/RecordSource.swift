import CommandKit
import Core
import Glibc
import LinuxIO
import Recording
import Values

/// The records that a command is about, and the times that people write.
struct RecordSource {
    static let options: Set<String> = ["--records", "--runtime"]
    static let usage = """
        --records DIR: where the records are, or one of their files; otherwise they are looked for in
        DIR/state/records of --runtime DIR, in $STATE_DIRECTORY/records and in /var/lib/roost/records.
        """
    static let timeUsage = """
        TIME is a time before now (30min, 2h, 7d), a time of day ("03:12", the latest one) or a day
        with or without one ("2026-03-29", "2026-03-29 03:12").
        """

    let reader: RecordReader

    init(_ arguments: Arguments) throws(CommandError) {
        reader = try orFail(try RecordReader(Self.place(arguments)))
    }

    init(path: String) throws(CommandError) {
        reader = try orFail(try RecordReader(path))
    }

    private static func place(_ arguments: Arguments) -> String {
        if let records = arguments["--records"] { return records }
        return "\(StateDirectory.find(runtimeOption: arguments["--runtime"]))/records"
    }

    /// What a person means by a time.
    static func time(_ text: String, of option: String) throws(CommandError) -> WallTime {
        guard let now = try? ClockReading.now().wallTime else {
            throw .failed("this machine's clock says nothing that can be")
        }
        guard let time = WallTime(text, before: now) else {
            throw .usage(
                "\(option): \"\(text)\" is no time; write 30min, 2h, 7d, 03:12 or "
                    + "\"2026-03-29 03:12\"")
        }
        return time
    }
}

extension WallTime {
    /// A time that a person has written; one of day is the latest before `now`.
    init?(_ text: String, before now: WallTime) {
        if let ago = Self.seconds(text) {
            self = now.after(.nanoseconds(Int64(-ago * 1e9)))
            return
        }
        let words = text.split(separator: " ")
        let day = words.first.flatMap { Self.numbers($0, "-", 3...3) }
        let clock = (day == nil ? words.first : words.dropFirst().first)
            .flatMap { Self.numbers($0, ":", 2...3) }
        guard words.count == (day == nil ? 0 : 1) + (clock == nil ? 0 : 1), !words.isEmpty else {
            return nil
        }
        let ofDay = zip(clock ?? [], [3600, 60, 1]).reduce(0) { $0 + $1.0 * $1.1 }
        var local = Double(now.localDay * 86400 + ofDay)
        if let day {
            var parts = tm()
            (parts.tm_year, parts.tm_mon, parts.tm_mday) = (
                Int32(day[0] - 1900), Int32(day[1] - 1), Int32(day[2])
            )
            local = Double(timegm(&parts)) + Double(ofDay)
        } else if local > now.localSeconds {
            local -= 86400
        }
        self.init(
            secondsSince1970: local - Double(now.secondsAheadOfUTC),
            secondsAheadOfUTC: now.secondsAheadOfUTC)
    }

    /// "2h" in seconds; `nil` for what is no duration.
    private static func seconds(_ text: String) -> Double? {
        let units = [("min", 60.0), ("s", 1), ("h", 3600), ("d", 86400)]
        for (unit, seconds) in units where text.hasSuffix(unit) {
            guard let count = Double(text.dropLast(unit.count)), (0...1e6).contains(count) else {
                return nil
            }
            return count * seconds
        }
        return nil
    }

    private static func numbers(
        _ text: Substring, _ separator: Character, _ count: ClosedRange<Int>
    ) -> [Int]? {
        let parts = text.split(separator: separator, omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Int($0) }.filter { (0...9999).contains($0) }
        return numbers.count == parts.count && count.contains(parts.count) ? numbers : nil
    }
}

@testable import Core
import TestSupport
import Testing
import Values

@Suite struct TextLogTests {
    private let clock = ManualScheduler(now: Instant(nanoseconds: 5_000_000_000))
    private let written = EventLog()

    private func log(
        _ style: LogFormat.Style = .journal, threshold: LogLevel = .debug
    ) -> TextLog {
        TextLog(
            LogFormat(style, start: clock.now), threshold: threshold, clock: clock,
            sink: { [written] in written.note($0) })
    }

    // The numbers are those of syslog(3), as sd-daemon(3) wants them.
    @Test("a line for the journal begins with its priority") func journal() {
        let log = Log(log(), source: "gps")
        log.error("a")
        log.warning("b")
        log.notice("c")
        log.info("d")
        log.debug("e")
        #expect(
            written.entries == [
                "<3>gps: a\n", "<4>gps: b\n", "<5>gps: c\n", "<6>gps: d\n", "<7>gps: e\n",
            ])
    }

    @Test("a line for people begins with the seconds since the start") func terminal() {
        let log = log(.terminal)
        clock.advance(by: .milliseconds(12_345))
        log.write(.warning, source: "gps", "no fix")
        #expect(written.entries == ["   12.345 warning gps: no fix\n"])
    }

    @Test("what matters less than the threshold is not written") func threshold() {
        let log = log(threshold: .notice)
        for level in LogLevel.allCases { log.write(level, source: "a", level.rawValue) }
        #expect(written.entries == ["<3>a: error\n", "<4>a: warning\n", "<5>a: notice\n"])
    }

    @Test(
        "a message from outside can neither fake a line nor steer a terminal",
        arguments: [
            "a\n<2>kernel: panic", "a\r\nb", "a\u{1B}[2Jb", "a\u{7F}b", "a\u{9B}2Jb", "a\u{85}b",
            "a\u{2028}b", "a\u{2029}b", "a\0b",
        ])
    func controlCharacters(message: String) throws {
        log().write(.info, source: "x", message)
        let line = try #require(written.entries.first)
        #expect(line.hasPrefix("<6>x: a ") && line.hasSuffix("\n"))
        let odd = line.dropLast().unicodeScalars.filter {
            $0.value < 32 || (127...159).contains($0.value) || [0x2028, 0x2029].contains($0.value)
        }
        #expect(odd.isEmpty)
    }

    @Test("two equal notices are two events; two equal warnings are one said twice")
    func notices() {
        let log = Log(log(), source: "drone")
        (0..<2).forEach { _ in log.notice("landed") }
        #expect(written.take().count == 2)
        (0..<2).forEach { _ in log.warning("late") }
        #expect(written.take().count == 1)
    }

    @Test("ordinary text of any language passes as it is") func text() {
        log().write(.info, source: "x", "Füße 猫 😀 é")
        #expect(written.entries == ["<6>x: Füße 猫 😀 é\n"])
    }
}

@Suite struct RepeatSuppressorTests {
    private func at(_ seconds: Int) -> Instant { .zero + .seconds(seconds) }

    @Test("what is said again within a minute is held back, and counted when it is said later")
    func folds() {
        var folder = RepeatSuppressor()
        #expect(folder.fold("no fix", at: at(0)) == "no fix")
        #expect(folder.fold("no fix", at: at(1)) == nil)
        #expect(folder.fold("no fix", at: at(59)) == nil)
        #expect(
            folder.fold("no fix", at: at(60))
                == "no fix (and 2 times more since it was last logged)")
        #expect(folder.fold("no fix", at: at(61)) == nil)
        #expect(
            folder.fold("no fix", at: at(200))
                == "no fix (and once more since it was last logged)")
        #expect(folder.fold("no fix", at: at(300)) == "no fix")
    }

    @Test(
        "a burst of equal lines passes where it is allowed, and the rest of the minute is counted")
    func burst() {
        var folder = RepeatSuppressor()
        let passed = (0..<10).map { folder.fold("landed", burst: 3, at: at($0)) }
        #expect(passed == Array(repeating: "landed", count: 3) + Array(repeating: nil, count: 7))
        #expect(
            folder.fold("landed", burst: 3, at: at(60))
                == "landed (and 7 times more since it was last logged)")
    }

    @Test("different lines do not hold each other back") func different() {
        var folder = RepeatSuppressor()
        for number in 0..<1000 {
            #expect(folder.fold("line \(number)", at: at(0)) != nil)
        }
    }

    @Test("a flood of different lines makes it forget, not grow") func bounded() {
        var folder = RepeatSuppressor()
        _ = folder.fold("first", at: at(0))
        for number in 0..<64 { _ = folder.fold("line \(number)", at: at(1)) }
        #expect(folder.fold("first", at: at(2)) == "first")
        #expect(folder.fold("first", at: at(3)) == nil)
    }
}

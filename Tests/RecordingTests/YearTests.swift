import JSON
import TestSupport
import Testing
import Threads
import Values

@testable import Core
@testable import Recording

@Suite struct YearTests {
    /// 2026-11-22 06:50 by a clock that is an hour ahead of UTC.
    private static let morning = 1_795_326_600.0

    private static func quarter(days: Int = 0, minutes: Int = 0) -> YearTable.Quarter {
        let seconds = morning + Double(days) * 86400 + Double(minutes) * 60
        return YearTable.Quarter(
            WallTime(secondsSince1970: seconds, secondsAheadOfUTC: 3600) ?? .epoch)
    }

    @Test("a quarter of an hour is whatever it was in a part of it") func quarters() {
        var table = YearTable()
        table.note(["locked", "dark"], in: Self.quarter())
        table.note(["failsafe"], in: Self.quarter(minutes: 9))
        table.note([], in: Self.quarter(minutes: 10))
        #expect(table.marks == ["dark", "locked", "failsafe"])
        #expect(table.days.map(\.date) == ["2026-11-22"])
        #expect(table.days.first?.quarters[26...29] == [nil, 0b111, 0, nil])
        guard case .string(let letters)? = table.json["days"].flatMap(first)?["quarters"] else {
            Issue.record("no day")
            return
        }
        #expect(letters.utf8.count == 96 && letters.dropFirst(26).prefix(4) == ".HA.")
    }

    private func first(_ json: JSONValue) -> JSONValue? {
        if case .array(let items) = json { items.first } else { nil }
    }

    @Test("it comes back from its lines, which a person can read, and damaged ones tell nothing")
    func lines() {
        var table = YearTable()
        table.note(["locked", "dark"], in: Self.quarter())
        table.note([], in: Self.quarter(days: 1, minutes: 15))
        let text = String(decoding: table.bytes, as: UTF8.self)
        #expect(text == "2026-11-22 06:45 dark locked\n2026-11-23 07:00\n")
        #expect(YearTable(parsing: table.bytes) == table)
        for damaged in [
            "2026-11-22 06:4", "2026-11-22", "\u{0}\u{0}\u{0}", "2026-11-22 06:46 dark",
            "2026-11-22 24:00 dark", "2026-1-222 06:45 dark", "x026-11-22 06:45",
            "2026-11-22 06:45 d/rk",
            String(repeating: "locked ", count: 100),
        ] {
            #expect(YearTable(parsing: Array("\(text)\(damaged)\n".utf8)) == table, "\(damaged)")
        }
    }

    @Test("a year is kept and no more, also where the clock goes back") func bounds() {
        var table = YearTable()
        for day in 0..<400 { table.note(["dark"], in: Self.quarter(days: day)) }
        #expect(table.days.count == 366)
        #expect(table.days.first?.date == "2026-12-26")
        table.note(["locked"], in: Self.quarter(days: 10))
        #expect(table.days.count == 366 && table.days.first?.date == "2026-12-26")
        table.note(["locked"], in: Self.quarter(days: 390))
        #expect(table.days[356].quarters[27] == 0b11)
        for number in 0..<20 { table.note(["mark\(number)"], in: Self.quarter(days: 390)) }
        #expect(table.marks.count == YearTable.maxMarks)
    }

    // MARK: Kept by the service

    private let directory: TemporaryDirectory
    private let seconds = Locked(YearTests.morning)
    private let marks = Locked<[String]?>(["dark"])

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func recorder() throws -> YearRecorder {
        let (seconds, marks) = (seconds, marks)
        return YearRecorder(
            in: directory.path, of: { Self.report(marks.value) },
            wall: { _ in WallTime(secondsSince1970: seconds.value, secondsAheadOfUTC: 3600) },
            log: Log(MemoryLog(), source: "roost"))
    }

    @Test("who asks for a year is answered while a card keeps its writer waiting")
    func stalledCard() throws {
        let (seconds, marks, card) = (seconds, marks, Trap())
        let recorder = YearRecorder(
            in: directory.path, of: { Self.report(marks.value) },
            wall: { _ in WallTime(secondsSince1970: seconds.value, secondsAheadOfUTC: 3600) },
            append: { _, _ in card.pass() }, log: Log(MemoryLog(), source: "roost"))
        recorder.look()
        seconds.value += 900
        card.set()
        WorkerThread.start("year") { recorder.look() }
        #expect(eventually { card.caughtCount == 1 })
        let answer = AbandonableCall { recorder.json["door"]?["marks"] }
        #expect(answer.value(within: .seconds(10)) == .some(["dark"]))
        card.release()
    }

    private static func report(_ marks: [String]?) -> StatusReport {
        let details: JSONValue? = marks.map { ["marks": .array($0.map(JSONValue.string))] }
        let none = DurationReport(DurationHistogram())
        return StatusReport(
            schema: 1, name: "x", version: "1", phase: .running, uptimeSeconds: 1,
            configuration: nil, drivers: [],
            policies: [
                PolicyReport(
                    name: "door", policy: "pet-door",
                    reason: ReasonReport(code: "x", text: "x", isFailsafe: marks == []),
                    details: details, inputs: [:], outputs: [:], periodMilliseconds: 250, ticks: 1,
                    skippedTicks: 0, sinceLastTickSeconds: 0, lateness: none, stepTime: none,
                    hangs: nil, hangsForSeconds: nil, isGivenUp: nil, uses: nil, shadows: nil)
            ])
    }

    @Test("each quarter is written when it is over, and the last when the service ends")
    func kept() throws {
        let recorder = try recorder()
        recorder.look()
        #expect(directory.read("door.year") == nil)
        marks.value = ["locked"]
        recorder.look()
        seconds.value += 900
        marks.value = []
        recorder.look()
        #expect(directory.read("door.year") == "2026-11-22 06:45 dark locked\n")
        #expect(recorder.json["door"]?["marks"] == ["dark", "locked", "failsafe"])
        recorder.finish()
        #expect(
            directory.read("door.year")
                == "2026-11-22 06:45 dark locked\n2026-11-22 07:00 failsafe\n")
        let again = try self.recorder()
        again.look()
        #expect(again.json["door"]?["marks"] == ["dark", "locked", "failsafe"])
    }

    @Test("nothing is kept of a policy without marks, nor while the time is not known")
    func nothing() throws {
        marks.value = nil
        let recorder = try recorder()
        recorder.look()
        #expect(recorder.json == [:])
        marks.value = ["dark"]
        seconds.value = .nan
        recorder.look()
        #expect(recorder.json["door"]?["days"] == [])
        recorder.finish()
        #expect(directory.read("door.year") == nil)
    }
}

import Core
import DriverKit
import JSON
import LinuxIO
import TestSupport
import Testing
import Values

@testable import Drivers

@Suite("The driver system-clock")
struct SystemClockTests {
    /// 2026-11-22T17:00:00Z.
    private static let start = 1_795_366_800.0
    private static let berlin = LocalZone(secondsAheadOfUTC: 3600, name: "CET")

    /// What the kernel says so many seconds after the start, where the clock was moved meanwhile.
    private func reading(
        after seconds: Double, movedBy step: Double = 0, isSynchronized: Bool? = false,
        mark: Double? = nil, lastKnown: Double? = nil, zone: LocalZone = berlin
    ) -> ClockReading {
        ClockReading(
            secondsSince1970: Self.start + seconds + step, secondsSinceBoot: 30 + seconds,
            isSynchronized: isSynchronized, timesyncdSeconds: mark,
            lastKnownSeconds: lastKnown, zone: zone)
    }

    @Test("until it was synchronised once it is not set, whatever it shows") func notSet() throws {
        var judge = SystemClock.ClockJudge(acceptsUnsynchronized: false)
        for second in 0..<100 {
            let next = judge.judge(reading(after: Double(second)))
            let measured = try #require(next)
            #expect(measured.doubt?.contains("is not set") == true)
            #expect(measured.value.secondsSince1970 == Self.start + Double(second))
        }
        let set = judge.judge(reading(after: 100, isSynchronized: true))
        let measured = try #require(set)
        #expect(measured.doubt == nil)
        #expect("\(measured.value)" == "2026-11-22 18:01:40 +01:00")
    }

    @Test("once synchronised, a network that is lost is no loss", arguments: [true, false])
    func networkLost(byMark: Bool) throws {
        var judge = SystemClock.ClockJudge(acceptsUnsynchronized: false)
        _ = judge.judge(
            reading(after: 0, isSynchronized: byMark ? nil : true, mark: byMark ? 1 : nil))
        for hour in 1...48 {
            let measured = judge.judge(
                reading(after: Double(hour) * 3600, mark: byMark ? 1 : nil))
            #expect(try #require(measured).doubt == nil)
        }
    }

    @Test("a step is doubted, and after it only what synchronises now counts") func step() throws {
        var judge = SystemClock.ClockJudge(acceptsUnsynchronized: false)
        _ = judge.judge(reading(after: 0, mark: 1))
        let stepped = judge.judge(reading(after: 5, movedBy: -7200, mark: 1))
        #expect(try #require(stepped).doubt == "the clock was just set back by 2.0 h")
        let later = judge.judge(reading(after: 10, movedBy: -7200, mark: 1))
        #expect(try #require(later).doubt?.contains("has not been synchronised since") == true)
        let set = judge.judge(reading(after: 15, movedBy: -7200, isSynchronized: true))
        #expect(try #require(set).doubt == nil)
        #expect(judge.diagnostics.first { $0.name == "steps" }?.value == 1)
    }

    /// The first synchronisation after a power cut. timesyncd steps the clock, then notes it; under
    /// `ProtectClock=` its note is all there is.
    @Test("the step that sets the clock is doubted for one reading", arguments: [true, false])
    func firstSet(byMark: Bool) throws {
        var judge = SystemClock.ClockJudge(acceptsUnsynchronized: false)
        let flag = byMark ? nil : true
        _ = judge.judge(reading(after: 0))
        let set = judge.judge(
            reading(
                after: 5, movedBy: 36_000, isSynchronized: flag, mark: byMark ? 36_004 : nil))
        #expect(try #require(set).doubt?.contains("forward by 10.0 h") == true)
        let later = judge.judge(
            reading(
                after: 10, movedBy: 36_000, isSynchronized: flag, mark: byMark ? 36_004 : nil))
        #expect(try #require(later).doubt == nil)
    }

    @Test("a clock that is slewed has not stepped") func slewed() throws {
        var judge = SystemClock.ClockJudge(acceptsUnsynchronized: false)
        _ = judge.judge(reading(after: 0, isSynchronized: true))
        // 500 ppm, the most that the kernel does, for an hour between two readings.
        let later = judge.judge(reading(after: 3600, movedBy: 1.8, isSynchronized: true))
        #expect(try #require(later).doubt == nil)
    }

    @Test("one that may be unsynchronised is trusted, but not before the time that was saved last")
    func accepted() throws {
        var judge = SystemClock.ClockJudge(acceptsUnsynchronized: true)
        let old = judge.judge(reading(after: 0, lastKnown: Self.start + 60))
        #expect(try #require(old).doubt == "the clock is behind the time that timesyncd saved last")
        let new = judge.judge(reading(after: 61, lastKnown: Self.start + 60))
        #expect(try #require(new).doubt == nil)
    }

    @Test("a zone that is not installed makes the local time doubtful") func zone() throws {
        var judge = SystemClock.ClockJudge(acceptsUnsynchronized: true)
        let zone = LocalZone(secondsAheadOfUTC: 0, name: "Foo", unknown: "Foo/Bar")
        let measured = judge.judge(reading(after: 0, isSynchronized: true, zone: zone))
        #expect(try #require(measured).doubt?.contains("\"Foo/Bar\"") == true)
    }

    @Test("a year of five digits is no time") func far() {
        var judge = SystemClock.ClockJudge(acceptsUnsynchronized: true)
        let measured = judge.judge(reading(after: 1e12))
        #expect(measured == nil)
    }

    @Test("the driver gives the time of this machine") func driver() throws {
        let bench = DriverBench(SystemClock.self)
        let driver = try bench.start(["accept_unsynchronized": true])
        defer { driver.close() }
        bench.clock.advance(by: .zero)
        let now = try ClockReading.now().secondsSince1970
        let time = try #require(bench.sample(SystemClock.port).value)
        #expect((now - 60...now).contains(time.secondsSince1970))
    }
}

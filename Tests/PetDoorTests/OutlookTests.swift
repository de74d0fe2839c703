import Core
import JSON
import Testing
import Values

@testable import PetDoor

@Suite("Pet door: what the reason foretells")
struct OutlookTests {
    /// Berlin on 2026-12-21, whose civil dawn is at 06:33.2 UTC and whose sunrise at 07:14.9, sunset at
    /// 14:54.0 and civil dusk at 15:35.7 (NOAA): the light is expected to change between them.
    private static let day = 20808.0 * 86400
    private static let settings: JSONValue = [
        "dwell": "300s", "minimum_state_time": "0s", "max_locked": "24h", "latitude": 52.52,
        "longitude": 13.405,
    ]

    private func bench(_ settings: JSONValue = settings, at utcHour: Int) throws -> DoorBench {
        var bench = try DoorBench(settings)
        bench.setClock(
            WallTime(
                secondsSince1970: Self.day + Double(utcHour) * 3600, secondsAheadOfUTC: 3600))
        return bench
    }

    private func change(_ bench: DoorBench) -> Double? {
        bench.outputs?.reason.outlook?.change.map { ($0.secondsSince1970 - Self.day) / 60 }
    }

    @Test("at night it says since when it is locked, and that it unlocks with the morning")
    func night() throws {
        var bench = try bench(at: 18)
        bench.light = 0.2
        bench.run(for: .seconds(7200), every: .seconds(1))
        let text = try #require(bench.outputs?.reason.description)
        #expect(text.hasPrefix("locked since 19:05, by the switch: it is night"))
        let minute = try #require(change(bench)) - 1440
        #expect((6.0 * 60 + 38...7.0 * 60 + 20).contains(minute), "\(minute)")
        let clock = try #require(bench.outputs?.reason.outlook?.change?.clockText)
        #expect(text.hasSuffix("; likely to unlock about \(clock)"))
        // After midnight it is the same morning.
        bench.run(for: .seconds(6 * 3600), every: .seconds(1))
        #expect(abs(try #require(change(bench)) - 1440 - minute) < 1)
    }

    @Test("a page is told the same for a heading, and what the picture of the year has of it")
    func page() throws {
        var bench = try bench(at: 18)
        bench.light = 0.2
        bench.run(for: .seconds(7200), every: .seconds(1))
        let details = try #require(bench.details)
        let clock = try #require(bench.outputs?.reason.outlook?.change?.clockText)
        #expect(details["state"] == "locked")
        #expect(details["forecast"] == .string("likely to unlock about \(clock)"))
        #expect(details["marks"] == ["locked", "dark"])
        guard case .number(let seconds)? = details["since_seconds"] else {
            Issue.record("not since when")
            return
        }
        #expect((6880...6900).contains(seconds), "\(seconds)")
        bench.light = 0.9
        bench.run(for: .seconds(1200), every: .seconds(1))
        #expect(bench.details?["state"] == "unlocked" && bench.details?["marks"] == [])
    }

    @Test("passages are those of today, where it is known which day it is") func today() throws {
        var bench = try PetBench(["pets": ["Mia": []]])
        bench.door.setClock(
            WallTime(secondsSince1970: Self.day + 23.9 * 3600, secondsAheadOfUTC: 0))
        bench.goesOut(.mia)
        #expect(bench.door.details?["passages"] != [])
        bench.door.setClock(
            WallTime(secondsSince1970: Self.day + 24.1 * 3600, secondsAheadOfUTC: 0))
        bench.door.step()
        #expect(bench.door.details?["passages"] == [])
        bench.comesIn(.mia)
        guard case .array(let passages)? = bench.door.details?["passages"] else {
            Issue.record("no passages")
            return
        }
        #expect(passages.count == 1)
    }

    @Test("by day it says that it locks with the evening") func day() throws {
        var bench = try bench(at: 11)
        bench.run(for: .seconds(60))
        let minute = try #require(change(bench))
        #expect((14.0 * 60 + 59...15.0 * 60 + 41).contains(minute), "\(minute)")
        #expect(bench.outputs?.reason.description.contains("likely to lock about 16:") == true)
    }

    @Test("where max_locked comes first it says that") func limit() throws {
        var bench = try DoorBench([
            "dwell": "0s", "minimum_state_time": "0s", "latitude": 52.52, "longitude": 13.405,
        ])
        bench.setClock(WallTime(secondsSince1970: Self.day + 15 * 3600, secondsAheadOfUTC: 3600))
        bench.light = 0.2
        bench.run(for: .seconds(3600), every: .seconds(1))
        // Ten hours after 16:00.
        #expect(bench.outputs?.reason.description.contains("about 02:00") == true)
        #expect(bench.run(for: .seconds(9 * 3600 + 15), every: .seconds(1)).state == .unlocked)
    }

    @Test("without a clock, or a place, it foretells nothing that it cannot know") func unknown()
        throws
    {
        var bench = try DoorBench()
        bench.lockByNight()
        #expect(
            bench.outputs?.reason.description.hasPrefix("locked, by the switch: it is night")
                == true)
        bench.setClock(WallTime(secondsSince1970: Self.day))
        bench.step()
        #expect(bench.outputs?.reason.outlook?.change == nil)
        bench.clockDoubt = "not set"
        bench.step()
        #expect(bench.outputs?.reason.outlook == nil)
        #expect(bench.outputs?.reason.code == "night")
    }
}

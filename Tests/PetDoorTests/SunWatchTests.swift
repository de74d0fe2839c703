import Core
import JSON
import PolicyKit
import Testing
import Values

@testable import PetDoor

/// In Berlin on 20 March 2026 the sun rises at 05:09 and sets at 17:19 UTC (NOAA's calculator), so that it is
/// 10 degrees up at 06:20, and 8 degrees down at 18:07: at the equinox sin e = cos 52.52° sin h, with h from 05:14 and 17:14.
@Suite("Pet door: the sun, the light and the clock")
struct SunWatchTests {
    /// 2026-03-20 00:00 UTC.
    private static let midnight = 20532.0 * 86400

    private func bench(
        at hour: Double, _ more: [String: JSONValue] = [:], hasPlace: Bool = true
    ) throws -> DoorBench {
        var settings: [String: JSONValue] = ["dwell": "0s", "minimum_state_time": "0s"]
        if hasPlace { (settings["latitude"], settings["longitude"]) = (52.52, 13.405) }
        var bench = try DoorBench(.object(settings.merging(more) { $1 }))
        bench.setClock(WallTime(secondsSince1970: Self.midnight + hour * 3600))
        return bench
    }

    @Test("a sensor under snow by day opens the door after half an hour and the grace time")
    func coveredByDay() throws {
        var bench = try bench(at: 9)
        bench.light = 0.1
        #expect(bench.run(for: .seconds(1790), every: .seconds(1)).state == .locked)
        #expect(bench.outputs?.reason.code == "night")
        #expect(bench.run(for: .seconds(880), every: .seconds(1)).state == .locked)
        #expect(bench.outputs?.reason.description.contains("light contradicts the sun") == true)
        #expect(bench.outputs?.alerts.map(\.code).contains("light-and-sun") == true)
        #expect(bench.run(for: .seconds(60), every: .seconds(1)).state == .unlocked)
        bench.run(for: .seconds(3600), every: .seconds(1))
        #expect(bench.state == .unlocked)
    }

    @Test(
        "a wire that breaks after dusk was seen keeps the door locked no longer than to the morning"
    )
    func brokenSinceDusk() throws {
        var bench = try bench(at: 4)
        bench.light = 0.2
        bench.run(for: .seconds(10))
        bench.losesLight()
        // Dark beyond what the sensor can tell: by night that keeps a lock.
        #expect(bench.run(for: .seconds(7200), every: .seconds(1)).state == .locked)
        // 06:00; the sun is 10 degrees up before 07:00, and it is told apart half an hour later.
        bench.run(for: .seconds(3600 + 1800 + 900 + 60), every: .seconds(1))
        #expect(bench.state == .unlocked)
    }

    @Test("a lamp beside the sensor by night is no day: the light is in doubt")
    func lampByNight() throws {
        var bench = try bench(at: 22)
        bench.run(for: .seconds(1700), every: .seconds(1))
        #expect(bench.outputs?.reason.code == "day")
        bench.run(for: .seconds(200), every: .seconds(1))
        #expect(bench.outputs?.reason.code == "doubt-unlocked" && bench.state == .unlocked)
        #expect(bench.outputs?.reason.description.contains("light contradicts the sun") == true)
        #expect(bench.outputs?.alerts.map(\.code).contains("light-and-sun") == true)
    }

    /// 18:15: the sun is 9 degrees down.
    @Test("a lamp is told apart from 8 degrees below the horizon on") func lampAtDusk() throws {
        var bench = try bench(at: 18.25)
        bench.run(for: .seconds(1860), every: .seconds(1))
        #expect(bench.outputs?.alerts.map(\.code).contains("light-and-sun") == true)
    }

    @Test("light in the band around the threshold contradicts neither day nor night")
    func band() throws {
        for hour in [11.0, 22] {
            var bench = try bench(at: hour)
            bench.light = 0.684
            bench.run(for: .seconds(3600), every: .seconds(5))
            #expect(bench.outputs?.alerts.map(\.code).contains("light-and-sun") == false)
        }
    }

    @Test("a real day, a real night and the time between contradict nothing", arguments: [0, 12])
    func agrees(hour: Int) throws {
        var bench = try bench(at: Double(hour))
        for _ in 0..<24 {
            let elevation = bench.outputs == nil ? hour == 12 : isDay(bench)
            bench.light = elevation ? 0.9 : 0.1
            bench.run(for: .seconds(3600), every: .seconds(5))
            #expect(bench.outputs?.alerts.map(\.code).contains("light-and-sun") == false)
        }
    }

    /// By the sun's own times.
    private func isDay(_ bench: DoorBench) -> Bool {
        let seconds = bench.inputs.clock?.good?.secondsSince1970 ?? 0
        let hour = (seconds / 3600).truncatingRemainder(dividingBy: 24)
        return (5..<18).contains(hour)
    }

    @Test("it needs a place and a time, and can be left out") func needs() throws {
        for (hasPlace, hasClock, more): (Bool, Bool, [String: JSONValue]) in [
            (false, true, [:]), (true, false, [:]),
            (true, true, ["light_contradicts_after": "never"]),
        ] {
            var bench = try bench(at: 9, more, hasPlace: hasPlace)
            if !hasClock { bench.setClock(nil) }
            bench.light = 0.1
            #expect(bench.run(for: .seconds(7200), every: .seconds(1)).state == .locked)
        }
    }

    @Test("a clock that shows a year that cannot be is none: no schedule, and it is said")
    func wrongYear() throws {
        let window: JSONValue = ["from": "00:00", "to": "23:59", "mode": "locked"]
        // 1970-01-01 12:00, 2023-12-31 and 2106-02-07, the last of 32 bits.
        for seconds in [43_200.0, 1_704_060_000, 4_294_967_295] {
            var bench = try bench(at: 12, ["schedule": [window]])
            bench.setClock(WallTime(secondsSince1970: seconds))
            bench.run(for: .seconds(70))
            #expect(bench.state == .unlocked)
            #expect(bench.outputs?.reason.code == "day/no-clock")
            #expect(bench.outputs?.reason.description.contains("the clock shows") == true)
            #expect(bench.outputs?.alerts.map(\.code) == ["clock-not-set"])
        }
    }

    @Test("a clock that jumps by hours, again and again, leads to no step that is special")
    func jumps() throws {
        let window: JSONValue = ["from": "12:00", "to": "13:00", "mode": "locked"]
        var bench = try bench(at: 12.5, ["schedule": [window]])
        for hour in [12.5, 36.5, 8, 12.5, -1000, 12.99, 18] {
            bench.setClock(WallTime(secondsSince1970: Self.midnight + hour * 3600))
            bench.run(for: .seconds(5))
            let ofDay = (hour + 2400).truncatingRemainder(dividingBy: 24)
            #expect((bench.state == .locked) == (12..<13).contains(ofDay), "\(hour)")
        }
    }
}

import Almanac
import Testing
import Values

@testable import Simulators

/// Houses elsewhere than in Berlin.
struct HouseSiteTests {
    private func site(_ latitude: Double, _ longitude: Double) throws -> HouseSite {
        HouseSite(at: try #require(Position(latitude: latitude, longitude: longitude)))
    }

    @Test("without a zone the clocks are those of the sun's hour, with summer time in Europe")
    func clocks()
        throws
    {
        for (place, zone) in [
            ((52.52, 13.405), "2026-07-01 14:00:00 +02:00"),
            ((60, 10), "2026-07-01 14:00:00 +02:00"),
            ((-35.28, 149.13), "2026-07-01 22:00:00 +10:00"),
            ((1.35, 103.82), "2026-07-01 19:00:00 +07:00"),
            ((40.7, -74), "2026-07-01 07:00:00 -05:00"),
        ] as [((Double, Double), String)] {
            let site = try site(place.0, place.1)
            #expect(site.calendar.time(0).description.hasPrefix("2026-01-01 00:00:00"))
            let noonUTC = 1_782_907_200.0
            let second = Int(noonUTC - site.calendar.time(0).secondsSince1970)
            #expect(site.calendar.time(second).description == zone, "\(place)")
        }
    }

    @Test("the zone that is given counts, with each change of it before and after a time")
    func zone()
        throws
    {
        // Sydney: from +11 back to +10 on 2026-04-05 at 16:00 UTC of the day before.
        let change = try #require(
            ZoneChange(secondsSince1970: 1_775_318_400, aheadBefore: 39600, aheadAfter: 36000))
        let calendar = SimulatedCalendar(zone: "Australia/Sydney", ahead: 39600, changes: [change])
        #expect(calendar.time(0).description == "2026-01-01 00:00:00 +11:00")
        let second = Int(change.secondsSince1970 - calendar.time(0).secondsSince1970)
        #expect(calendar.time(second - 1).description == "2026-04-05 02:59:59 +11:00")
        #expect(calendar.time(second - 1).nextChange == change)
        #expect(calendar.time(second).description == "2026-04-05 02:00:00 +10:00")
        #expect(calendar.time(second).previousChange == change)
    }

    /// Elevations at noon and at midnight of 21 June: Berlin 60.9 and -14.1 degrees; at 70 N the sun does not set.
    @Test("the sun stands where it stands there") func sun() throws {
        for (latitude, noon, midnight) in [
            (52.52, 60.9, -14.0), (0.0, 66.6, -66.5), (60, 53.4, -6.6), (70, 43.4, 3.4),
            (-35, 31.6, -78.4),
        ] {
            var light = OutdoorLight(site: try site(latitude, 0), seed: 1)
            let day = 171 * 86400
            for (hour, wanted) in [(12, noon), (24, midnight)] {
                // In summer time of Europe an hour later than by the sun.
                _ = light.logLux(at: day + hour * 3600)
                #expect(abs(light.sunElevation.degrees - wanted) < 2.5, "\(latitude) at \(hour)")
            }
        }
    }

    @Test(
        "the air is that of the nearest city, warmest in January in the south, and unknown far from all"
    )
    func air() throws {
        #expect(HouseSite.berlin.air?.city == "Berlin")
        #expect(try site(-35, 149).air?.city == "Canberra")
        #expect(try site(60, 10).air?.city == "Oslo")
        #expect(try site(1, 104).air?.city == "Singapore")
        #expect(try site(70, 20).air == nil)
        for (place, warmDay, coldDay) in [((52.5, 13.4), 196, 15), ((-35.3, 149.1), 15, 196)] {
            var (warm, cold) = (0.0, 0.0)
            for seed in 1...8 as ClosedRange<UInt64> {
                var climate = OutdoorClimate(site: try site(place.0, place.1), seed: seed)
                for day in 0..<212 {
                    let celsius = climate.celsius(at: day * 86400 + 15 * 3600)
                    if day == warmDay { warm += celsius / 8 }
                    if day == coldDay { cold += celsius / 8 }
                }
            }
            #expect(warm > cold + 8, "\(place)")
        }
        var nowhere = OutdoorClimate(site: try site(70, 20), seed: 1)
        #expect(nowhere.celsius(at: 0) == 10)
    }

    @Test("every city of the table has twelve months, no colder by day than by night") func table()
    {
        for air in MonthlyAir.all {
            #expect(
                air.months.count == 12 && air.months.allSatisfy { $0.low <= $0.high }, "\(air.city)"
            )
            #expect(MonthlyAir.nearest(to: air.place)?.city == air.city)
        }
    }

    @Test("a bolt that bars one way lets through the other") func oneWay() {
        for (bars, direction) in [(HouseWorld.BarredWays.wayOut, "inward"), (.wayIn, "outward")] {
            var world = HouseWorld(
                cats: [.measured, .nocturnal], unlocked: .degrees(65), locked: .degrees(180),
                bars: bars,
                seed: 3)
            for _ in 0..<86400 { world.advance() }
            world.bolt.moveByHand(isOut: true)
            var passed: Set<String> = []
            for _ in 0..<(3 * 86400) {
                world.advance()
                for visit in world.visits where visit.what == .passed {
                    passed.insert(visit.direction?.rawValue ?? "")
                }
            }
            #expect(passed.isSubset(of: [direction]))
        }
    }
}

import Almanac
import PolicyKit
import Testing
import Values

struct DayPlanTests {
    private let now = Instant(nanoseconds: 1_000_000_000_000)
    private let berlin = Position(latitude: 52.52, longitude: 13.405)
    /// 2026-03-20, midnight in UTC.
    private let midnight = WallTime.epoch.after(.seconds(20_532 * 86400))
    private let parts = [
        DailySpan(from: .clock(minute: 22 * 60), to: .clock(minute: 6 * 60)),
        DailySpan(from: .clock(minute: 5 * 60), to: .clock(minute: 12 * 60)),
    ]

    private func plan(hour: Double) -> DayPlan {
        var plan = DayPlan()
        plan.note(
            .good(midnight.after(.seconds(hour * 3600)), at: now), parts, at: berlin, now: now)
        return plan
    }

    @Test("of the parts of a day the first that applies counts, with its end")
    func first() {
        #expect(plan(hour: 23).part?.index == 0)
        #expect(plan(hour: 5.5).part?.index == 0)
        #expect(plan(hour: 6).part?.index == 1)
        #expect(plan(hour: 13).part == nil)
        let left = plan(hour: 23).part.map { $0.until.secondsSince1970 - midnight.secondsSince1970 }
        #expect(left == 30 * 3600)
    }

    @Test(
        "a clock that was never set is not believed, and it is said why nothing comes of the parts")
    func unset() {
        var plan = DayPlan()
        plan.note(.good(.epoch, at: now), parts, at: berlin, now: now)
        #expect(plan.time == nil && plan.part == nil && plan.sunElevation == nil)
        #expect(plan.doubt?.hasPrefix("the clock shows 1970") == true)
        plan.note(nil, parts, at: berlin, now: now)
        #expect(plan.doubt == "no clock is connected")
        plan.note(nil, [], at: berlin, now: now)
        #expect(plan.doubt == nil)
    }

    @Test("dawn and dusk are those that come next, and unknown without a place")
    func sun() throws {
        var noon = plan(hour: 12)
        let next = (
            noon.nextDawn(at: berlin, above: .degrees(-3)),
            noon.nextDusk(at: berlin, above: .degrees(-3))
        )
        let (dawn, dusk) = (try #require(next.0), try #require(next.1))
        let hours = [dusk, dawn].map { ($0.secondsSince1970 - midnight.secondsSince1970) / 3600 }
        // At an equinox the sun is up from 5:10 to 17:20 in UTC there.
        #expect((17.3...17.8).contains(hours[0]) && (28.7...29.3).contains(hours[1]), "\(hours)")
        var nowhere = plan(hour: 12)
        let dawnNowhere = nowhere.nextDawn(at: nil, above: .degrees(-3))
        #expect(dawnNowhere == nil)
        #expect((35...40).contains(noon.sunElevation?.degrees ?? 0))
    }

    @Test("other parts count from the next note on, within the same minute")
    func otherParts() {
        var plan = plan(hour: 23)
        plan.forget(isElsewhere: false)
        plan.note(.good(midnight.after(.seconds(23 * 3600)), at: now), [], at: berlin, now: now)
        #expect(plan.part == nil)
    }
}

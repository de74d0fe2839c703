import Devices
import Testing

@testable import Drivers

@Suite("Replay plan")
struct ReplayPlanTests {
    /// Points on the equator, a thousandth of a degree apart: 111.19 m with the mean radius.
    private func points(
        _ count: Int, at times: [Double]? = nil, newSegmentAt start: Int? = nil
    ) throws -> [LocationReplay.TrackPoint] {
        try (0..<count).map { index in
            LocationReplay.TrackPoint(
                Fix(
                    position: try #require(Position(latitude: 0, longitude: Double(index) * 0.001))),
                recordedAt: times?[index], startsSegment: index == start, line: index + 1)
        }
    }

    private func longitude(_ moment: LocationReplay.ReplayPlan.PlaybackState) -> Double? {
        guard case .fix(let fix) = moment else { return nil }
        return fix.position.longitude
    }

    @Test("one point an interval, and none after the last")
    func pace() throws {
        let plan = try LocationReplay.ReplayPlan(points(3), interval: .seconds(1))
        #expect(longitude(plan.state(after: .zero)) == 0)
        #expect(longitude(plan.state(after: .milliseconds(999))) == 0)
        #expect(longitude(plan.state(after: .seconds(1))) == 0.001)
        #expect(longitude(plan.state(after: .milliseconds(2999))) == 0.002)
        #expect(
            plan.state(after: .seconds(3))
                == .absent("the track is over; set \"loop\" to repeat it"))
    }

    @Test("a loop begins again after the last point")
    func loop() throws {
        let plan = try LocationReplay.ReplayPlan(points(3), interval: .seconds(1), loops: true)
        #expect(longitude(plan.state(after: .seconds(3))) == 0)
        #expect(longitude(plan.state(after: .seconds(3001))) == 0.001)
    }

    @Test("speed and course come from the move; the first point has neither")
    func motion() throws {
        let plan = try LocationReplay.ReplayPlan(points(2), interval: .seconds(2))
        guard case .fix(let first) = plan.state(after: .zero),
            case .fix(let second) = plan.state(after: .seconds(2))
        else { throw LocationReplay.TrackError(line: 0, "no fix") }
        #expect(first.course == nil && first.speedMetresPerSecond == nil)
        // East along the equator: 6371008.8 m × 0.001° in radians = 111.195 m, in two seconds.
        #expect(abs((second.course?.degrees ?? 0) - 90) < 1e-6)
        #expect(abs((second.speedMetresPerSecond ?? 0) - 55.5975) < 0.001)
    }

    @Test("a recorded speed counts only at the recorded pace, a recorded course always")
    func recordedMotion() throws {
        let points = try points(2, at: [0, 1]).map { point in
            LocationReplay.TrackPoint(
                Fix(position: point.position, speedMetresPerSecond: 7, course: .degrees(80)),
                recordedAt: point.recordedAt, line: point.line)
        }
        for (usesTimes, speed) in [(true, 7), (false, 111.195)] {
            let plan = try LocationReplay.ReplayPlan(
                points, interval: .seconds(1), usesTimes: usesTimes)
            guard case .fix(let fix) = plan.state(after: .seconds(1)) else {
                throw LocationReplay.TrackError(line: 0, "no fix")
            }
            #expect(abs((fix.speedMetresPerSecond ?? 0) - speed) < 0.001)
            #expect(fix.course == .degrees(80))
        }
    }

    @Test("points nearer than the limit to the last one kept are left out")
    func distanceFilter() throws {
        let plan = try LocationReplay.ReplayPlan(
            points(5), interval: .seconds(1), minimumMetres: 200)
        #expect(plan.entries.count == 3)
        #expect(longitude(plan.state(after: .seconds(1))) == 0.002)
        #expect(longitude(plan.state(after: .seconds(2))) == 0.004)
    }

    @Test("with times, points last as long as they were recorded")
    func recordedTimes() throws {
        let plan = try LocationReplay.ReplayPlan(
            points(3, at: [1000, 1004, 1004.5]), interval: .seconds(1), usesTimes: true)
        #expect(longitude(plan.state(after: .milliseconds(3999))) == 0)
        #expect(longitude(plan.state(after: .seconds(4))) == 0.001)
        #expect(longitude(plan.state(after: .milliseconds(4500))) == 0.002)
        #expect(plan.length == .milliseconds(5500))
    }

    @Test("a pause of the recording is no position, and what follows it is no move")
    func pause() throws {
        let plan = try LocationReplay.ReplayPlan(
            points(2, at: [0, 60], newSegmentAt: 1), interval: .seconds(1), usesTimes: true)
        #expect(longitude(plan.state(after: .milliseconds(900))) == 0)
        #expect(plan.state(after: .seconds(30)) == .absent("the recording has a gap here"))
        guard case .fix(let after) = plan.state(after: .seconds(60)) else {
            throw LocationReplay.TrackError(line: 0, "no fix")
        }
        #expect(after.speedMetresPerSecond == nil)
    }

    @Test("times that are missing, go back or span years are refused with the line")
    func brokenTimes() throws {
        func plan(_ points: [LocationReplay.TrackPoint]) throws(LocationReplay.TrackError) {
            _ = try LocationReplay.ReplayPlan(points, interval: .seconds(1), usesTimes: true)
        }
        let untimed = try points(2)
        #expect(
            throws: LocationReplay.TrackError(
                line: 1, "use_times is set, but this point has no time")
        ) {
            try plan(untimed)
        }
        let backwards = try points(3, at: [5, 6, 5.5])
        #expect(
            throws: LocationReplay.TrackError(line: 3, "this point is older than the one before it")
        ) {
            try plan(backwards)
        }
        let endless = try points(2, at: [0, 1e12])
        #expect(
            throws: LocationReplay.TrackError(line: 2, "this point is over a year after the first")
        ) {
            try plan(endless)
        }
    }
}

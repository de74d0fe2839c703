import Testing
import Values

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
        guard case .fix(let fix, _) = moment else { return nil }
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
        guard case .fix(let first, _) = plan.state(after: .zero),
            case .fix(let second, _) = plan.state(after: .seconds(2))
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
            guard case .fix(let fix, _) = plan.state(after: .seconds(1)) else {
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
        guard case .fix(let after, _) = plan.state(after: .seconds(60)) else {
            throw LocationReplay.TrackError(line: 0, "no fix")
        }
        #expect(after.speedMetresPerSecond == nil)
    }

    private func plan(at times: [Double?]) throws -> LocationReplay.ReplayPlan {
        let all = try points(times.count).enumerated().map { index, point in
            LocationReplay.TrackPoint(point.fix, recordedAt: times[index], line: point.line)
        }
        return try LocationReplay.ReplayPlan(all, interval: .seconds(1), usesTimes: true)
    }

    /// gpsd, test/daemon: telit-he910.log has one fix that is 0.3 s older than the one before it; humminbird-M37.log goes back
    /// by 13 s, bt451.log holds two recordings.
    @Test(
        "a point without a time or out of order is left out, wherever it is",
        arguments: [
            ([1, 2, 3, 2.7, 4], [4]), ([1, 2, 99, 3, 4], [3]), ([9, 1, 2, 3], [1]),
            ([1, 2, 3, 0], [4]),
            ([1, nil, 3, 4], [2]), ([1, 2, 2, 3], []), ([5, 6, 5.5], [3]),
            ([1, 2, 3, 4, 2, 2, 3, 5], [3, 4]), ([1, 5, 2, 3, 7, 4, 6], [2, 5]),
        ] as [([Double?], [Int])])
    func leftOut(times: [Double?], lines: [Int]) throws {
        let plan = try plan(at: times)
        #expect(plan.leftOut.map(\.line) == lines)
        #expect(plan.entries.count == times.count - lines.count)
        #expect(plan.entries.map(\.offset) == plan.entries.map(\.offset).sorted())
    }

    @Test(
        "a clock that is set back, two recordings, no times and years are refused with the line",
        arguments: [
            ([nil, nil], 1, "use_times is set, but this point has no time"),
            ([2, 1], 2, "this point is older than the one before it"),
            (
                [1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 6, 7], 6,
                "this point is older than the one before it"
            ),
            (
                [1, 2, 3, 4, 5, 6, 7, 8, 9, 4, 5, 6, 7, 10], 10,
                "this point is older than the one before it"
            ),
            (
                [1, nil, 2, nil, 3, nil, 4, nil, 5], 2,
                "use_times is set, but this point has no time"
            ),
            ([0, 1e12], 2, "this point is over a year after the first"),
        ] as [([Double?], Int, String)])
    func brokenTimes(times: [Double?], line: Int, message: String) {
        #expect(throws: LocationReplay.TrackError(line: line, message)) { try plan(at: times) }
    }

    @Test("a pause before a point that is left out is one before the next")
    func pauseBeforeLeftOut() throws {
        let all = try points(4, at: [0, 1, 0.5, 60], newSegmentAt: 2)
        let plan = try LocationReplay.ReplayPlan(all, interval: .seconds(1), usesTimes: true)
        #expect(plan.leftOut.map(\.line) == [3])
        #expect(plan.state(after: .seconds(30)) == .absent("the recording has a gap here"))
    }

    @Test("two hundred thousand points are put in order at once")
    func long() throws {
        let count = LocationReplay.pointLimit
        let place = try #require(Position(latitude: 1, longitude: 1))
        let all = (0..<count).map {
            LocationReplay.TrackPoint(Fix(position: place), recordedAt: Double($0), line: $0 + 1)
        }
        #expect(try LocationReplay.TimeOrder(all).points.count == count)
    }
}

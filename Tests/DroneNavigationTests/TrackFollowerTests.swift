import Core
import JSON
import Testing
import Values

@testable import DroneNavigation
@testable import Navigation

struct TrackFollowerTests {
    private let plane = LocalPlane(origin: NavigatorBench.home)

    /// As an estimator would say that is never wrong; the nose points north.
    private func estimate(_ place: PlaneVector, at now: Instant) -> Estimate {
        Estimate(
            at: now, plane: plane, place: place, placeDeviationMetres: 0.1, velocity: .zero,
            velocityDeviation: 0.1, heading: .degrees(0), headingDeviation: .degrees(1),
            wind: .zero, windDeviation: 0.1, doubts: [], sinceFix: .zero, metresSinceFix: 0,
            jumps: 0)
    }

    // Blown 6 m to the west of its goal the nose would turn to the east.
    @Test(
        "the nose goes after the track's end until it was within 3 m of it, and then stays",
        arguments: [(10.0, true), (2.5, false)])
    func nose(nearestMetres: Double, turns: Bool) throws {
        let settings = try NavigatorBench.settings([:])
        var follower = DroneNavigation.TrackFollower()
        let leg = DroneNavigation.TrackFollower.Leg(
            item: 1, goal: plane.position(PlaneVector(east: 0, north: 20)), next: nil,
            metresPerSecond: 2, altitudeMetres: 2, nose: nil)
        var yaw = 0.0
        for (tenth, place) in [
            PlaneVector.zero, PlaneVector(east: 0, north: 20 - nearestMetres),
            PlaneVector(east: -6, north: 20), PlaneVector(east: -6, north: 20),
        ].enumerated() {
            let now = Instant.zero + .milliseconds(100 * tenth)
            yaw =
                follower.steer(
                    leg, estimate(place, at: now), altitudeMetres: 2,
                    by: settings.guidance.steering, at: now
                ).stick.yaw
        }
        #expect((yaw > 0) == turns, "\(yaw)")
    }

    @Test(
        "on its way the nose points where the mission has it, and along the track where it has none"
    )
    func pointed() throws {
        let settings = try NavigatorBench.settings([:])
        for (nose, sign) in [(90.0, 1.0), (270, -1), (nil, 0)] as [(Double?, Double)] {
            var follower = DroneNavigation.TrackFollower()
            let leg = DroneNavigation.TrackFollower.Leg(
                item: 1, goal: plane.position(PlaneVector(east: 0, north: 20)), next: nil,
                metresPerSecond: 2, altitudeMetres: 2, nose: nose.map { .degrees($0) })
            var yaw = 0.0
            for tenth in 1...4 {
                let now = Instant.zero + .milliseconds(100 * tenth)
                yaw =
                    follower.steer(
                        leg, estimate(.zero, at: now), altitudeMetres: 2,
                        by: settings.guidance.steering, at: now
                    )
                    .stick.yaw
            }
            #expect(sign == 0 ? abs(yaw) < 0.01 : yaw * sign > 0, "\(yaw)")
        }
    }
}

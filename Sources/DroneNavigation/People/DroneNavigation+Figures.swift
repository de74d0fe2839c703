import Missions
import Navigation
import Values

/// Circles.
extension DroneNavigation {
    /// To where the circle is nearest, then around it, with the nose ahead or on what it is pointed at.
    mutating func circle(
        _ figure: Figure, _ mission: DroneNavigation.FlightPlan, in situation: Situation,
        by settings: Settings
    ) -> Decision {
        guard let estimate = situation.location.estimate, let reported = situation.flight else {
            return (.hover, .hovering(.noTarget))
        }
        let leg = DroneNavigation.TrackFollower.Leg(
            item: mission.number, goal: nil, next: nil,
            metresPerSecond: mission.metresPerSecond ?? settings.guidance.cruiseMetresPerSecond,
            altitudeMetres: figure.altitudeMetres.map(GuidanceLaw(settings).allowed),
            nose: turnToSight(of: mission, in: situation, by: settings).flatMap { turn in
                situation.nose.map { $0 + turn }
            })
        let step = flight?.follower.steer(
            around: figure, leg, estimate, altitudeMetres: reported.altitudeMetres,
            by: settings.guidance.steering, at: situation.now)
        guard let (steering, isDone) = step else { return (.hover, .hovering(.noTarget)) }
        guard !isDone else { return finishItem(mission, in: situation, by: settings) }
        guard let circle = flight?.follower.circle, circle.isThere else {
            return (
                .move(steering.stick),
                .reachingCircle(mission.stage, distanceMetres: steering.sight.distanceMetres)
            )
        }
        return (
            .move(steering.stick),
            .circling(mission.stage, left: circle.arc.left, radiusMetres: figure.radiusMetres)
        )
    }

    /// Where the circle begins that it flies to; `nil` once it is there.
    var circleStart: Position? {
        guard case .figure = mission?.action, let circle = flight?.follower.circle, !circle.isThere
        else { return nil }
        return latest?.location.estimate?.plane.position(circle.arc.start)
    }

    /// The circle that it flies around.
    var circleUnderWay: Arc? {
        guard case .figure = mission?.action, let circle = flight?.follower.circle, circle.isThere
        else { return nil }
        return circle.arc
    }
}

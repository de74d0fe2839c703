import Missions
import Navigation
import Values

extension DroneNavigation {
    /// Flies along the tracks of a mission, and stays where it is to stay, by an estimate.
    struct TrackFollower: Sendable {
        /// What is to be flown now.
        struct Leg: Sendable {
            /// The number of its item.
            let item: Int
            /// `nil`: it stays where it was when the item began.
            let goal: Position?
            /// Where it goes on to without a stop.
            let next: Position?
            let metresPerSecond: Double
            let altitudeMetres: Double?
            /// Where the nose should point; `nil`: along the track.
            let nose: Angle?
        }

        /// A circle of a mission, on its way there or around it.
        struct Circle: Sendable {
            let item: Int
            var arc: Arc
            /// It has come to where the circle begins.
            var isThere = false
        }

        /// Once it was nearer to the end of a track the nose stays as it is: the direction to something near turns
        /// quickly, and while it turns the tilt stands against the wind in the wrong direction.
        private static let aheadMetres = 3.0

        private var guidance = Guidance()
        private var current: (item: Int, track: Track)?
        /// It has been near the end of that track.
        private var hasBeenNear = false
        private(set) var circle: Circle?
        /// The end of the leg that was flown last, from which the next one begins.
        private var corner: PlaneVector?

        mutating func steer(
            _ leg: Leg, _ estimate: Estimate, altitudeMetres: Double,
            by settings: Navigation.GuidanceSettings, at now: Instant
        ) -> Guidance.Steering {
            let track = track(leg.item, leg.metresPerSecond, estimate) { start in
                Track(
                    from: start, to: leg.goal.map { estimate.plane.point($0) } ?? start,
                    next: leg.next.map { estimate.plane.point($0) },
                    metresPerSecond: leg.metresPerSecond)
            }
            let isLeading = leg.nose == nil && leg.goal != nil
            return steer(
                along: track, at: leg.altitudeMetres,
                facing: isLeading ? ahead(track, estimate) : leg.nose, estimate, altitudeMetres,
                by: settings, now)
        }

        /// To where a circle is nearest, and around it to a stop. Of `leg` its goal does not count.
        mutating func steer(
            around figure: Figure, _ leg: Leg, _ estimate: Estimate, altitudeMetres: Double,
            by settings: Navigation.GuidanceSettings, at now: Instant
        ) -> (steering: Guidance.Steering, isDone: Bool) {
            var circle = circle(figure, leg, estimate)
            defer { self.circle = circle }
            guard circle.isThere else {
                let track = track(leg.item, leg.metresPerSecond, estimate) { start in
                    Track(
                        from: start, to: circle.arc.start, next: circle.arc.beyondStart,
                        metresPerSecond: leg.metresPerSecond)
                }
                let steering = steer(
                    along: track, at: leg.altitudeMetres,
                    facing: leg.nose ?? ahead(track, estimate),
                    estimate, altitudeMetres, by: settings, now)
                circle.isThere = steering.hasPassed
                return (steering, false)
            }
            circle.arc.note(estimate.place)
            let steering = guidance.steer(
                estimate, altitudeMetres: altitudeMetres, around: circle.arc,
                at: leg.altitudeMetres, heading: leg.nose, by: settings, at: now)
            return (steering, steering.hasArrived)
        }

        /// Towards a place that moves, from wherever it is.
        mutating func chase(
            _ goal: PlaneVector, metresPerSecond: Double, facing nose: Angle?,
            at wantedMetres: Double, _ estimate: Estimate, altitudeMetres: Double,
            by settings: Navigation.GuidanceSettings, at now: Instant
        ) -> StickPosition {
            begin()
            let track = Track(from: estimate.place, to: goal, metresPerSecond: metresPerSecond)
            return steer(
                along: track, at: wantedMetres, facing: nose, estimate, altitudeMetres,
                by: settings, now
            ).stick
        }

        private mutating func steer(
            along track: Track, at wantedMetres: Double?, facing nose: Angle?, _ estimate: Estimate,
            _ altitudeMetres: Double, by settings: Navigation.GuidanceSettings, _ now: Instant
        ) -> Guidance.Steering {
            guidance.steer(
                estimate, altitudeMetres: altitudeMetres,
                to: Guidance.Goal(track: track, altitudeMetres: wantedMetres, heading: nose),
                by: settings, at: now)
        }

        private mutating func ahead(_ track: Track, _ estimate: Estimate) -> Angle? {
            let way = track.end - estimate.place
            if way.length <= Self.aheadMetres { hasBeenNear = true }
            return hasBeenNear ? nil : way.direction
        }

        private func circle(_ figure: Figure, _ leg: Leg, _ estimate: Estimate) -> Circle {
            let metresPerSecond = figure.metresPerSecond(cruise: leg.metresPerSecond)
            if var circle, circle.item == leg.item {
                circle.arc.metresPerSecond = metresPerSecond
                return circle
            }
            let arc = Arc(
                around: estimate.plane.point(figure.center), radiusMetres: figure.radiusMetres,
                turns: figure.turns, isClockwise: figure.isClockwise,
                from: corner ?? estimate.place, metresPerSecond: metresPerSecond)
            return Circle(item: leg.item, arc: arc)
        }

        /// That of an item: made when it begins, from where the last one ended.
        private mutating func track(
            _ item: Int, _ metresPerSecond: Double, _ estimate: Estimate,
            _ make: (_ start: PlaneVector) -> Track
        ) -> Track {
            if let current, current.item == item {
                return current.track.at(metresPerSecond: metresPerSecond)
            }
            if corner == nil { guidance.retarget() }
            let track = make(corner ?? estimate.place)
            current = (item, track)
            hasBeenNear = false
            corner = nil
            return track
        }

        /// The next leg begins where this one ended; where none was flown since, that stays so.
        mutating func finishLeg() {
            guard let finished = current else { return }
            corner = circle?.arc.end ?? finished.track.end
            current = nil
            circle = nil
        }

        /// It flies something else now, from where it is.
        mutating func begin() {
            current = nil
            circle = nil
            corner = nil
        }

        /// Somebody else flies meanwhile: what it asked for is void, the track is not.
        mutating func interrupt() {
            guidance.reset()
        }
    }
}

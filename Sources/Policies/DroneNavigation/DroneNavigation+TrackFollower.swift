import Devices
import Missions
import Navigation

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

        /// Nearer to its end the nose stays as it is: the direction to something near turns quickly.
        private static let aheadMetres = 3.0

        private var guidance: Guidance
        private var current: (item: Int, track: Track)?
        /// The end of the leg that was flown last, from which the next one begins.
        private var corner: PlaneVector?

        init(_ settings: GuidanceSettings) {
            guidance = Guidance(settings.steering)
        }

        /// What is asked for changes no faster than before.
        mutating func goOn(with new: GuidanceSettings) {
            guidance.settings = new.steering
        }

        mutating func steer(
            _ leg: Leg, _ estimate: Estimate, altitudeMetres: Double, at now: Instant
        ) -> Guidance.Steering {
            let track = track(leg, estimate)
            var nose = leg.nose
            if nose == nil, leg.goal != nil,
                (track.end - estimate.place).length > Self.aheadMetres
            {
                nose = (track.end - estimate.place).direction
            }
            return guidance.steer(
                estimate, altitudeMetres: altitudeMetres,
                to: Guidance.Goal(
                    track: track, altitudeMetres: leg.altitudeMetres, heading: nose), at: now)
        }

        /// Towards a place that moves, from wherever it is.
        mutating func chase(
            _ goal: PlaneVector, metresPerSecond: Double, facing nose: Angle?,
            at wantedMetres: Double, _ estimate: Estimate, altitudeMetres: Double,
            at now: Instant
        ) -> StickPosition {
            begin()
            let track = Track(from: estimate.place, to: goal, metresPerSecond: metresPerSecond)
            let wanted = Guidance.Goal(track: track, altitudeMetres: wantedMetres, heading: nose)
            return guidance.steer(
                estimate, altitudeMetres: altitudeMetres, to: wanted, at: now
            ).stick
        }

        private mutating func track(_ leg: Leg, _ estimate: Estimate) -> Track {
            if let current, current.item == leg.item {
                return current.track.at(metresPerSecond: leg.metresPerSecond)
            }
            if corner == nil { guidance.retarget() }
            let start = corner ?? estimate.place
            let track = Track(
                from: start, to: leg.goal.map { estimate.plane.point($0) } ?? start,
                next: leg.next.map { estimate.plane.point($0) },
                metresPerSecond: leg.metresPerSecond)
            current = (leg.item, track)
            corner = nil
            return track
        }

        /// The next leg begins where this one ended; where none was flown since, that stays so.
        mutating func finishLeg() {
            guard let finished = current else { return }
            corner = finished.track.end
            current = nil
        }

        /// It flies something else now, from where it is.
        mutating func begin() {
            current = nil
            corner = nil
        }

        /// Somebody else flies meanwhile: what it asked for is void, the track is not.
        mutating func interrupt() {
            guidance.reset()
        }
    }
}

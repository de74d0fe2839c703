import Navigation
import Values

extension DroneNavigation {
    /// How much of the battery it takes to come home, by what the flight has drained so far.
    struct BatteryBudget: Sendable {
        /// A pack of 12 minutes.
        private static let usualPercentPerSecond = 100.0 / 720
        /// A gauge that moves by whole percents says nothing sooner.
        private static let learnsAfter = Duration.seconds(60)
        /// PX4 has 1.1 for a way without wind; gusts and a cold pack take more.
        private static let margin = 1.3
        /// To slow down, and to be sure that it has arrived.
        private static let arrivalSeconds = 5.0
        private static let descentMetresPerSecond = 0.5
        /// Of what a tilt allows, what is sure to come of it.
        private static let sureShare = 0.8
        private static let minMetresPerSecond = 0.3
        /// Over this time the wind is averaged: a gust of some seconds is not what the way home is flown
        /// against.
        private static let windSeconds = 30.0

        private var first: (percent: Double, at: Instant)?
        private var latest: (percent: Double, at: Instant)?
        private var wind: PlaneVector?

        mutating func note(percent: Int, wind: PlaneVector?, at now: Instant) {
            if let wind {
                average(wind, afterSeconds: latest.map { now.seconds(since: $0.at) } ?? 0)
            }
            if first == nil { first = (Double(percent), now) }
            latest = (Double(percent), now)
        }

        private mutating func average(_ wind: PlaneVector, afterSeconds seconds: Double) {
            let share = seconds / (seconds + Self.windSeconds)
            self.wind = self.wind.map { $0 + (wind - $0) * share } ?? wind
        }

        /// In percent; infinite where the wind is stronger than the aircraft. `minMetres` is how long the
        /// way is where fences make it longer than the straight one.
        func percentNeeded(
            home: PlaneVector, minMetres: Double, from estimate: Estimate, altitudeMetres: Double,
            cruise metresPerSecond: Double, most maxMetresPerSecond: Double
        ) -> Double {
            let way = home - estimate.place
            let direction = PlaneVector(length: 1, towards: way.direction)
            let wind = wind ?? estimate.wind
            let speed = min(
                metresPerSecond,
                SpeedLaw.overGround(
                    airSpeed: maxMetresPerSecond * Self.sureShare,
                    windAlong: wind.dot(direction), windAcross: wind.cross(direction)))
            guard speed >= Self.minMetresPerSecond else { return .infinity }
            let seconds =
                max(way.length, minMetres) / speed + max(0, altitudeMetres)
                / Self.descentMetresPerSecond
                + Self.arrivalSeconds
            return percentPerSecond * Self.margin * seconds
        }

        private var percentPerSecond: Double {
            guard let first, let latest, latest.at - first.at >= Self.learnsAfter else {
                return Self.usualPercentPerSecond
            }
            let drained = (first.percent - latest.percent) / latest.at.seconds(since: first.at)
            return max(Self.usualPercentPerSecond / 2, drained)
        }
    }
}

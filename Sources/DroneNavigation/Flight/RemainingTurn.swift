import Missions
import Values

extension DroneNavigation {
    /// How far there is still to turn, also more than half around.
    struct RemainingTurn: Equatable, Sendable {
        /// Positive: clockwise.
        private(set) var leftDegrees: Double
        private var nose: Angle

        init(_ turn: Turn, nose: Angle) {
            self.nose = nose
            switch turn {
            case .by(let angle): leftDegrees = angle.degrees
            case .to(let heading): leftDegrees = (heading - nose).wrapped.degrees
            }
        }

        mutating func note(nose now: Angle) {
            leftDegrees -= (now - nose).wrapped.degrees
            nose = now
        }
    }
}

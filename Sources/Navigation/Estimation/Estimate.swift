import Values

/// Where an aircraft is and how it moves, with how sure that is. Deviations are those along one axis.
package struct Estimate: Equatable, Sendable {
    /// What is wrong with it, if anything.
    package struct Doubts: OptionSet, Sendable {
        package let rawValue: UInt16

        package init(rawValue: UInt16) {
            self.rawValue = rawValue
        }

        /// For 2 s nothing of a receiver could be used: the position is reckoned from velocity.
        package static let noFix = Doubts(rawValue: 1 << 0)
        /// Fixes lie where nothing could have flown to.
        package static let jumping = Doubts(rawValue: 1 << 1)
        /// The receiver repeats its place.
        package static let stuck = Doubts(rawValue: 1 << 2)
        /// The receiver does not come along.
        package static let leftBehind = Doubts(rawValue: 1 << 3)
        /// Fixes move and the velocity does not: the camera sees nothing that it could measure by.
        package static let blindVelocity = Doubts(rawValue: 1 << 4)
        /// The aircraft flies in another direction than its heading says: to steer would spiral it away.
        package static let wrongHeading = Doubts(rawValue: 1 << 5)
        /// The compass is turned by something; the gyro stands in, for as long as it can.
        package static let disturbedCompass = Doubts(rawValue: 1 << 6)
        /// The position has just jumped to where fixes say it is: for 2 s nothing should be flown by it.
        package static let settling = Doubts(rawValue: 1 << 7)

        /// Those with which nothing is to be flown towards.
        package static let position: Doubts = [
            .noFix, .jumping, .stuck, .leftBehind, .blindVelocity, .wrongHeading, .settling,
        ]
    }

    package let at: Instant
    package let plane: LocalPlane
    package let place: PlaneVector
    package let placeDeviationMetres: Double
    /// Over ground, in m/s.
    package let velocity: PlaneVector
    package let velocityDeviation: Double
    /// Of the nose, clockwise from true north.
    package let heading: Angle
    package let headingDeviation: Angle
    /// Where the air moves to, in m/s.
    package let wind: PlaneVector
    package let windDeviation: Double
    package let doubts: Doubts
    /// Since the last fix that was used was measured, and how far it has flown since.
    package let sinceFix: Duration
    package let metresSinceFix: Double
    /// How often the position has jumped to where fixes said it was.
    package let jumps: Int

    package var position: Position? { plane.position(place) }
    package var isTrusted: Bool { doubts.isDisjoint(with: .position) }
}

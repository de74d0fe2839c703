import Core
import Devices
import Glibc

/// A horizontal vector over the ground: metres, or metres per second.
struct GroundVector: Equatable, Sendable {
    var east: Double
    var north: Double

    static let zero = GroundVector(east: 0, north: 0)

    init(east: Double, north: Double) {
        self.east = east
        self.north = north
    }

    /// A vector towards `direction`, clockwise from north.
    init(length: Double, direction: Angle) {
        self.init(east: length * sin(direction.radians), north: length * cos(direction.radians))
    }

    /// A vector given in the frame of something that heads towards `heading`.
    init(forward: Double, right: Double, heading: Angle) {
        let (sine, cosine) = (sin(heading.radians), cos(heading.radians))
        self.init(east: forward * sine + right * cosine, north: forward * cosine - right * sine)
    }

    var length: Double {
        (east * east + north * north).squareRoot()
    }

    /// Clockwise from north, 0..<360.
    var direction: Angle {
        .radians(atan2(east, north)).compass
    }

    func forward(heading: Angle) -> Double {
        north * cos(heading.radians) + east * sin(heading.radians)
    }

    func right(heading: Angle) -> Double {
        east * cos(heading.radians) - north * sin(heading.radians)
    }

    /// This error a while later: a first-order Gauss-Markov (Ornstein-Uhlenbeck) process on each axis.
    /// Exact for any time, so that it does not depend on the step.
    func wandered(
        _ seconds: Double, lasting: Double, _ deviation: Double, _ generator: inout SeededGenerator
    ) -> GroundVector {
        let memory = exp(-seconds / lasting)
        let kick = deviation * (1 - memory * memory).squareRoot()
        return GroundVector(
            east: east * memory + kick * generator.gaussian(),
            north: north * memory + kick * generator.gaussian())
    }

    static func + (left: GroundVector, right: GroundVector) -> GroundVector {
        GroundVector(east: left.east + right.east, north: left.north + right.north)
    }

    static func - (left: GroundVector, right: GroundVector) -> GroundVector {
        GroundVector(east: left.east - right.east, north: left.north - right.north)
    }

    static func * (vector: GroundVector, factor: Double) -> GroundVector {
        GroundVector(east: vector.east * factor, north: vector.north * factor)
    }
}

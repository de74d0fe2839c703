import Glibc
import Values

/// A vector in the frame of the drone's body: forward, right, down.
struct BodyVector: Equatable, Sendable {
    var x: Double
    var y: Double
    var z: Double

    static let zero = BodyVector(x: 0, y: 0, z: 0)

    init(x: Double, y: Double, z: Double) {
        self.x = x
        self.y = y
        self.z = z
    }

    /// A vector over the ground and down, seen from a body in this attitude.
    init(_ level: PlaneVector, down: Double, heading: Angle, pitch: Angle, roll: Angle) {
        let (forward, right) = (level.forward(heading: heading), level.right(heading: heading))
        let (sinPitch, cosPitch) = (sin(pitch.radians), cos(pitch.radians))
        let (sinRoll, cosRoll) = (sin(roll.radians), cos(roll.radians))
        // First the nose up, then the right side down.
        let tilted = forward * sinPitch + down * cosPitch
        x = forward * cosPitch - down * sinPitch
        y = right * cosRoll + tilted * sinRoll
        z = tilted * cosRoll - right * sinRoll
    }

    var components: [Double] { [x, y, z] }

    var length: Double { (x * x + y * y + z * z).squareRoot() }

    static func + (left: BodyVector, right: BodyVector) -> BodyVector {
        BodyVector(x: left.x + right.x, y: left.y + right.y, z: left.z + right.z)
    }

    static func - (left: BodyVector, right: BodyVector) -> BodyVector {
        left + right * -1
    }

    static func * (vector: BodyVector, factor: Double) -> BodyVector {
        BodyVector(x: vector.x * factor, y: vector.y * factor, z: vector.z * factor)
    }
}

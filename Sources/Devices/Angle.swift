/// An angle, kept in degrees. Finite by construction of its readers, not of this type.
package struct Angle: Codable, Comparable, Hashable, Sendable {
    package let degrees: Double

    package static func degrees(_ degrees: Double) -> Angle {
        Angle(degrees: degrees)
    }

    package static func radians(_ radians: Double) -> Angle {
        Angle(degrees: radians * 180 / .pi)
    }

    package var radians: Double {
        degrees * .pi / 180
    }

    /// The same direction in -180..<180 degrees: the short way round.
    package var wrapped: Angle {
        let turn = (degrees + 180).truncatingRemainder(dividingBy: 360)
        return .degrees((turn < 0 ? turn + 360 : turn) - 180)
    }

    /// The same direction in 0..<360 degrees, as a compass shows it.
    package var compass: Angle {
        let turn = degrees.truncatingRemainder(dividingBy: 360)
        return .degrees(turn < 0 ? turn + 360 : turn)
    }

    package static func < (left: Angle, right: Angle) -> Bool { left.degrees < right.degrees }
    package static func + (left: Angle, right: Angle) -> Angle {
        .degrees(left.degrees + right.degrees)
    }
    package static func - (left: Angle, right: Angle) -> Angle {
        .degrees(left.degrees - right.degrees)
    }
    package static prefix func - (angle: Angle) -> Angle { .degrees(-angle.degrees) }
}

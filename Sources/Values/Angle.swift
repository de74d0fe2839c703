#if canImport(Glibc)
    import Glibc
#endif

/// An angle, kept in degrees. Finite by construction of its readers, not of this type.
package struct Angle: Codable, Comparable, Hashable, Sendable {
    package let degrees: Double

    package static func degrees(_ degrees: Double) -> Angle {
        Angle(degrees: degrees)
    }

    package static func radians(_ radians: Double) -> Angle {
        Angle(degrees: radians * 180 / .pi)
    }

    package var sine: Double { sin(radians) }
    package var cosine: Double { cos(radians) }

    package var radians: Double {
        degrees * .pi / 180
    }

    /// The same direction in -180..<180 degrees: the short way round.
    package var wrapped: Angle {
        .degrees(Self.turn(of: degrees + 180) - 180)
    }

    /// The same direction in 0..<360 degrees, as a compass shows it.
    package var compass: Angle {
        .degrees(Self.turn(of: degrees))
    }

    /// The part of a turn in 0..<360 degrees that is left when whole turns are taken away.
    private static func turn(of degrees: Double) -> Double {
        let part = degrees.truncatingRemainder(dividingBy: 360)
        guard part < 0 else { return part }
        // A hair below zero plus 360 is rounded to 360, which is out of the range.
        return part + 360 < 360 ? part + 360 : 0
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

import Glibc
import Values

/// How light it is under a clear sky, in lux on level ground: Circular 171 of the United States Naval
/// Observatory (Janiczek and DeYoung, 1987).
package enum SkyLight {
    /// Of the sky itself, with neither sun nor moon.
    package static let nightLux = 0.0005

    /// By the sun at this elevation, as it is without refraction.
    package static func sunLux(_ elevation: Angle) -> Double {
        max(0, 133_775 * brightness(refracted(elevation.degrees)))
    }

    /// By the moon at this elevation; `elongation` is 180 degrees when it is full.
    package static func moonLux(_ elevation: Angle, elongation: Angle) -> Double {
        let height = elevation.degrees
        guard height > -1 else { return 0 }
        let phase = min(179.9, max(1, abs(elongation.wrapped.degrees))) * .pi / 180
        let reflected =
            0.892 * exp(-3.343 / pow(tan(phase / 2), 0.632))
            + 0.0344 * (sin(phase) - phase * cos(phase))
        let distance = 1 - 0.005 * cos(phase) - 0.03 * elevation.sine
        let light = brightness(refracted(height - 0.95 * elevation.cosine))
        return max(0, 0.418 * reflected / distance * light)
    }

    private static func refracted(_ degrees: Double) -> Double {
        guard degrees >= -5.0 / 6 else { return degrees }
        return degrees + 1 / tan((degrees + 8.6 / (degrees + 4.42)) * .pi / 180) / 60
    }

    /// The share that comes through the air, by day and by twilight.
    private static func brightness(_ degrees: Double) -> Double {
        let radians = degrees * .pi / 180
        let ratio = 753.66156
        let height = sin(radians)
        let slant = asin(ratio * cos(radians) / (ratio + 1))
        let mass = ratio * (cos(slant) - height) + cos(slant)
        return exp(-0.21 * mass) * height
            + 0.0289 * exp(-0.042 * mass) * (1 + (degrees + 90) * height / 57.29577951)
    }
}

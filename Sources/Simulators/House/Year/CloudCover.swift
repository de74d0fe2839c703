import Core
import Glibc

/// Clouds, as the power of ten by which they weaken the light: 0 is a clear sky, 1 a dark stratus.
///
/// Two processes that wander, weather of half a day and clouds of half an hour, and the edges of broken
/// clouds, which weaken light by 3 to 8 within a minute.
package struct CloudCover: Sendable {
    /// How often it moves on.
    static let step = 5
    private static let clouds = Wander(seconds: 1800)
    private static let weather = Wander(seconds: 43200)
    private static let edgesPerHour = 5.0
    private static let edgeSeconds = 30.0

    private struct Wander {
        let keep: Double
        let spread: Double

        init(seconds: Double) {
            keep = exp(-Double(CloudCover.step) / seconds)
            spread = (1 - keep * keep).squareRoot()
        }

        func next(_ value: Double, _ generator: inout SeededGenerator) -> Double {
            keep * value + spread * generator.gaussian()
        }
    }

    private var generator: SeededGenerator
    private var weather: Double
    private var clouds = 0.0
    /// Of the cloud before the sun, if one is there.
    private var shade = 0.0
    private var shadeGoal = 0.0
    /// A thundercloud; 0 without one.
    package var storm = 0.0
    package private(set) var exponent = 0.0

    package init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        weather = generator.gaussian()
    }

    /// Moves on by `step` seconds. `winter` is 1 in the darkest season and 0 in the brightest.
    mutating func advance(winter: Double) {
        weather = Self.weather.next(weather, &generator)
        clouds = Self.clouds.next(clouds, &generator)
        let mean = 0.3 + 0.2 * winter + 0.3 * weather
        let isBroken = (0.1...0.6).contains(mean)
        if generator.happens(Self.edgesPerHour * Double(Self.step) / 3600) {
            shadeGoal =
                isBroken && shadeGoal == 0 ? Double.random(in: 0.3...0.7, using: &generator) : 0
        }
        shade += (shadeGoal - shade) * min(1, Double(Self.step) / Self.edgeSeconds)
        exponent = min(1.3, max(0, mean + 0.12 * clouds + shade)) + storm
    }
}

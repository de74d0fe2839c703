import Core
import Values

/// The weather that a drone flies in.
package struct Wind: Equatable, Sendable {
    /// More than any drone flies in, or a simulation means anything in.
    static let speeds = 0.0...50.0

    package let speedMetresPerSecond: Double
    /// Where it blows to, clockwise from north.
    package let towards: Angle
    /// How far gusts swing around the mean: about twice their deviation.
    package let gustMetresPerSecond: Double
    /// How long a gust lasts, roughly.
    package let gustSeconds: Double

    /// Holds both speeds to 0...50 m/s, and the gusts to a tenth of a second at least. What is not a
    /// number becomes 0.
    package init(
        speedMetresPerSecond: Double = 0, towards: Angle = .degrees(0),
        gustMetresPerSecond: Double = 0, gustSeconds: Double = 2.5
    ) {
        self.speedMetresPerSecond = Self.held(speedMetresPerSecond)
        self.towards = towards.degrees.isFinite ? towards : .degrees(0)
        self.gustMetresPerSecond = Self.held(gustMetresPerSecond)
        self.gustSeconds = max(0.1, gustSeconds)
    }

    package static let calm = Wind()

    private static func held(_ speed: Double) -> Double {
        speed.isNaN ? 0 : min(speeds.upperBound, max(speeds.lowerBound, speed))
    }
}

/// The moving air at one place: the mean wind with gusts that come and go.
struct Air: Sendable {
    private(set) var velocity = PlaneVector.zero
    private var gust = PlaneVector.zero
    private var generator: SeededGenerator

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    /// Moves the gusts on.
    mutating func step(_ seconds: Double, _ wind: Wind) {
        if wind.gustMetresPerSecond > 0 {
            gust = gust.wandered(
                seconds, lasting: wind.gustSeconds, wind.gustMetresPerSecond / 2, &generator)
        } else {
            gust = .zero
        }
        velocity =
            gust + PlaneVector(length: wind.speedMetresPerSecond, towards: wind.towards)
    }
}

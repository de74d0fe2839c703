import Core
import Devices
import Glibc

/// The weather that a drone flies in.
package struct Wind: Equatable, Sendable {
    /// More than any drone flies in, or a simulation means anything in.
    static let speeds = 0.0...50.0

    package let speedMetresPerSecond: Double
    /// Where it blows to, clockwise from north.
    package let towards: Angle
    /// How far gusts swing around the mean: about twice their deviation.
    package let gustMetresPerSecond: Double

    /// Holds both speeds to 0...50 m/s. What is not a number becomes 0.
    package init(
        speedMetresPerSecond: Double = 0, towards: Angle = .degrees(0),
        gustMetresPerSecond: Double = 0
    ) {
        self.speedMetresPerSecond = Self.held(speedMetresPerSecond)
        self.towards = towards.degrees.isFinite ? towards : .degrees(0)
        self.gustMetresPerSecond = Self.held(gustMetresPerSecond)
    }

    package static let calm = Wind()

    private static func held(_ speed: Double) -> Double {
        speed.isNaN ? 0 : min(speeds.upperBound, max(speeds.lowerBound, speed))
    }
}

/// The moving air at one place: the mean wind with gusts that come and go.
struct Air: Sendable {
    /// How long a gust lasts, roughly.
    private static let gustSeconds = 2.5

    private(set) var velocity = GroundVector.zero
    private var gust = GroundVector.zero
    private var generator: SeededGenerator

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    /// Moves the gusts on: a first-order Gauss-Markov process on each axis.
    mutating func step(_ seconds: Double, _ wind: Wind) {
        if wind.gustMetresPerSecond > 0 {
            let memory = exp(-seconds / Self.gustSeconds)
            let deviation = wind.gustMetresPerSecond / 2
            let kick = deviation * (1 - memory * memory).squareRoot()
            gust = GroundVector(
                east: gust.east * memory + kick * generator.gaussian(),
                north: gust.north * memory + kick * generator.gaussian())
        } else {
            gust = .zero
        }
        velocity =
            gust + GroundVector(length: wind.speedMetresPerSecond, direction: wind.towards)
    }
}

import Glibc

/// Light and warmth over a day, each a smooth curve of the time of day.
struct Daylight: Sendable {
    let lightRatio: ClosedRange<Double>
    let minCelsius: Double
    let maxCelsius: Double

    /// The light at a time of day (0..<1), as a share of the converter's full scale.
    ///
    /// The sun is up from 0.25 to 0.75; twilight reaches a little beyond, and full light comes well
    /// before noon, as a sensor in the shade sees it.
    func light(at timeOfDay: Double) -> Double {
        let elevation = sin(2 * Double.pi * (timeOfDay - 0.25))
        let fraction = min(1, max(0, (elevation + 0.1) / 0.6))
        let smooth = fraction * fraction * (3 - 2 * fraction)
        return lightRatio.lowerBound + (lightRatio.upperBound - lightRatio.lowerBound) * smooth
    }

    /// The air in degrees Celsius: warmest at 0.625 (15 h), coldest twelve hours away from that.
    func celsius(at timeOfDay: Double) -> Double {
        let mean = (minCelsius + maxCelsius) / 2
        let swing = (maxCelsius - minCelsius) / 2
        return mean + swing * cos(2 * Double.pi * (timeOfDay - 0.625))
    }
}

import Core
import Glibc
import Values

/// One photoresistor of many, over 10 kΩ on a converter of 10 bits, as it is drawn from the bag.
package struct PhotoresistorPart: Sendable {
    private static let fixedOhms = 10_000.0
    private static let logTenLux = 2.302585092994046
    /// What is left, in a mean of five readings, of a lamp that goes dark a hundred times a second: the
    /// part takes 20 to 30 ms to follow (data sheets of the GL55 family).
    private static let flicker = 0.08

    private let logOhmsAt10Lux: Double
    private let gamma: Double
    /// What it has in the dark: data sheets of the GL55 family say 1 to 20 MΩ after ten seconds.
    private let darkOhms: Double
    private let noise: Double
    private let offsetSteps: Double
    /// How much light dirt takes away within a year.
    private let dirtPerYear: Double
    private var generator: SeededGenerator

    package init(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        func number(_ range: ClosedRange<Double>) -> Double {
            Double.random(in: range, using: &generator)
        }
        // 8 to 20 kΩ is what the sheet of a part with 12 kΩ allows.
        logOhmsAt10Lux = log(number(8000...20000))
        gamma = number(0.65...0.75)
        darkOhms = exp(number(log(1e6)...log(20e6)))
        noise = number(0.01...0.03)
        // An MCP3008 is off by 1.5 steps at most (data sheet, offset error).
        offsetSteps = number(-1.5...1.5)
        dirtPerYear = number(0.1...0.3)
        self.generator = generator
    }

    /// The share of the supply that the converter sees, with the light as its natural logarithm in lux
    /// and the age of the installation in seconds; `ofMains` is the share of the light that comes from
    /// lamps on alternating current. A reading is a mean of five, by the driver.
    mutating func ratio(logLux: Double, ageSeconds: Int, ofMains: Double = 0) -> Double {
        let dirt = dirtPerYear * Double(ageSeconds) / 31_536_000
        let bright = exp(logOhmsAt10Lux - gamma * (logLux - dirt - Self.logTenLux))
        let unrest = noise + Self.flicker * ofMains
        let ohms = bright * darkOhms / (bright + darkOhms) * (1 + unrest * generator.gaussian())
        let full = Double(HouseModel.lightFullScale)
        let steps = full * Self.fixedOhms / (Self.fixedOhms + max(1, ohms)) + offsetSteps
        guard steps >= 0.5 else { return 0 }
        return min(full, (steps * 5).rounded() / 5) / full
    }
}

import Glibc

/// Random numbers that are the same in every run with the same seed (SplitMix64; Steele, Lea, Flood 2014).
///
/// A simulated world, a fuzzer and a test must replay: what failed once must fail again.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number of the normal distribution with mean 0 and deviation 1 (Box and Muller).
    package mutating func gaussian() -> Double {
        let radius = (-2 * log(Double.random(in: .leastNormalMagnitude..<1, using: &self)))
            .squareRoot()
        return radius * cos(Double.random(in: 0..<(2 * .pi), using: &self))
    }

    /// Whether an event of this probability (0...1) happens now.
    package mutating func happens(_ probability: Double) -> Bool {
        probability > 0 && Double.random(in: 0..<1, using: &self) < probability
    }
}

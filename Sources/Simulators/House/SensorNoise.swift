/// Noise that is the same for the same seed (the SplitMix64 generator).
struct SensorNoise: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number within ±`limit`, small ones more likely: the mean of three even ones.
    mutating func sample(within limit: Double) -> Double {
        guard limit > 0 else { return 0 }
        let sum = (0..<3).reduce(0.0) { sum, _ in sum + Double.random(in: -1...1, using: &self) }
        return sum / 3 * limit
    }
}

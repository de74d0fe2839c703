import Core
import Values

/// Other settings that are applied in a flight, at times that chance decides, on the ground too.
struct TrialChanges {
    /// As fast as somebody applies by hand, and as rarely as in no flight but one.
    private static let secondsBetween = 0.5...60.0

    private let setups: [TrialSetup]
    private var generator: SeededGenerator
    private var next = Duration.zero

    init(_ setups: [TrialSetup], seed: UInt64) {
        self.setups = setups
        generator = SeededGenerator(seed: seed)
        wait(from: .zero)
    }

    /// What is to be applied now, if anything is.
    mutating func due(at time: Duration) -> TrialSetup? {
        guard time >= next, !setups.isEmpty else { return nil }
        wait(from: time)
        return setups.randomElement(using: &generator)
    }

    private mutating func wait(from time: Duration) {
        next = time + .seconds(Double.random(in: Self.secondsBetween, using: &generator))
    }
}

import Core

/// Paws and meltwater, which wet a bolt some forty times a year (a guess: owners report a frozen flap now and
/// then in a winter) and dry within six hours. What frost makes of that is the bolt's.
struct WetPaws: Sendable {
    private static let perYear = 40.0
    private static let driesAfter = 6 * 3600

    private var generator: SeededGenerator
    private var until = Int.min

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    /// To be asked each minute, in the order of time.
    mutating func haveWetted(at second: Int) -> Bool {
        if generator.happens(Self.perYear / 365 / 1440) { until = second + Self.driesAfter }
        return second < until
    }
}

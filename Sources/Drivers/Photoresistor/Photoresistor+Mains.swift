import Devices

extension Photoresistor {
    /// The mains that lamps nearby flicker with, at twice its frequency.
    ///
    /// A reading every 250 ms meets the same moment of the flicker each time, so no filter of
    /// readings can see it. One reading therefore is the mean of some that are spread over a whole
    /// period of the mains, in which every lamp goes through whole periods of its own.
    enum Mains: String, CaseIterable, Sendable {
        case none
        case hertz50 = "50Hz"
        case hertz60 = "60Hz"

        /// How many make a reading. A prime number: the flicker's harmonics cancel out except for
        /// its multiples, of which 5 leaves fewer than 8 would.
        var samples: Int { self == .none ? 1 : 5 }

        /// From one to the next.
        var spacing: Duration {
            switch self {
            case .none: .zero
            case .hertz50: .milliseconds(20) / 5
            case .hertz60: .nanoseconds(1_000_000_000 / 60) / 5
            }
        }
    }

    /// One reading in the making.
    struct Window: Sendable {
        private let mains: Mains
        private let start: Instant
        private var shares: [Share] = []

        init(_ mains: Mains, at start: Instant) {
            self.mains = mains
            self.start = start
        }

        /// Takes a sample; the last one completes the mean.
        mutating func add(_ share: Share) -> Share? {
            shares.append(share)
            guard shares.count >= mains.samples else { return nil }
            let sum = shares.reduce(0) { $0 + $1.value }
            return Share(
                value: sum / Double(shares.count),
                isClipped: shares.contains(where: \.isClipped))
        }

        /// When the next sample is to be taken, by the grid of the window.
        var nextAt: Instant { start + mains.spacing * shares.count }
    }
}

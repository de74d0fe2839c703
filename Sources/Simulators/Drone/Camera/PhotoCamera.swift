import Values

/// The front camera as far as it takes photographs: `userbox:userbox_cmd`, by the developer's guide of the SDK.
struct PhotoCamera: Equatable, Sendable {
    /// "2,DELAY,COUNT,DATE": so many, so many seconds one after the other. Parrot's own application asks for none
    /// of a series, and gets one.
    struct Order: Equatable, Sendable {
        let interval: Duration
        let count: Int

        private static let photographs: Int32 = 2
        private static let maxSeconds: Int32 = 3600
        private static let maxPhotographs: Int32 = 1000

        /// `nil` for what is no such order, and for one without a date as a name.
        init?(configured text: String) {
            let parts = text.split(separator: ",", omittingEmptySubsequences: false)
            guard parts.count == 4, Int32(parts[0]) == Self.photographs,
                let seconds = Int32(parts[1]), (0...Self.maxSeconds).contains(seconds),
                let count = Int32(parts[2]), (0...Self.maxPhotographs).contains(count),
                Self.isDate(parts[3])
            else { return nil }
            interval = .seconds(Int(seconds))
            self.count = max(1, Int(count))
        }

        /// "YYYYMMDD_hhmmss"
        private static func isDate(_ text: Substring) -> Bool {
            let digits = text.split(separator: "_", omittingEmptySubsequences: false)
            return digits.map(\.utf8.count) == [8, 6]
                && digits.allSatisfy { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
        }
    }

    /// While it writes one it is not ready for another (state bit 7). Ours: nothing says how long that is.
    static let savingTime = Duration.milliseconds(500)

    private(set) var taken = 0
    private var left = 0
    private var interval = Duration.zero
    private var nextAt = Instant.zero
    private var readyAt = Instant.zero

    func isReady(at now: Instant) -> Bool { now >= readyAt }

    /// The latest order counts.
    mutating func receive(_ order: Order, at now: Instant) {
        (left, interval, nextAt) = (order.count, order.interval, now)
    }

    mutating func step(to now: Instant) {
        guard left > 0, now >= nextAt, isReady(at: now) else { return }
        taken += 1
        left -= 1
        readyAt = now + Self.savingTime
        nextAt = now + max(interval, Self.savingTime)
    }
}

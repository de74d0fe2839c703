/// A point on the machine's monotonic clock (`CLOCK_MONOTONIC`), in nanoseconds.
///
/// The wall clock never enters control: it jumps when NTP or GPS sets it. Kernel GPIO events and
/// Dispatch deadlines count on the same clock, so their instants compare with these.
@usableFromInline
package struct Instant: Comparable, Hashable, Codable, Sendable {
    @usableFromInline package let nanoseconds: Int64

    @inlinable
    package init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// The clock's own zero: about when the machine booted.
    package static let zero = Instant(nanoseconds: 0)

    @usableFromInline
    package init(from decoder: any Decoder) throws {
        nanoseconds = try decoder.singleValueContainer().decode(Int64.self)
    }

    @usableFromInline
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(nanoseconds)
    }

    @inlinable
    package static func < (left: Instant, right: Instant) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    @usableFromInline
    package static func + (instant: Instant, delay: Duration) -> Instant {
        Instant(nanoseconds: instant.nanoseconds.addingSaturating(delay.nanoseconds))
    }

    package static func - (instant: Instant, delay: Duration) -> Instant {
        Instant(nanoseconds: instant.nanoseconds.addingSaturating(-delay.nanoseconds))
    }

    /// The time since an earlier instant, in seconds, as a number to calculate with in inner loops:
    /// a `Duration` has 128 bits.
    @inlinable
    package func seconds(since earlier: Instant) -> Double {
        let (difference, overflow) = nanoseconds.subtractingReportingOverflow(earlier.nanoseconds)
        return Double(overflow ? (self > earlier ? .max : .min) : difference) / 1e9
    }

    /// The time from `earlier` to `later`; negative when they are the other way round.
    @usableFromInline
    package static func - (later: Instant, earlier: Instant) -> Duration {
        let (difference, overflow) = later.nanoseconds.subtractingReportingOverflow(
            earlier.nanoseconds)
        guard overflow else { return .nanoseconds(difference) }
        return .nanoseconds(later > earlier ? Int64.max : .min)
    }
}

extension Duration {
    /// The whole nanoseconds of this duration, held at about ±146 years, so that doubling or
    /// negating it cannot overflow.
    package var nanoseconds: Int64 {
        #if compiler(>=6.2)
            // 128 bits take ten times as long to divide as the 64 that nearly every time fits in.
            let small = Int64(truncatingIfNeeded: attoseconds)
            if Int128(small) == attoseconds { return small / 1_000_000_000 }
        #endif
        let (seconds, rest) = components
        let limit = Int64.max / 2_000_000_000
        if seconds >= limit { return limit * 1_000_000_000 }
        if seconds <= -limit { return -limit * 1_000_000_000 }
        return seconds * 1_000_000_000 + rest / 1_000_000_000
    }

    /// This duration in seconds, as a number to calculate with.
    package var seconds: Double {
        Double(nanoseconds) / 1e9
    }

    /// This duration in milliseconds, as a number to calculate with.
    package var milliseconds: Double {
        Double(nanoseconds) / 1e6
    }
}

extension Int64 {
    /// Held at the ends of what can be.
    package func addingSaturating(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        guard overflow else { return sum }
        return other > 0 ? .max : .min
    }
}

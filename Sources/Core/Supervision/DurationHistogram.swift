import Values

/// How often which duration occurred, in a fixed amount of memory.
///
/// Log-linear buckets in microseconds: 32 to the octave, so that a percentile is right to 3 %
/// from 32 µs on and to 1 µs below. The least and the greatest are exact.
package struct DurationHistogram: Sendable {
    private static let subBuckets = 32
    /// log2 of `subBuckets`.
    private static let subBits = 5
    /// Up to 2^32 µs, over an hour; longer ones land in the last bucket.
    private static let octaves = 32 - subBits

    private var buckets = [UInt32](repeating: 0, count: (octaves + 1) * subBuckets)
    package private(set) var count: UInt64 = 0
    package private(set) var max: Duration = .zero
    private var sumNanoseconds: Double = 0

    package init() {}

    /// Counts one duration. A negative one counts as zero.
    package mutating func record(_ duration: Duration) {
        let nanoseconds = Swift.max(0, duration.nanoseconds)
        let bucket = Self.bucket(ofMicroseconds: UInt64(nanoseconds) / 1000)
        buckets[bucket] = buckets[bucket] == .max ? .max : buckets[bucket] + 1
        count += 1
        sumNanoseconds += Double(nanoseconds)
        max = Swift.max(max, duration)
    }

    package var mean: Duration {
        count == 0 ? .zero : .nanoseconds(Int64(sumNanoseconds / Double(count)))
    }

    package var sumSeconds: Double { sumNanoseconds / 1e9 }

    /// How many were shorter than 128 µs, 256 µs and so on to 1.05 s: edges of its buckets, so that each number is
    /// exact.
    package var shorterThanBounds: [(bound: Duration, count: UInt64)] {
        (7...20).map { bits in
            let edge = Self.bucket(ofMicroseconds: 1 << UInt64(bits))
            let count = buckets[..<edge].reduce(0) { $0 + UInt64($1) }
            return (.microseconds(1 << bits), count)
        }
    }

    /// The duration that the share `rank` (0...1) of all recorded ones does not exceed.
    package func percentile(_ rank: Double) -> Duration {
        guard count > 0 else { return .zero }
        let wanted = Swift.max(1, (Double(count) * rank).rounded(.up))
        var seen = 0.0
        for (bucket, number) in buckets.enumerated() where number > 0 {
            seen += Double(number)
            if seen >= wanted { return min(max, Self.upperEdge(of: bucket)) }
        }
        return max
    }

    private static func bucket(ofMicroseconds value: UInt64) -> Int {
        guard value >= subBuckets else { return Int(value) }
        let octave = 63 - value.leadingZeroBitCount - subBits
        guard octave < octaves else { return (octaves + 1) * subBuckets - 1 }
        return octave * subBuckets + Int(value >> UInt64(octave))
    }

    /// The longest duration that falls into a bucket.
    private static func upperEdge(of bucket: Int) -> Duration {
        guard bucket >= subBuckets * 2 else { return .microseconds(bucket + 1) }
        let octave = bucket / subBuckets - 1
        let step = bucket - octave * subBuckets
        return .microseconds((step + 1) << octave)
    }
}

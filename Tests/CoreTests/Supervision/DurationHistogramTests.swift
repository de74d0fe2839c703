import Core
import Testing
import Values

@Suite struct DurationHistogramTests {
    @Test("an empty histogram has no percentiles") func empty() {
        let histogram = DurationHistogram()
        #expect(histogram.percentile(0.99) == .zero)
        #expect(histogram.max == .zero)
        #expect(histogram.mean == .zero)
    }

    @Test("percentiles are right to three percent", arguments: [0.5, 0.9, 0.99, 1.0])
    func accuracy(rank: Double) {
        var histogram = DurationHistogram()
        for milliseconds in 1...1000 { histogram.record(.milliseconds(milliseconds)) }
        let exact = rank * 1000
        let measured = histogram.percentile(rank).milliseconds
        #expect(measured >= exact && measured <= exact * 1.032)
    }

    @Test("the greatest is exact, and no percentile exceeds it") func greatest() {
        var histogram = DurationHistogram()
        histogram.record(.microseconds(30_123))
        #expect(histogram.max == .microseconds(30_123))
        #expect(histogram.percentile(0.99) == .microseconds(30_123))
    }

    @Test(
        "durations beyond its range, negative ones and zero are counted, not trapped on",
        arguments: [Duration.seconds(1_000_000), .seconds(-5), .zero, .seconds(Int64.max)])
    func extremes(duration: Duration) {
        var histogram = DurationHistogram()
        histogram.record(duration)
        #expect(histogram.count == 1)
        #expect(histogram.percentile(0.5) <= max(.zero, duration))
    }
}

import Testing
import Trials

/// The figures of a report.
struct FiguresTests {
    @Test("a quantile is the number that so many do not exceed")
    func quantiles() {
        let numbers = (1...20).map(Double.init).shuffled()
        #expect(Figures.quantile(0.5, of: numbers) == 10)
        #expect(Figures.quantile(0.95, of: numbers) == 19)
        #expect(Figures.quantile(1, of: numbers) == 20)
        #expect(Figures.quantile(0.5, of: [7]) == 7)
        #expect(Figures.quantile(0.5, of: []) == nil)
    }

    /// Wilson's interval of 0 of 10 and of 10 of 10 ends at 27.8 and 72.2 %, of 0 of 1000 at 0.38 %
    /// (about 3 of 1000: the rule of three).
    @Test("what was never seen may still be there: its share has a bound")
    func bounds() {
        #expect(Figures.bounds(0, of: 10).lowerBound == 0)
        #expect(abs(Figures.bounds(0, of: 10).upperBound - 0.278) < 0.001)
        #expect(abs(Figures.bounds(10, of: 10).lowerBound - 0.722) < 0.001)
        #expect(abs(Figures.bounds(0, of: 1000).upperBound - 0.0038) < 0.0001)
        #expect(Figures.bounds(0, of: 0) == 0...1)
    }

    @Test("words are counted, the most frequent first")
    func counts() {
        let counts = Figures.counts(["b", "a", "c", "a", "c"])
        #expect(counts.map(\.word) == ["a", "c", "b"])
        #expect(counts.map(\.count) == [2, 2, 1])
    }
}

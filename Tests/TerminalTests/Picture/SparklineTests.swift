import Terminal
import Testing

@Suite struct SparklineTests {
    @Test("the least is at the bottom, the greatest fills its cell, halves lie half-way")
    func scale() {
        #expect(Sparkline.text(of: [0, 7, 3.5, 1], width: 10) == "▁█▅▂")
    }

    @Test("only the latest are shown, and only they are the scale") func latest() {
        #expect(Sparkline.text(of: [100, 1, 2], width: 2) == "▁█")
    }

    @Test("what stays the same is a line, and neither at the bottom nor at the top") func constant()
    {
        #expect(Sparkline.text(of: [4, 4], width: 5) == "▅▅")
    }

    @Test("where there was nothing, or no number, is a gap") func gaps() {
        #expect(Sparkline.text(of: [1, nil, .nan, .infinity, 2], width: 5) == "▁   █")
        #expect(Sparkline.text(of: [nil], width: 5) == " ")
        #expect(Sparkline.text(of: [1], width: -1) == "")
        #expect(Sparkline.bounds(of: [nil, .nan]) == nil)
    }
}

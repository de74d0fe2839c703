import Core
import JSON
import Testing
import _StringProcessing

@testable import Settings

/// What the JSON Schema says of numbers, against the numbers themselves.
@Suite struct NumberPatternTests {
    private func pattern(_ text: String) throws -> Regex<AnyRegexOutput> {
        try Regex("^(?:\(text))$")
    }

    @Test(
        "the pattern of a range of whole numbers takes these and no others",
        arguments: [(0, 0), (0, 9), (1, 10), (5, 300), (20, 60_000), (99, 101), (0, 255), (7, 7)])
    func whole(low: Int, high: Int) throws {
        let pattern = try pattern(NumberPattern.integers(low, high))
        for number in [
            0, low - 1, low, low + 1, (low + high) / 2, high - 1, high, high + 1, 10 * high + 9,
        ] where number >= 0 {
            let isTaken = "\(number)".wholeMatch(of: pattern) != nil
            #expect(isTaken == (low...high).contains(number), "\(number)")
        }
    }

    @Test("all that a quantity takes is taken, and what is beyond by more than one is not")
    func quantity() throws {
        let range = QuantityRange(quantity: .temperature, range: -50...60)
        guard
            case .string(let text)? = SettingSchema.quantity(.temperature, -50...60)[
                "pattern"]
        else { throw Missing() }
        let pattern = try Regex(text)
        var random = SeededGenerator(seed: 13)
        for _ in 0..<2000 {
            let number = Double.random(in: -100...200, using: &random)
            let unit = ["°C", "C", "°F", "F"].randomElement(using: &random) ?? "C"
            let written = "\((number * 10).rounded() / 10) \(unit)"
            let isTaken = written.wholeMatch(of: pattern) != nil
            guard let base = try? Quantity.temperature.parse(written).get() else { throw Missing() }
            if range.range.contains(base) { #expect(isTaken, "\(written)") }
            if base < -51 || base > 61 { #expect(!isTaken, "\(written)") }
        }
    }

    @Test(
        "a sign, zeros before and after, and a bare point are written as people do",
        arguments: [
            ("+1s", true), ("007s", true), ("1.s", true), (".5min", true), ("0.5 min", true),
            ("300.000s", true), ("300.001s", false), ("301s", false), ("0s", false), ("-1s", false),
            ("1 000s", false), ("s", false), ("5µs", false), ("3000000\u{3BC}s", true),
        ])
    func spelling(text: String, isTaken: Bool) throws {
        guard case .string(let pattern)? = SettingSchema.quantity(.time, 1...300)["pattern"]
        else { throw Missing() }
        #expect((text.wholeMatch(of: try Regex(pattern)) != nil) == isTaken)
    }

    private struct Missing: Error {}
}

@testable import Control
import JSON
import TestSupport
import Testing
import Values

@testable import Core

@Suite struct FigureHistoryTests {
    private let start = Instant(nanoseconds: 1_000_000_000_000)

    /// As it is told at the last look.
    private func told(_ looks: [[String: Double]]) -> JSONValue {
        var history = FigureHistory()
        for (index, figures) in looks.enumerated() {
            history.add(figures, at: start + .seconds(10) * index)
        }
        return history.json(at: start + .seconds(10) * max(0, looks.count - 1))
    }

    @Test("each figure has a value for each look, and none where it was not good") func values() {
        let history = told([["a": 21.6], ["a": 21.7, "b": 1], ["b": 0]])
        #expect(history["ages_seconds"] == [20, 10, 0])
        #expect(history["figures"] == ["a": [21.6, 21.7, .null], "b": [.null, 1, 0]])
        #expect(told([])["figures"] == [:])
    }

    @Test("after an hour the oldest goes, and so does a figure that was not good for an hour")
    func hour() {
        let looks = Array(repeating: ["a": 1.0], count: 360)
        #expect(told([["b": 7]] + looks)["figures"]?["b"] == nil)
        guard case .array(let ages)? = told([["b": 7]] + looks)["ages_seconds"],
            case .array(let values)? = told([["a": 7]] + looks)["figures"]?["a"]
        else {
            Issue.record("no history")
            return
        }
        #expect(ages.count == 360 && ages.first == 3590 && ages.last == 0)
        #expect(values.count == 360 && values.first == 1)
    }

    @Test("there are only so many, whatever a configuration has") func bound() {
        let many = Dictionary(uniqueKeysWithValues: (0..<1000).map { ("f\($0)", 1.0) })
        guard case .object(let figures)? = told([many, many])["figures"] else {
            Issue.record("no figures")
            return
        }
        #expect(figures.count == FigureHistory.maxFigures)
    }

    @Test("what JSON cannot hold is told as none") func notANumber() {
        #expect(told([["a": .infinity, "b": 1]])["figures"] == ["a": [.null], "b": [1]])
    }
}

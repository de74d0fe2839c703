import Core
import JSON
import Testing
import Values

@testable import Recording
@testable import roost

/// What `roost when` prints.
@Suite struct WhenTextTests {
    private func spans(of word: String, code: String) -> Spans {
        var spans = Spans(of: word)
        for second in 0...9 {
            let at = Instant.zero + .seconds(second)
            let outputs: JSONValue = ["lamp": "on", "pump": second < 5 ? "on" : "safe"]
            spans.add(
                StepHistory.Step(at: at, inputs: [:], outputs: outputs),
                WallTime(secondsSince1970: Double(second)))
            if second == 0 { spans.add(code: code, at: at) }
        }
        return spans
    }

    @Test("a span of an output has its name, and a program reads it, too") func span() throws {
        let all = spans(of: "on", code: "a").all
        #expect(
            all.map(WhenCommand.text) == [
                "1970-01-01 00:00:00 to the end of the record, 1970-01-01 00:00:09  (9.0 s)  lamp: on",
                "1970-01-01 00:00:00 to 1970-01-01 00:00:05  (5.0 s)  pump: on",
            ])
        let json = WhenCommand.json(try #require(all.last))
        #expect(json["output"] == "pump" && json["words"] == ["on"])
        let reason = try #require(spans(of: "a", code: "a").all.first)
        #expect(WhenCommand.text(reason).hasSuffix("00:00:09  (9.0 s)"))
        #expect(WhenCommand.json(reason)["output"] == .null)
    }

    @Test("an answer says never only where the record names all that was active") func never() {
        let named = spans(of: "cooling", code: "a+b")
        #expect(
            WhenCommand.nothing("house", "cooling", since: "T", named)
                == #"house was never "cooling" since T. (it was: a, a+b, b, on, safe; its outputs: lamp, pump)"#
        )
        let cut = spans(of: "cooling", code: "a+b+more")
        let text = WhenCommand.nothing("house", "cooling", since: "T", cut)
        #expect(!text.contains("never"))
        #expect(
            text.contains(
                "the record names fewer than were active from 1970-01-01 00:00:00 to the end of the record, 1970-01-01 00:00:09"
            ), "\(text)")
        let idle = spans(of: "fan", code: "a+b+more")
        #expect(WhenCommand.nothing("house", "fan", since: "T", idle).contains("not known"))
    }
}

import Core
import JSON
import Testing
import Values

@testable import Recording

/// From when to when something was so.
@Suite struct SpanTests {
    /// A record of a policy with two outputs, a step each second from 0 s on.
    private struct Record {
        var spans: Spans
        private var second = 0

        init(of word: String, code: String = "") { spans = Spans(of: word, code: code) }

        /// Steps so often; `code` is what the first of them decides, where it is another.
        mutating func step(
            _ count: Int, lamp: String = "safe", pump: String = "safe", code: String? = nil
        ) {
            for index in 0..<count {
                let at = Instant.zero + .seconds(second)
                let outputs: JSONValue = [
                    "lamp": .string(lamp), "pump": .string(pump), "reason": ["story": [:]],
                ]
                spans.add(
                    StepHistory.Step(at: at, inputs: [:], outputs: outputs),
                    WallTime(secondsSince1970: Double(second)))
                if index == 0, let code { spans.add(code: code, at: at) }
                second += 1
            }
        }

        /// "pump on 3-7", with "..." where it is not over.
        private func text(_ span: Spans.Span) -> String {
            let time = { (time: WallTime?) in shortText(of: time?.secondsSince1970 ?? -1) }
            let end = span.isOver ? time(span.end) : "..."
            return "\(span.output ?? "reason") \(span.words.joined(separator: ",")) "
                + "\(time(span.begin))-\(end)"
        }

        var all: [String] { spans.all.map(text) }
        var unknown: [String] { spans.unknown.map(text) }
    }

    @Test("a word of two outputs is told for each of them") func outputs() {
        var record = Record(of: "on")
        record.step(3)
        record.step(4, lamp: "on")
        record.step(2, lamp: "on", pump: "on")
        record.step(1, pump: "on")
        #expect(record.all == ["lamp on 3-9", "pump on 7-..."])
        #expect(record.spans.all.map(\.duration) == [.seconds(6), .seconds(2)])
        #expect(record.spans.outputs == ["lamp", "pump"])
    }

    @Test("the name of an output finds when it was commanded, whatever to") func commanded() {
        var record = Record(of: "lamp")
        record.step(2, pump: "on")
        record.step(2, lamp: "40 %")
        record.step(2, lamp: "on")
        record.step(2, lamp: "40 %")
        record.step(2)
        record.step(1, lamp: "on")
        #expect(record.all == ["lamp 40 %,on 2-8", "lamp on 10-..."])
    }

    @Test("a reason begins and ends with the step that decided") func reason() {
        var record = Record(of: "cooling")
        record.step(3, code: "idle")
        record.step(3, code: "cooling+evening")
        record.step(3, code: "evening")
        #expect(record.all == ["reason cooling 3-6"])
        #expect(record.spans.words.isSuperset(of: ["idle", "cooling", "evening"]))
        #expect(record.unknown == [])
    }

    @Test("what was decided before the time that is asked about holds from its beginning on")
    func before() {
        var record = Record(of: "cooling", code: "cooling+evening")
        record.step(3)
        record.step(3, code: "evening")
        #expect(record.all == ["reason cooling 0-3"])
        var interrupted = Record(of: "cooling", code: "cooling")
        interrupted.spans.interrupt()
        interrupted.step(3)
        #expect(interrupted.all == [])
    }

    @Test("where the code names fewer than there were, nothing is said of the others") func more() {
        var record = Record(of: "cooling")
        record.step(2, code: "idle")
        record.step(2, code: "a+b+cooling+more")
        record.step(2, code: "a+b+c+more")
        record.step(2, code: "cooling")
        record.step(2, code: "a+b+more")
        #expect(record.all == ["reason cooling 2-4", "reason cooling 6-8"])
        #expect(record.unknown == ["reason cooling 4-6", "reason cooling 8-..."])
        #expect(!record.spans.words.contains("more"))
        #expect(!record.spans.words.contains("a+b+more"))
    }

    @Test("a word of an output is known however much the code leaves out") func known() {
        var record = Record(of: "on")
        record.step(2, lamp: "on", code: "a+b+c+more")
        #expect(record.all == ["lamp on 0-..."])
        #expect(record.unknown == [])
        var name = Record(of: "pump")
        name.step(2, lamp: "on", code: "a+b+c+more")
        #expect(name.all == [] && name.unknown == [])
    }

    @Test("where the record is interrupted, another span begins") func interrupted() {
        var record = Record(of: "on")
        record.step(2, lamp: "on")
        record.spans.interrupt()
        record.step(2, lamp: "on")
        #expect(record.all == ["lamp on 0-...", "lamp on 2-..."])
    }
}

import CommandKit
import Core
import JSON
import Recording
import Values

/// `roost when`: the times at which a policy was something.
enum WhenCommand {
    static let usage = """
        roost when NAME WORD [--since TIME] [--json] [--records DIR] [--runtime DIR]
              from when to when an output of a policy was WORD, or the word for its reason: roost when door
              locked. With the name of an output, when that was commanded: roost when house pump. The last
              week unless --since says otherwise.

        \(RecordSource.timeUsage)
        --json: a line of JSON for each; docs/recording.md has every key.
        \(RecordSource.usage)
        """

    static func main(_ words: [String]) throws(CommandError) -> Int32 {
        let arguments = try Arguments(
            words, options: RecordSource.options.union(["--since"]), flags: ["--json"])
        guard arguments.positional.count == 2 else {
            throw .usage("when takes the name of a policy and a word, such as: door locked")
        }
        let (name, word) = (arguments.positional[0], arguments.positional[1])
        let since = try RecordSource.time(arguments["--since"] ?? "7d", of: "--since")
        let spans = try spans(name, word, since, try RecordSource(arguments))
        guard !spans.all.isEmpty else {
            throw .failed(nothing(name, word, since: "\(since)", spans))
        }
        let isJSON = arguments.has("--json")
        for span in spans.all { Console.out(isJSON ? json(span).line : text(span)) }
        if !spans.unknown.isEmpty { Console.error(unknown(spans, word)) }
        return ExitCode.success
    }

    private static func spans(
        _ name: String, _ word: String, _ since: WallTime, _ source: RecordSource
    ) throws(CommandError) -> Spans {
        let before = try decision(of: name, before: since, source)
        var run = before.run
        var (spans, history) = (Spans(of: word, code: before.code), StepHistory())
        let kinds: Set<Row.Kind> = [.segment, .step, .decision, .lost]
        _ = try orFail(
            try source.reader.readSegments(kinds, since: since) { row, time in
                let isOld = (time?.secondsSince1970 ?? .infinity) < since.secondsSince1970
                let step = history.add(row)
                guard !isOld else { return }
                if row.kind == .segment, row.number("run") != run {
                    run = row.number("run")
                    spans.interrupt()
                }
                if row.kind == .decision, row.text("of") == name {
                    spans.add(code: row.text("code"), at: row.at)
                }
                if let step, step.policy == name { spans.add(step.step, time) }
            })
        return spans
    }

    /// The code that was still true when the time began that is asked about, and the process that had decided so.
    private static func decision(
        of name: String, before since: WallTime, _ source: RecordSource
    ) throws(CommandError) -> (run: Double?, code: String) {
        var (run, code) = (Double?.none, "")
        _ = try orFail(
            try source.reader.read([.segment, .decision]) { row, time in
                guard let time, time.secondsSince1970 < since.secondsSince1970 else { return }
                if row.kind == .segment, row.number("run") != run {
                    (run, code) = (row.number("run"), "")
                }
                if row.kind == .decision, row.text("of") == name { code = row.text("code") }
            })
        return (run, code)
    }

    /// Why there is no answer.
    static func nothing(_ name: String, _ word: String, since: String, _ spans: Spans) -> String {
        let (words, outputs) = (spans.words.sorted(), spans.outputs.sorted())
        guard !words.isEmpty else {
            return "\(name) was never \"\(word)\" since \(since). (nothing of it is recorded)"
        }
        if spans.outputs.contains(word) {
            return "\(name) has never commanded \"\(word)\" since \(since)"
        }
        let help =
            " (it was: \(words.joined(separator: ", "))"
            + (outputs.isEmpty ? "" : "; its outputs: \(outputs.joined(separator: ", "))") + ")"
        guard spans.unknown.isEmpty else {
            return "whether \(name) was \"\(word)\" since \(since) is not known: "
                + unknown(spans, word) + help
        }
        return "\(name) was never \"\(word)\" since \(since)."
            + suggestion(for: word, among: (words + outputs).filter { $0 != word }) + help
    }

    private static let maxTimes = 3

    /// When the record says too little.
    static func unknown(_ spans: Spans, _ word: String) -> String {
        let times = spans.unknown.prefix(maxTimes).map { "from \(time($0.begin)) to \(end($0))" }
        let more = spans.unknown.count - maxTimes
        return "the record names fewer than were active " + times.joined(separator: ", ")
            + (more > 0 ? ", and \(more) times more" : "")
            + "; \"\(word)\" may have been among the others then"
    }

    static func text(_ span: Spans.Span) -> String {
        let length = Values.text(of: span.duration)
        let output = span.output.map { "  \($0): \(span.words.joined(separator: ", "))" } ?? ""
        return "\(time(span.begin)) to \(end(span))  (\(length))\(output)"
    }

    private static func end(_ span: Spans.Span) -> String {
        span.isOver ? time(span.end) : "the end of the record, \(time(span.end))"
    }

    private static func time(_ time: WallTime?) -> String {
        time.map { String("\($0)".prefix(19)) } ?? "?"
    }

    static func json(_ span: Spans.Span) -> JSONValue {
        [
            "begin": JSONValue(span.begin?.description), "end": JSONValue(span.end?.description),
            "begin_utc": span.begin.map { .number($0.secondsSince1970) } ?? .null,
            "seconds": .number(span.duration.seconds), "is_over": .bool(span.isOver),
            "output": JSONValue(span.output), "words": .array(span.words.map { .string($0) }),
        ]
    }
}

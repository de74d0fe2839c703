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
              locked. The last week unless --since says otherwise.

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
            let seen = spans.words.sorted()
            let help =
                seen.isEmpty
                ? "nothing of it is recorded" : "it was: \(seen.joined(separator: ", "))"
            throw .failed(
                "\(name) was never \"\(word)\" since \(since).\(suggestion(for: word, among: seen)) (\(help))"
            )
        }
        for span in spans.all {
            Console.out(arguments.has("--json") ? json(span).line : text(span))
        }
        return ExitCode.success
    }

    private static func spans(
        _ name: String, _ word: String, _ since: WallTime, _ source: RecordSource
    ) throws(CommandError) -> Spans {
        var (spans, history, run) = (Spans(of: word), StepHistory(), 0.0)
        _ = try orFail(
            try source.reader.read([.segment, .step, .decision, .lost], since: since) { row, time in
                if row.kind == .segment, row.number("run") != run {
                    run = row.number("run") ?? 0
                    spans.interrupt()
                }
                if row.kind == .decision, row.text("of") == name {
                    spans.add(code: row.text("code"))
                }
                guard let (policy, step) = history.add(row), policy == name else { return }
                spans.add(step, time)
            })
        return spans
    }

    private static func text(_ span: Spans.Span) -> String {
        let begin = span.begin.map { String("\($0)".prefix(19)) } ?? "?"
        let end = span.end.map { String("\($0)".prefix(19)) } ?? "?"
        let length = Values.text(of: span.duration)
        return "\(begin) to \(span.isOver ? end : "the end of the record, \(end)")  (\(length))"
    }

    private static func json(_ span: Spans.Span) -> JSONValue {
        [
            "begin": JSONValue(span.begin?.description), "end": JSONValue(span.end?.description),
            "begin_utc": span.begin.map { .number($0.secondsSince1970) } ?? .null,
            "seconds": .number(span.duration.seconds), "is_over": .bool(span.isOver),
        ]
    }
}

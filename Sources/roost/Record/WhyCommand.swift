import CommandKit
import Core
import JSON
import Recording
import Terminal
import Values

/// `roost why`: the decision behind what a policy does or did, and what it was made of.
enum WhyCommand {
    static let usage = """
        roost why NAME [--at TIME] [--json] [--records DIR] [--runtime DIR]
              why a policy does what it does, or did at a time: the decision, the inputs that made it,
              what was logged just before, and what else would have been decided with one input or one
              setting changed: each of these was tried, in a replay of the record up to that step

        \(RecordSource.timeUsage)
        --json: for programs; docs/recording.md has every key.
        \(RecordSource.usage)
        """

    static func main(_ words: [String]) throws(CommandError) -> Int32 {
        let arguments = try Arguments(
            words, options: RecordSource.options.union(["--at"]), flags: ["--json"])
        let name = try arguments.single("the name of a policy")
        let end = try RecordSource.time(arguments["--at"] ?? "0s", of: "--at")
        let source = try RecordSource(arguments)
        let explanation = try explanation(of: name, at: end, in: source)
        guard let decision = explanation.decision else { return ExitCode.success }
        let otherwise = try Otherwise(decision, of: name, in: source)
        if arguments.has("--json") {
            Console.out(json(explanation, otherwise).line)
        } else {
            for line in lines(explanation, decision, name) + otherwise.lines {
                Console.out(Console.text(of: line, onScreen: Console.outputIsTerminal))
            }
        }
        return ExitCode.success
    }

    /// First only which decision it is, which reads no step: of those a day has hundreds of thousands.
    private static func explanation(
        of name: String, at end: WallTime, in source: RecordSource
    ) throws(CommandError) -> Explanation {
        var decisions: [LogEntry] = []
        var book = LogBook()
        _ = try orFail(
            try source.reader.read([.segment, .decision]) { row, time in
                guard (time?.secondsSince1970 ?? 0) <= end.secondsSince1970,
                    let entry = book.entry(of: row, time), entry.kind == .decision,
                    entry.name == name
                else { return }
                decisions = decisions.suffix(1) + [entry]
            })
        guard let decision = decisions.last else {
            throw .failed("no decision of \"\(name)\" is recorded up to \(end)")
        }
        var explanation = Explanation(of: name, after: decisions.dropLast().last)
        _ = try orFail(
            try source.reader.read(Explanation.kinds, upTo: decision.time, segments: 2) {
                row, time in
                guard row.at <= decision.at || time != nil,
                    (time?.secondsSince1970 ?? 0) <= (decision.time ?? end).secondsSince1970
                else { return }
                explanation.add(row, time)
            })
        guard explanation.decision?.at == decision.at else {
            throw .failed(
                "what led to the decision of \(decision.time ?? end) is not in the record")
        }
        return explanation
    }

    private static func lines(
        _ explanation: Explanation, _ decision: LogEntry, _ name: String
    ) -> [StyledText] {
        let style = decision.weight == .warning ? StyledText.Style.yellow : .plain
        let time = decision.time?.description ?? "a time that the machine did not know"
        var lines = [
            StyledText(name, .bold) + StyledText(" decided at \(time):", .dim),
            StyledText("  \(decision.text)", style),
        ]
        if let previous = explanation.previous {
            lines.append(
                StyledText("before, since \(previous.time.map(\.clockText) ?? "?"):", .dim))
            lines.append("  \(previous.text)")
        }
        if !explanation.inputs.isEmpty {
            lines.append(StyledText("it saw:", .dim))
            lines += explanation.inputs.map(line)
        }
        if !explanation.around.isEmpty {
            lines.append(StyledText("just before, the log says:", .dim))
            lines += explanation.around.map { "  \($0.name): \($0.text)" }
        }
        return lines
    }

    private static func line(_ input: Explanation.Input) -> StyledText {
        let before = input.before.map { $0.isEmpty ? "was nothing" : "was \($0)" }
        let rest = [input.quality, before ?? ""].filter { !$0.isEmpty }.joined(separator: "; ")
        return StyledText("  \(input.name)").fitted(to: max(16, input.name.count + 4))
            + StyledText(input.value)
            + StyledText(rest.isEmpty ? "" : "  (\(rest))", before == nil ? .dim : .cyan)
    }

    private static func json(_ explanation: Explanation, _ otherwise: Otherwise) -> JSONValue {
        [
            "decision": explanation.decision?.json ?? .null,
            "previous": explanation.previous?.json ?? .null, "inputs": explanation.inputJSON,
            "outputs": explanation.outputJSON, "log": .array(explanation.around.map(\.json)),
            "otherwise": otherwise.json,
        ]
    }
}

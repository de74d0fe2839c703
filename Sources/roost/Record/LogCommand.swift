import CommandKit
import Core
import JSON
import Recording
import Terminal
import Values

/// `roost log`: what happened.
enum LogCommand {
    static let usage = """
        roost log [NAME] [--since TIME] [--json] [--records DIR] [--runtime DIR]
        roost log NAME --csv | --gpx | --mcap [--since TIME] [--records DIR] [--runtime DIR]
              what happened, from the records: decisions with their reasons, faults, restarts, requests;
              of one policy or driver by its NAME. The last day unless --since says otherwise.

        \(RecordSource.timeUsage)
        --json: a line of JSON for each; docs/recording.md has every key.
        --csv, --gpx, --mcap: the steps of a policy, as a table with a column for each number, as the track that
        it flew, or for Foxglove (> FILE).
        \(RecordSource.usage)
        """

    static func main(_ words: [String]) throws(CommandError) -> Int32 {
        let arguments = try Arguments(
            words, options: RecordSource.options.union(["--since"]),
            flags: Set(Format.allCases.map(\.rawValue)).union(["--json"]))
        guard arguments.positional.count <= 1 else { throw .usage("log takes one name at most") }
        let since = try RecordSource.time(arguments["--since"] ?? "1d", of: "--since")
        let source = try RecordSource(arguments)
        if let format = Format.allCases.first(where: { arguments.has($0.rawValue) }) {
            let name = try arguments.single("the name of a policy")
            try export(name, as: format, source, since: since)
            return ExitCode.success
        }
        let (name, isJSON) = (arguments.positional.first, arguments.has("--json"))
        var (book, day, count) = (LogBook(), "", 0)
        let damaged = try orFail(
            try source.reader.read(LogBook.kinds, since: since) { row, time in
                guard let entry = book.entry(of: row, time),
                    name == nil || entry.name == name || entry.weight == .margin,
                    (time?.secondsSince1970 ?? .infinity) >= since.secondsSince1970
                else { return }
                count += 1
                if isJSON { return Console.out(entry.json.line) }
                show(entry, &day)
            })
        if damaged > 0 { Console.error("\(damaged) damaged lines were left out") }
        if count == 0 { Console.error("nothing since \(since)\(name.map { " of \($0)" } ?? "")") }
        return ExitCode.success
    }

    private static func show(_ entry: LogEntry, _ day: inout String) {
        let isScreen = Console.outputIsTerminal
        let today = entry.time.map { String("\($0)".prefix(10)) } ?? "the clock was not set"
        if today != day {
            Console.out(Console.text(of: StyledText(today, .bold), onScreen: isScreen))
            day = today
        }
        let columns = isScreen ? Console.terminalSize.columns : nil
        for line in lines(of: entry, columns: columns) {
            Console.out(Console.text(of: line, onScreen: isScreen))
        }
    }

    /// "03:12:07  door      locked: it is night", broken where the screen ends.
    static func lines(of entry: LogEntry, columns: Int?) -> [StyledText] {
        let time = entry.time.map { String("\($0)".dropFirst(11).prefix(8)) } ?? "--:--:--"
        let margin = 22
        let style: StyledText.Style =
            switch entry.weight {
            case .margin: .dim
            case .plain: .plain
            case .warning: .yellow
            case .failure: .red
            }
        let texts =
            columns.map { TextWrap.lines(of: entry.text, columns: max(20, $0 - margin)) }
            ?? [entry.text]
        let name = entry.name.isEmpty ? "-" : entry.name
        let head =
            StyledText("\(time)  ", .dim) + StyledText(name, .bold).fitted(to: max(10, name.count))
            + "  "
        return texts.enumerated().map { index, text in
            (index == 0 ? head : StyledText(String(repeating: " ", count: margin)))
                + StyledText(text, style)
        }
    }
}

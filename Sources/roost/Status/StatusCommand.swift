import CommandKit

/// `roost status`: how everything is, or one thing.
enum StatusCommand {
    static let usage = """
        roost status [NAME] [--watch [SECONDS]] [--json] [--runtime DIR] [--socket PATH]
              how everything is, what is wrong first; all of one driver or policy by its NAME

        --watch: again and again, every 2 s unless given.
        --json: for programs; docs/status.md has every key.
        \(ServiceInstance.usage)
        --socket PATH: the control socket to speak to.
        """

    static func main(_ words: [String]) throws(CommandError) -> Int32 {
        let (words, period) = try watchPeriod(in: words)
        let arguments = try Arguments(
            words, options: ["--runtime", "--socket"], flags: ["--json"])
        guard arguments.positional.count <= 1 else {
            throw .usage("status takes one name at most")
        }
        let query = StatusQuery(
            paths: RuntimeDirectory.findSocket(
                runtime: arguments["--runtime"], socket: arguments["--socket"]),
            name: arguments.positional.first, isJSON: arguments.has("--json"))
        // Before anything is watched, so that what is wrong with the words ends it.
        let first = try query.answer()
        if let period {
            return try StatusWatch.run(every: period, inPlace: !query.isJSON) {
                screen throws(CommandError) in
                let lines = try query.answer().lines(on: screen)
                return screen == nil && !query.isJSON ? lines + [""] : lines
            }
        }
        let screen = Console.outputIsTerminal ? Console.terminalSize : nil
        for line in first.lines(on: screen) { Console.out(line) }
        return ExitCode.success
    }

    /// Takes `--watch` out of the words, with the number after it.
    private static func watchPeriod(
        in words: [String]
    ) throws(CommandError) -> (rest: [String], period: Duration?) {
        guard let index = words.firstIndex(of: "--watch") else { return (words, nil) }
        var rest = words
        rest.remove(at: index)
        guard rest.indices.contains(index), let seconds = Double(rest[index]) else {
            return (rest, .seconds(2))
        }
        rest.remove(at: index)
        guard (0.1...3600).contains(seconds) else {
            throw .usage("--watch takes seconds from 0.1 to 3600")
        }
        return (rest, .milliseconds(Int64(seconds * 1000)))
    }
}

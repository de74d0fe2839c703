import CommandKit
import Core
import Synchronization
import Terminal
import Values

/// `roost watch`: single values, live.
enum WatchCommand {
    static let usage = """
        roost watch NAME ... [--every SECONDS] [--plain] [--runtime DIR] [--socket PATH]
              shows values live, each with how far to trust it, its age, and the way that it went. NAME is a
              driver ("outside"), one of its ports ("outside.temperature"), or one figure of it
              ("drone.flight.battery_percent": docs/status.md). Ctrl-C ends it.

        --every SECONDS: how often it asks; every 0.5 s unless given.
        --plain: a line each time, as into a pipe: name, value, quality, age in seconds, with tabs between.
        \(ServiceInstance.usage)
        --socket PATH: the control socket to speak to.
        """

    static func main(_ words: [String]) throws(CommandError) -> Int32 {
        let arguments = try Arguments(
            words, options: ["--every", "--runtime", "--socket"], flags: ["--plain"])
        guard !arguments.positional.isEmpty else { throw .usage("watch takes a name at least") }
        let seconds = try arguments.number("--every", 0.1...3600) ?? 0.5
        let query = StatusQuery(
            paths: RuntimeDirectory.findSocket(
                runtime: arguments["--runtime"], socket: arguments["--socket"]),
            name: nil, isJSON: false)
        let values = Mutex(try Self.values(arguments.positional, in: query.answer().report))
        return try StatusWatch.run(
            every: .milliseconds(Int64(seconds * 1000)), inPlace: !arguments.has("--plain")
        ) { screen throws(CommandError) in
            let answer = Result { () throws(CommandError) in try query.answer().report }
            let lines = values.withLock { values in
                for index in values.indices { values[index].add(try? answer.get()) }
                guard let screen else { return values.map(\.line) }
                return values.flatMap { $0.lines(columns: screen.columns) }.map {
                    Console.text(of: $0, onScreen: true)
                }
            }
            _ = try answer.get()
            return lines
        }
    }

    /// - Throws: that a name means no value, with what there is.
    private static func values(
        _ names: [String], in report: StatusReport
    ) throws(CommandError) -> [ValueWatch] {
        var values: [ValueWatch] = []
        for name in names {
            let found = ValueWatch.all(name, in: report)
            guard !found.isEmpty else {
                let known = ValueWatch.addresses(in: report)
                let near = suggestion(for: name, among: known + report.drivers.map(\.name))
                let list = known.isEmpty ? "are none" : "are \(known.joined(separator: ", "))"
                throw .failed("no value \"\(name)\".\(near) (there \(list))")
            }
            values += found
        }
        return values
    }
}

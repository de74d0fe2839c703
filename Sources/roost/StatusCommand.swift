import Core
import FoundationEssentials

/// `roost status`: how everything is.
enum StatusCommand {
    static func main(_ words: [String]) throws(CommandFailure) -> Int32 {
        let arguments = try Arguments(
            words, valued: ["--runtime", "--socket"], flags: ["--json"])
        guard arguments.plain.isEmpty else {
            throw .usage("status takes no further words")
        }
        let client = try ControlClient(
            paths: RuntimeDirectory.findSocket(
                runtime: arguments["--runtime"], socket: arguments["--socket"]))
        let status = try client.ask(["request": "status"])["status"] ?? .null
        if arguments.has("--json") {
            Console.out(status.line)
        } else if let report = StatusReport(json: status) {
            Console.out(StatusText(report).text)
        } else {
            throw .failed("roost gave a status that this version does not understand")
        }
        return ExitCode.done
    }
}

extension StatusReport {
    init?(json: JSONValue) {
        guard let data = try? JSONEncoder().encode(json),
            let report = try? JSONDecoder().decode(StatusReport.self, from: data)
        else { return nil }
        self = report
    }
}

import Core

/// `roost status`: how everything is.
enum StatusCommand {
    static let usage = """
        roost status [--json] [--runtime DIR] [--socket PATH]
              how everything is: drivers, values, policies, ticks

        --runtime DIR: where sockets and markers are; $RUNTIME_DIRECTORY, /run/roost,
        $XDG_RUNTIME_DIR/roost or /tmp/roost-UID unless given.
        --socket PATH: the control socket to speak to.
        """

    static func main(_ words: [String]) throws(CommandError) -> Int32 {
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
        } else if let report = try? status.decode(as: StatusReport.self) {
            Console.out(StatusText(report).text)
        } else {
            throw .failed("roost gave a status that this version does not understand")
        }
        return ExitCode.done
    }
}

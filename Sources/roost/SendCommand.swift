import Core

/// `roost send ...`: asks the running roost to do something.
enum SendCommand {
    static let usage = """
        roost send COMMAND [--runtime DIR] [--socket PATH]
              ask the running roost:
              target LAT LON [--altitude METRES]   fly there (and on, until told otherwise)
              takeoff | land | hover | reset       the drone
              lock | unlock | auto                 the pet door

        --runtime DIR: where sockets and markers are; $RUNTIME_DIRECTORY, /run/roost,
        $XDG_RUNTIME_DIR/roost or /tmp/roost-UID unless given.
        --socket PATH: the control socket to speak to.
        """

    static func main(_ words: [String]) throws(CommandError) -> Int32 {
        let arguments = try Arguments(words, valued: ["--altitude", "--runtime", "--socket"])
        let request = try request(arguments)
        let client = try ControlClient(
            paths: RuntimeDirectory.findSocket(
                runtime: arguments["--runtime"], socket: arguments["--socket"]))
        if case .string(let message)? = try client.ask(request)["message"] {
            Console.out(message)
        }
        return ExitCode.done
    }

    private static func request(_ arguments: Arguments) throws(CommandError) -> JSONValue {
        guard let word = arguments.plain.first else {
            throw .usage("send what? One of: \(ControlRequest.words.joined(separator: ", "))")
        }
        guard ControlRequest.words.contains(word) else {
            let hint = suggestion(for: word, among: ControlRequest.words)
            throw .usage(
                "there is nothing to send that is called \"\(word)\".\(hint) "
                    + "One of: \(ControlRequest.words.joined(separator: ", "))")
        }
        if word == "target" { return try target(arguments) }
        guard arguments.plain.count == 1, arguments["--altitude"] == nil else {
            throw .usage("\(word) takes no further words")
        }
        return ["request": "send", "command": .string(word)]
    }

    private static func target(_ arguments: Arguments) throws(CommandError) -> JSONValue {
        guard arguments.plain.count == 3 else {
            throw .usage("a target is LATITUDE LONGITUDE in degrees: roost send target 52.5 13.4")
        }
        var request: [String: JSONValue] = ["request": "send", "command": "target"]
        request["latitude"] = .number(try number(arguments.plain[1], "latitude"))
        request["longitude"] = .number(try number(arguments.plain[2], "longitude"))
        if let altitude = arguments["--altitude"] {
            request["altitude_m"] = .number(try number(altitude, "altitude"))
        }
        return .object(request)
    }

    private static func number(
        _ word: String, _ what: String
    ) throws(CommandError) -> Double {
        guard let number = Double(word), number.isFinite else {
            throw .usage("the \(what) must be a number, found \"\(word)\"")
        }
        return number
    }
}

import CommandKit
import Control
import Core
import Glibc
import JSON
import Settings
import Values

/// `roost send ...`: asks a plugin of the running roost to do something, once.
///
/// The words go to the roost as they are: it knows its plugins, what each can be asked for and
/// with which arguments.
enum SendCommand {
    static let usage = """
        roost send [PLUGIN] REQUEST [ARGUMENT ...]
        roost send --list                what the plugins of the running roost can be asked for

        Asks a plugin of the running roost to do something, once, and says what came of it. PLUGIN is
        its name in the configuration; it may be left out where only one takes such a request.
        An argument is VALUE, in the order below, or KEY=VALUE, or --KEY VALUE. A number without a
        unit is in the first one that is shown. An argument that is a file is read here, not by roost.

        \(ServiceInstance.usage)
        --socket PATH: the control socket to speak to.
        """

    private static let listOption = "--list"
    /// After that a sender waits no longer for a request to be begun; landing excepted.
    private static let beginWithin = Duration.seconds(5)
    /// Longer than any request may take.
    private static let answerWithin = Duration.seconds(60)

    static func main(_ words: [String]) throws(CommandError) -> Int32 {
        let (words, options) = try sort(words)
        let paths = RuntimeDirectory.findSocket(
            runtime: options["runtime"], socket: options["socket"])
        guard !words.isEmpty else {
            throw .usage("nothing to ask for; roost send --list lists what there is")
        }
        let client = try ControlClient(paths: paths)
        if words == [listOption] {
            try list(client)
            return ExitCode.success
        }
        let deadline = DispatchScheduler().now + beginWithin
        let answer = try send(
            [
                "request": "send", "words": .array(words.map(JSONValue.string)),
                "deadline_ns": JSONValue(integer: deadline.nanoseconds) ?? .null,
            ], to: client)
        if case .string(let message)? = answer["message"] { Console.out(message) }
        return ExitCode.success
    }

    /// Sends a request, and the content of each file that it is asked for.
    private static func send(
        _ request: [String: JSONValue], to client: ControlClient
    ) throws(CommandError) -> JSONValue {
        var files: [String: JSONValue] = [:]
        while true {
            let whole = request.merging(files.isEmpty ? [:] : ["files": .object(files)]) { $1 }
            let answer = try client.answer(to: .object(whole), within: answerWithin)
            guard let file = answer["file"], case .string(let argument)? = file["argument"],
                case .string(let name)? = file["name"],
                case .number(let limit)? = file["max_bytes"],
                let maxBytes = Int(exactly: limit), files[argument] == nil
            else { return try ControlClient.unwrap(answer) }
            files[argument] = try orFail(
                try ConfigurationFile.text(of: name, named: name, atMost: maxBytes).json)
        }
    }

    /// Sorts out which roost is meant; `--key value` is another spelling of `key=value`.
    private static func sort(
        _ words: [String]
    ) throws(CommandError) -> (words: [String], options: [String: String]) {
        var (sorted, options): ([String], [String: String]) = ([], [:])
        var rest = words[...]
        while let word = rest.popFirst() {
            guard word.hasPrefix("--"), word != listOption else {
                sorted.append(word)
                continue
            }
            guard let value = rest.popFirst() else { throw .usage("\(word) needs a value") }
            let key = String(word.dropFirst(2))
            if ["runtime", "socket"].contains(key) {
                options[key] = value
            } else {
                sorted.append("\(key)=\(value)")
            }
        }
        return (sorted, options)
    }

    /// What the plugins that run can be asked for.
    private static func list(_ client: ControlClient) throws(CommandError) {
        let answer = try client.ask(["request": "requests"])
        guard case .array(let plugins)? = answer["plugins"] else {
            throw .failed("roost gave an answer that this version does not understand")
        }
        for plugin in plugins {
            guard case .string(let name)? = plugin["name"],
                case .array(let requests)? = plugin["requests"]
            else { continue }
            Console.out("\(name):")
            for request in requests { requestLines(request).forEach(Console.out) }
        }
    }

    private static func requestLines(_ request: JSONValue) -> [String] {
        guard case .string(let synopsis)? = request["synopsis"],
            case .string(let summary)? = request["summary"],
            case .array(let arguments)? = request["arguments"]
        else { return [] }
        return ["  \(synopsis)", "        \(summary)"]
            + arguments.compactMap { argument in
                guard case .string(let key)? = argument["key"],
                    case .string(let expected)? = argument["expected"]
                else { return nil }
                return "        \(key): \(expected)"
            }
    }
}

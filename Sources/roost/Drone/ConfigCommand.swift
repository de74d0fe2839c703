import CommandKit
import Core
import JSON
import Values

/// `roost drone config`: shows and changes the drone's own configuration.
enum ConfigCommand {
    static let usage = """
        roost drone config [--json]      every key of the drone, as it tells it now
        roost drone config KEY [VALUE]   one key; with a value sets it, on the ground, and reads it back
        """

    static func main(_ words: [String]) throws(CommandError) -> Int32 {
        let arguments = try Arguments(words, options: DroneConnection.options, flags: ["--json"])
        guard arguments.positional.count <= 2 else {
            throw .usage("config takes a key and a value; put a value with blanks into quotes")
        }
        return try DroneConnection.use(arguments) { line throws(CommandError) in
            if arguments.positional.count == 2 {
                return try line.act(
                    "set-config",
                    [
                        "key": .string(arguments.positional[0]),
                        "value": .string(arguments.positional[1]),
                    ])
            }
            return try show(line, key: arguments.positional.first, asJSON: arguments.has("--json"))
        }
    }

    private static func show(
        _ line: DroneConnection, key: String?, asJSON: Bool
    ) throws(CommandError) -> Int32 {
        let values = try read(line)
        if let key = key?.lowercased() {
            guard let value = values[key] else {
                let hint = suggestion(for: key, among: values.keys)
                throw .failed("the drone has no key \"\(key)\".\(hint)")
            }
            Console.out(asJSON ? JSONValue.string(value).line : value)
        } else if asJSON {
            Console.out(JSONValue.object(values.mapValues(JSONValue.string)).line)
        } else {
            let width = values.keys.map(\.count).max() ?? 0
            for (key, value) in values.sorted(by: { $0.key < $1.key }) {
                Console.out(key + String(repeating: " ", count: width - key.count) + "  " + value)
            }
        }
        return ExitCode.success
    }

    /// The configuration as the drone tells it now.
    static func read(_ line: DroneConnection) throws(CommandError) -> [String: String] {
        _ = try line.request("read-config", [:])
        let configuration = try line.report().sources["configuration"]?.value
        guard let configuration,
            let read = try? configuration.decode(as: AircraftConfiguration.self)
        else { throw .failed("the drone's configuration was read, but is not to be had") }
        return read.values
    }
}

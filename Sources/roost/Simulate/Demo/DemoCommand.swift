import ARDrone
import CommandKit
import Core
import Glibc
import JSON
import LinuxIO
import Values

/// `roost simulate demo CONFIG`: a world and a supervisor in it, to watch.
///
/// The supervisor is a process of its own, the very `roost run` that a Pi would start.
enum DemoCommand {
    static let usage = """
        roost simulate demo CONFIG [--plain]
              a world, and a `roost run CONFIG` beside it that flies and keeps the door, to watch
        """

    static func main(_ words: [String]) throws(CommandError) -> Int32 {
        let arguments = try Arguments(words, flags: ["--plain"])
        let path = try arguments.single("one configuration file")
        _ = try ConfigurationFile.load(path)
        let runtime = try temporaryDirectory()
        let isPlain = arguments.has("--plain") || !Console.outputIsTerminal
        let demo = try Demo(
            configuration: path, script: try DemoScript(reading: path), runtime: runtime,
            isPlain: isPlain)
        return try demo.run()
    }

    private static func temporaryDirectory() throws(CommandError) -> String {
        var template = Array("/tmp/roost-demo.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            let error = IOError(call: "mkdtemp", code: errno)
            throw .failed("cannot make a directory in /tmp: \(error.reason)")
        }
        return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

/// What the demo has to know of the configuration: where to put the world, and what to expect.
struct DemoScript {
    let address: IPv4Endpoint
    let targets: [Position]

    /// - Throws: when the configuration is not one for a simulated world.
    init(reading path: String) throws(CommandError) {
        guard let bytes = try? readFile(path, atMost: 1 << 20),
            let json = try? JSONValue(parsing: bytes),
            let drone = Self.plugins("drivers", in: json)
                .first(where: { $0["driver"] == .string(ARDrone.name) }),
            case .string(let text)? = drone["address"], text.hasPrefix("127."),
            let address = IPv4Endpoint(text, port: WorldHost.gpsdPort),
            let targets = Self.plugins("policies", in: json).compactMap({ policy -> [JSONValue]? in
                if case .array(let targets)? = policy["targets"] { targets } else { nil }
            }).first(where: { !$0.isEmpty })
        else {
            throw .failed(
                "\(path): the demo needs an \(ARDrone.name) whose address begins with 127. and a "
                    + "policy with targets for it; config/demo.json has them")
        }
        self.address = address
        self.targets = targets.compactMap { target in
            guard case .number(let latitude)? = target["latitude"],
                case .number(let longitude)? = target["longitude"]
            else { return nil }
            return Position(latitude: latitude, longitude: longitude)
        }
    }

    private static func plugins(_ group: String, in json: JSONValue) -> [JSONValue] {
        guard case .object(let entries)? = json[group] else { return [] }
        return Array(entries.values)
    }
}

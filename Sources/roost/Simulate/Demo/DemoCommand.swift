import ARDrone
import CommandKit
import Core
import Glibc
import LinuxIO

/// `roost simulate demo CONFIG`: a world and a supervisor in it, to watch.
///
/// The supervisor is a process of its own, the very `roost run` that a Pi would start.
enum DemoCommand {
    static let usage = """
        roost simulate demo CONFIG [--plain]
              a world, and a `roost run CONFIG` beside it, to watch: one that flies and keeps the
              door (config/demo.json), or one that follows rules (config/rules.json); exit code 1
              if something that must be seen was not
        """

    static func main(_ words: [String]) throws(CommandError) -> Int32 {
        let arguments = try Arguments(words, flags: ["--plain"])
        let path = try arguments.single("one configuration file")
        let configuration = try ConfigurationFile.load(path)
        let runtime = try temporaryDirectory()
        let isPlain = arguments.has("--plain") || !Console.outputIsTerminal
        let scheduler = DispatchScheduler()
        let demo = try Demo(
            try show(path, configuration, runtime, scheduler), configuration: path,
            runtime: runtime, isPlain: isPlain, scheduler: scheduler)
        return try demo.run()
    }

    private static func show(
        _ path: String, _ configuration: Configuration, _ runtime: String,
        _ scheduler: DispatchScheduler
    ) throws(CommandError) -> any DemoShow {
        if let script = FlightScript(reading: path) {
            return try FlightShow(script, runtime: runtime, scheduler: scheduler)
        }
        if let wiring = HouseWiring(configuration, runtime: runtime) {
            return try HouseShow(wiring, scheduler: scheduler)
        }
        throw .failed(
            "\(path): the demo needs an \(ARDrone.name) whose address begins with 127. and a policy "
                + "with targets for it, as config/demo.json has them; or \(HouseWiring.expected), "
                + "as config/rules.json has them")
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

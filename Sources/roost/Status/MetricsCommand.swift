import CommandKit
import Control
import Core
import Glibc
import JSON

/// `roost metrics`: how everything is, for Prometheus.
enum MetricsCommand {
    static let usage = """
        roost metrics [--runtime DIR] [--socket PATH]
              how everything is as a text for Prometheus; docs/remote.md has every metric

        \(ServiceInstance.usage)
        --socket PATH: the control socket to speak to.
        """

    static func main(_ words: [String]) throws(CommandError) -> Int32 {
        let arguments = try Arguments(words, options: ["--runtime", "--socket"])
        guard arguments.positional.isEmpty else { throw .usage("metrics takes no name") }
        let paths = RuntimeDirectory.findSocket(
            runtime: arguments["--runtime"], socket: arguments["--socket"])
        let answer = try ControlClient(paths: paths).ask(["request": "metrics"])
        guard case .string(let text)? = answer["text"] else {
            throw .failed("roost gave metrics that this version does not understand")
        }
        Console.write(text, to: STDOUT_FILENO)
        return ExitCode.success
    }
}

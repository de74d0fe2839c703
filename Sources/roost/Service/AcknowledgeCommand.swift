import CommandKit
import Control
import Core
import JSON

/// `roost acknowledge`: a person knows of the change that was undone.
enum AcknowledgeCommand {
    static let usage = """
        roost acknowledge [--runtime DIR] [--socket PATH]
              say that you know of the change that was undone (roost status has it); until then nothing is
              armed and nothing takes off

        \(ServiceInstance.usage)
        --socket PATH: the control socket to speak to.
        """

    static func main(_ words: [String]) throws(CommandError) -> Int32 {
        let arguments = try Arguments(words, options: ["--runtime", "--socket"])
        guard arguments.positional.isEmpty else {
            throw .usage("expected no words, found \(arguments.positional.count)")
        }
        _ = try ControlClient(paths: arguments.controlSockets).ask(["request": "acknowledge"])
        Console.out("acknowledged")
        return ExitCode.success
    }
}

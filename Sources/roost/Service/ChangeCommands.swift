import CommandKit
import Control
import Core
import JSON
import Values

/// `roost plan NEW`: what another configuration would change.
enum PlanCommand {
    static let usage = """
        roost plan NEW [--against OLD] [--json] [--runtime DIR] [--socket PATH]
              what would change if the running roost went on with the configuration NEW, and what
              each change touches; --against OLD compares with another file, and asks nobody

        Ends with 0 where roost apply would do it (or nothing changes), with 1 where it needs a restart
        of the service or is not safe now. It changes nothing.

        --json: for programs.
        \(ServiceInstance.usage)
        --socket PATH: the control socket to speak to.
        """

    static func main(_ words: [String]) throws(CommandError) -> Int32 {
        let arguments = try Arguments(
            words, options: ["--against", "--runtime", "--socket"], flags: ["--json"])
        let new = try ConfigurationFile.offer(
            try arguments.single("the file of a configuration"))
        let plan =
            if let old = arguments["--against"] {
                ChangePlan(from: try ConfigurationFile.load(old), to: new.configuration)
            } else {
                try ControlClient(paths: arguments.controlSockets).plan(new.offer)
            }
        if arguments.has("--json") {
            Console.out((JSONValue(encoding: plan, keys: .snakeCase) ?? .null).line)
        } else {
            plan.lines.forEach(Console.out)
        }
        return plan.refusal == nil ? ExitCode.success : ExitCode.failed
    }
}

/// `roost apply NEW`: has the running roost go on with another configuration.
enum ApplyCommand {
    static let usage = """
        roost apply NEW [--runtime DIR] [--socket PATH]
              have the running roost go on with the configuration NEW: policies that it changes take it
              over between two of their steps, drivers that it changes are closed and started again, and
              everything else goes on as it is

        All of it is done or nothing: what needs a restart of the service, or is not safe now, is refused
        with the reason. The next start reads the file of the service again, which roost apply does not write;
        systemctl reload roost applies that file.

        \(ServiceInstance.usage)
        --socket PATH: the control socket to speak to.
        """

    static func main(_ words: [String]) throws(CommandError) -> Int32 {
        let arguments = try Arguments(words, options: ["--runtime", "--socket"])
        let path = try arguments.single("the file of a configuration")
        try applyFile(path, at: arguments.controlSockets).tellApplied()
        return ExitCode.success
    }

    /// Reads a file, and has it applied by a roost that runs.
    ///
    /// - Throws: why it was not.
    @discardableResult
    static func applyFile(
        _ path: String, at sockets: [String]
    ) throws(CommandError) -> ChangePlan {
        let offer: ConfigurationOffer
        do throws(CommandError) {
            offer = try ConfigurationFile.offer(path).offer
        } catch {
            throw tellRefused(error, at: sockets)
        }
        return try ControlClient(paths: sockets).apply(offer)
    }

    /// Has one that ran before applied, and tells what that changed.
    static func goBack(
        to offer: ConfigurationOffer, _ arguments: Arguments
    ) throws(CommandError) -> Int32 {
        // Whoever goes back knows what was before: nothing is tried out.
        try ControlClient(paths: arguments.controlSockets).apply(offer, onProbation: false)
            .lines.forEach(Console.out)
        return ExitCode.success
    }

    /// Tells a roost that runs, so that its status says what was wanted, and why it came to nothing.
    private static func tellRefused(
        _ error: CommandError, at sockets: [String]
    ) -> CommandError {
        let problems = error.message.split(separator: "\n", omittingEmptySubsequences: false)
            .prefix { !$0.isEmpty }.joined(separator: "\n")
        let answer = try? ControlClient(paths: sockets).answer(
            to: ["request": "apply", "problem": .string(problems)], within: .seconds(5))
        guard error.code == ExitCode.badConfiguration, answer?["code"] == "bad-configuration" else {
            return error
        }
        return CommandError(
            code: error.code,
            message: "nothing was changed, the old configuration goes on running\n\(error.message)")
    }
}

extension ChangePlan {
    /// Tells what was changed.
    func tellApplied() {
        lines.forEach(Console.out)
        guard !steps.isEmpty else { return }
        let time = Values.text(of: Supervisor.probation)
        Console.out(
            "if health falls within \(time), the configuration before comes back, but for the settings that "
                + "protect")
    }
}

extension Arguments {
    /// Where the roost may answer that is meant.
    var controlSockets: [String] {
        RuntimeDirectory.findSocket(runtime: self["--runtime"], socket: self["--socket"])
    }
}

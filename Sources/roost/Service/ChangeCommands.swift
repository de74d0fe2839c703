import Core
import Devices
import Program

/// `roost plan NEW`: what another configuration would change.
enum PlanCommand {
    static let usage = """
        roost plan NEW [--against OLD] [--json] [--runtime DIR] [--socket PATH]
              what would change if the running roost went on with the configuration NEW, and what
              each change touches; --against OLD compares with another file, and asks nobody

        Ends with 0 where roost apply would do it (or nothing changes), with 1 where it needs a restart
        or is not safe now. It changes nothing.

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
                try new.offer.ask("plan", arguments)
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
              over between two of their steps, everything else goes on as it is

        All of it is done or nothing: what needs a restart, or is not safe now, is refused with the
        reason. The next start reads the file of the service again, which roost apply does not write;
        systemctl reload roost applies that file.

        \(ServiceInstance.usage)
        --socket PATH: the control socket to speak to.
        """

    static func main(_ words: [String]) throws(CommandError) -> Int32 {
        let arguments = try Arguments(words, options: ["--runtime", "--socket"])
        let path = try arguments.single("the file of a configuration")
        let offer: ConfigurationOffer
        do throws(CommandError) {
            offer = try ConfigurationFile.offer(path).offer
        } catch {
            throw tellRefused(error, arguments)
        }
        return try apply(offer, arguments)
    }

    /// Has it applied, and tells what that changed.
    static func apply(
        _ offer: ConfigurationOffer, _ arguments: Arguments
    ) throws(CommandError) -> Int32 {
        try offer.ask("apply", arguments).tellApplied()
        return ExitCode.success
    }

    /// Tells a roost that runs, so that its status says what was wanted, and why it came to nothing.
    private static func tellRefused(
        _ error: CommandError, _ arguments: Arguments
    ) -> CommandError {
        let problems = error.message.split(separator: "\n", omittingEmptySubsequences: false)
            .prefix { !$0.isEmpty }.joined(separator: "\n")
        let answer = try? ControlClient(paths: arguments.controlSockets)
            .answer(to: ["request": "apply", "problem": .string(problems)], within: .seconds(5))
        guard error.code == ExitCode.badConfiguration, answer != nil else { return error }
        return CommandError(
            code: error.code,
            message: "nothing was changed, the old configuration goes on running\n\(error.message)")
    }
}

extension ConfigurationOffer {
    func ask(_ request: String, _ arguments: Arguments) throws(CommandError) -> ChangePlan {
        var members: [String: JSONValue] = [
            "request": .string(request), "text": .string(text),
            "files": .object(files.mapValues(\.json)),
        ]
        members["selection"] = selection.map { .object($0.mapValues { .string($0) }) }
        return try ChangePlan.answer(to: members, arguments)
    }
}

extension ChangePlan {
    /// After that nothing is changed any more.
    private static let decidedWithin = Duration.seconds(5)
    /// Longer, so that the answer says which of the two it was.
    private static let answerWithin = Duration.seconds(10)

    /// What the running roost says to a request for a change, or for what it would be.
    static func answer(
        to request: [String: JSONValue], _ arguments: Arguments
    ) throws(CommandError) -> ChangePlan {
        var request = request
        let deadline = DispatchScheduler().now + decidedWithin
        request["deadline_ns"] = JSONValue(integer: deadline.nanoseconds)
        let answer = try ControlClient(paths: arguments.controlSockets).ask(
            .object(request), within: answerWithin,
            unanswered: request["request"] == "plan"
                ? ControlClient.noAnswer
                : "no answer: nobody knows whether anything was changed; roost plan says "
                    + "\"nothing changes\" if it was")
        guard let plan = try? answer["plan"]?.decode(as: ChangePlan.self) else {
            throw .failed("roost gave an answer that this version does not understand")
        }
        return plan
    }

    /// Tells what was changed.
    func tellApplied() {
        lines.forEach(Console.out)
        guard !steps.isEmpty else { return }
        let time = Devices.text(of: Supervisor.probation)
        Console.out("where health falls within \(time), the configuration before comes back")
    }
}

extension Arguments {
    /// Where the roost may answer that is meant.
    var controlSockets: [String] {
        RuntimeDirectory.findSocket(runtime: self["--runtime"], socket: self["--socket"])
    }
}

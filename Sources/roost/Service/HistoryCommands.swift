import CommandKit
import Control
import Core
import Glibc
import Values

/// `roost history`: the configurations that ran last.
enum HistoryCommand {
    static let usage = """
        roost history [NUMBER] [--runtime DIR]
              the configurations that ran last, the newest first: the file that the service was started
              with, and each that was applied and not taken back; or the text of one by its NUMBER

        \(ServiceInstance.usage) They are in DIR/state/configurations, in
        $STATE_DIRECTORY/configurations or in /var/lib/roost/configurations.
        """

    static func main(_ words: [String]) throws(CommandError) -> Int32 {
        let arguments = try Arguments(words, options: ["--runtime"])
        let entries = try entries(arguments)
        guard arguments.positional.isEmpty else {
            Console.write(try entry(of: arguments, in: entries).offer.text, to: STDOUT_FILENO)
            return ExitCode.success
        }
        for (number, entry) in entries {
            let time = entry.time.map { String("\($0)".prefix(16)) } ?? "(at an unknown time)"
            Console.out(
                "\(number)  \(time)  \(entry.appliedBy.map { "applied by \($0)" } ?? "started")")
        }
        return ExitCode.success
    }

    static func entries(
        _ arguments: Arguments
    ) throws(CommandError) -> [(number: Int, entry: ConfigurationHistory.Entry)] {
        let state = StateDirectory.find(runtimeOption: arguments["--runtime"])
        return try orFail(try ConfigurationHistory(state: state).entries())
    }

    /// The one whose number is the only word.
    static func entry(
        of arguments: Arguments, in entries: [(number: Int, entry: ConfigurationHistory.Entry)]
    ) throws(CommandError) -> ConfigurationHistory.Entry {
        let word = try arguments.single("the number of a configuration")
        guard let found = entries.first(where: { "\($0.number)" == word }) else {
            throw .failed("there is no configuration \(word); roost history lists them")
        }
        return found.entry
    }
}

/// `roost rollback`: back to a configuration that ran before.
enum RollbackCommand {
    static let usage = """
        roost rollback [NUMBER] [--runtime DIR] [--socket PATH]
              have the running roost go on with the newest configuration of roost history that is another
              than what runs, or with the one of that NUMBER; as roost apply does it, but for good: it
              is not taken back where health falls

        \(ServiceInstance.usage)
        --socket PATH: the control socket to speak to.
        """

    static func main(_ words: [String]) throws(CommandError) -> Int32 {
        let arguments = try Arguments(words, options: ["--runtime", "--socket"])
        let entries = try HistoryCommand.entries(arguments)
        guard arguments.positional.isEmpty else {
            let entry = try HistoryCommand.entry(of: arguments, in: entries)
            return try ApplyCommand.goBack(to: entry.offer, arguments)
        }
        for (number, entry) in entries
        where try !ControlClient(paths: arguments.controlSockets).plan(entry.offer).steps.isEmpty {
            Console.out("back to \(number) of roost history")
            return try ApplyCommand.goBack(to: entry.offer, arguments)
        }
        throw .failed("there is no other configuration in roost history")
    }
}

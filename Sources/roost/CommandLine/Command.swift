import Glibc

/// What a command ends with. Scripts and systemd rely on these numbers.
enum ExitCode {
    static let success: Int32 = 0
    /// It failed.
    static let failed: Int32 = 1
    /// The arguments on the command line are invalid.
    static let usage: Int32 = 2
    /// The configuration is bad.
    static let badConfiguration: Int32 = 3
    /// Nothing is running that could be asked.
    static let notRunning: Int32 = 4
}

/// Why a command cannot go on: the exit code, and what to say.
struct CommandError: Error {
    let code: Int32
    let message: String

    static func usage(_ message: String) -> CommandError {
        CommandError(code: ExitCode.usage, message: "\(message)\nTry: roost --help")
    }

    static func failed(_ message: String) -> CommandError {
        CommandError(code: ExitCode.failed, message: message)
    }
}

/// Does what the words on the command line say, and returns the exit code.
func runCommand(_ words: [String]) -> Int32 {
    do throws(CommandError) {
        return try dispatch(words)
    } catch {
        Console.error("roost: \(error.message)")
        return error.code
    }
}

private func dispatch(_ words: [String]) throws(CommandError) -> Int32 {
    if let usage = Help.answer(to: words) {
        Console.out(usage)
        return ExitCode.success
    }
    let rest = Array(words.dropFirst())
    switch words.first {
    case "run": return try RunCommand.main(rest)
    case "check": return try CheckCommand.main(rest)
    case "mission": return try MissionCheckCommand.main(rest)
    case "park": return try ParkCommand.main(rest)
    case "status": return try StatusCommand.main(rest)
    case "send": return try SendCommand.main(rest)
    case "simulate": return try SimulateCommand.main(rest)
    case "drone": return try DroneCommand.main(rest)
    case "reference":
        Console.write(ReferencePage(ConfigurationFile.registry).description, to: STDOUT_FILENO)
        return ExitCode.success
    case "--version":
        Console.out("roost \(version)")
        return ExitCode.success
    case "--help", "-h", "help":
        Console.out(usageText)
        return ExitCode.success
    case let word?: throw .usage("there is no command \"\(word)\"")
    case nil:
        Console.error(usageText)
        return ExitCode.usage
    }
}

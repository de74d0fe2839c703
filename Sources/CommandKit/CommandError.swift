/// What a command ends with. Scripts and systemd rely on these numbers.
///
/// Where systemd has a word for a number (`systemd-analyze exit-status`), `systemctl status` shows that
/// word: so ours are those that have none, but for 2, which means the same to both.
package enum ExitCode {
    package static let success: Int32 = 0
    /// It failed.
    package static let failed: Int32 = 1
    /// The arguments on the command line are invalid.
    package static let usage: Int32 = 2
    /// The configuration is bad.
    package static let badConfiguration: Int32 = 10
    /// Nothing is running that could be asked.
    package static let notRunning: Int32 = 11
}

/// Why a command cannot go on: the exit code, and what to say.
package struct CommandError: Error {
    package let code: Int32
    package let message: String
    /// Whether `--help` says how it is meant.
    package private(set) var isAboutUsage = false

    package init(code: Int32, message: String) {
        self.code = code
        self.message = message
    }

    package static func usage(_ message: String) -> CommandError {
        var error = CommandError(code: ExitCode.usage, message: message)
        error.isAboutUsage = true
        return error
    }

    package static func failed(_ message: String) -> CommandError {
        CommandError(code: ExitCode.failed, message: message)
    }
}

/// Does what a command cannot go on without; `what` goes before the reason why it failed.
package func orFail<Value>(
    _ work: @autoclosure () throws -> Value, _ what: String? = nil
) throws(CommandError) -> Value {
    do {
        return try work()
    } catch {
        throw .failed((what.map { "\($0): " } ?? "") + "\(error)")
    }
}

import CommandKit
import Glibc

/// `roost --host NAME COMMAND ...`: the same command on another machine.
enum RemoteCommand {
    static let usage = """
        roost --host [USER@]HOST COMMAND ...
              the command on that machine, over ssh: as the user there, and with the rights of that user.
              Files that it names are that machine's. What ssh needs to get there stands in ~/.ssh/config.

        The exit code is that of the command there; 255 says that ssh did not get there.
        """

    static func main(_ words: [String]) throws(CommandError) -> Int32 {
        guard let host = words.first, words.count > 1 else {
            throw .usage("--host takes a machine and a command: roost --host pi status")
        }
        // To ssh it would be an option, and some of those run programs here.
        guard !host.isEmpty, !host.hasPrefix("-") else {
            throw .usage("\"\(host)\" is no name of a machine")
        }
        // A terminal there as here, so that pictures and keys work.
        let hasTerminal = Console.outputIsTerminal && isatty(STDIN_FILENO) == 1
        try become(
            ["ssh"] + (hasTerminal ? ["-t"] : []) + ["--", host, line(Array(words.dropFirst()))])
    }

    /// One line for the shell there, which splits it into these words again.
    static func line(_ words: [String]) -> String {
        (["roost"] + words.map(quoted)).joined(separator: " ")
    }

    private static func quoted(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy {
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20)
                || (UInt8(ascii: "-")...UInt8(ascii: "9")).contains($0)
        }
        guard !isPlain || word.isEmpty else { return word }
        let escaped = word.split(separator: "'", omittingEmptySubsequences: false)
            .joined(separator: "'\\''")
        return "'\(escaped)'"
    }

    /// Becomes another program, found by PATH. Returns only to say why not.
    private static func become(_ words: [String]) throws(CommandError) -> Never {
        var arguments = words.map { strdup($0) }
        arguments.append(nil)
        signal(SIGPIPE, SIG_DFL)
        execvp(words[0], arguments)
        throw .failed("\(words[0]) could not be started: \(String(cString: strerror(errno)))")
    }
}

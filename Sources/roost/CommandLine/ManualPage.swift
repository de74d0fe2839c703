import Core
import Glibc
import Program

/// `roost manual`: the page of the manual, section 1, made of the table of commands.
struct ManualPage {
    static let usage = """
        roost manual
              prints the page of the manual; roost manual | man --local-file -
        """

    private let commands: [(words: [String], usage: String)]

    init(_ commands: [(words: [String], usage: String)]) {
        self.commands = commands
    }

    static func main(_ words: [String]) throws(CommandError) -> Int32 {
        guard words.isEmpty else { throw .usage("manual takes no words") }
        Console.write(ManualPage(commandTable).text, to: STDOUT_FILENO)
        return ExitCode.success
    }

    var text: String {
        let heading = """
            .TH ROOST 1 "" "roost \(roostVersion)" "User Commands"
            .SH NAME
            roost \\- drives the devices of a Raspberry Pi and decides what they do
            .SH SYNOPSIS
            .B roost
            .I COMMAND
            [\\fIARGUMENT\\fR ...]
            .SH DESCRIPTION
            """
        let files = """
            .SH FILES
            .I /etc/roost/roost.json
            is what the service runs.
            """
        return ([heading, verbatim(overview)] + sections + [files]).joined(separator: "\n") + "\n"
    }

    /// What `roost --help` says below its title.
    private var overview: String {
        let usage = commands.first { $0.words.isEmpty }?.usage ?? ""
        return usage.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(2)
            .joined(separator: "\n")
    }

    /// One for each first word: its usage has what is behind it, too.
    private var sections: [String] {
        commands.filter { $0.words.count == 1 && !$0.words[0].hasPrefix("-") }.map { words, usage in
            ".SH \"ROOST \(words[0].uppercased())\"\n\(verbatim(usage))"
        }
    }

    /// As it stands: nothing is a command of troff's, no dash a hyphen.
    private func verbatim(_ text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let escaped = line.flatMap { letter -> [Character] in
                switch letter {
                case "\\": ["\\", "e"]
                case "-": ["\\", "-"]
                default: [letter]
                }
            }
            let isCommand = line.hasPrefix(".") || line.hasPrefix("'")
            return (isCommand ? "\\&" : "") + String(escaped)
        }
        return ".nf\n\(lines.joined(separator: "\n"))\n.fi"
    }
}

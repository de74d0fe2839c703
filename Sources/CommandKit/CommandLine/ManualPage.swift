import Core
import Glibc

/// `roost manual`: the page of a program in the manual, section 1, made of its table of commands.
struct ManualPage {
    static func description(_ program: String) -> Command.Description {
        Command.Description(
            "manual",
            """
            \(program) manual
                  prints the page of the manual; \(program) manual | man --local-file -
            """)
    }

    private let program: String
    private let summary: String
    private let commands: [Command.Description]
    private let files: [(path: String, what: String)]

    init(
        _ program: String, _ summary: String, _ commands: [Command.Description],
        _ files: [(path: String, what: String)]
    ) {
        self.program = program
        self.summary = summary
        self.commands = commands
        self.files = files
    }

    func main(_ words: [String]) throws(CommandError) -> Int32 {
        guard words.isEmpty else { throw .usage("manual takes no words") }
        Console.write(text, to: STDOUT_FILENO)
        return ExitCode.success
    }

    var text: String {
        let name = program.replacingDashes
        let heading = """
            .TH \(program.uppercased()) 1 "" "roost \(roostVersion)" "User Commands"
            .SH NAME
            \(name) \\- \(summary.replacingDashes)
            .SH SYNOPSIS
            .B \(name)
            [\\fIARGUMENT\\fR ...]
            .SH DESCRIPTION
            """
        return ([heading, verbatim(overview)] + sections + fileSection).joined(separator: "\n")
            + "\n"
    }

    /// What `--help` says below its title, where it has one.
    private var overview: String {
        let usage = commands.first { $0.words.isEmpty }?.usage ?? ""
        let lines = usage.split(separator: "\n", omittingEmptySubsequences: false)
        let hasTitle = lines.first?.hasPrefix("\(program) \(roostVersion):") == true
        return lines.dropFirst(hasTitle ? 2 : 0).joined(separator: "\n")
    }

    private var fileSection: [String] {
        guard !files.isEmpty else { return [] }
        return [".SH FILES"]
            + files.map { ".TP\n.I \($0.path.replacingDashes)\n\($0.what.replacingDashes)" }
    }

    /// One for each first word: its usage has what is behind it, too.
    private var sections: [String] {
        commands.filter { $0.words.count == 1 && !$0.words[0].hasPrefix("-") }.map { command in
            ".SH \"\(program.uppercased()) \(command.words[0].uppercased())\"\n\(verbatim(command.usage))"
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

extension String {
    /// With no dash that is a hyphen.
    fileprivate var replacingDashes: String {
        flatMap { $0 == "-" ? ["\\", "-"] : [$0] }.reduce(into: "") { $0.append($1) }
    }
}

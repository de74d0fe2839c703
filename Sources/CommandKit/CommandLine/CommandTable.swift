/// The commands of one program: what its command line, its page of the manual and the completions of shells are
/// made of.
package struct CommandTable: Sendable {
    package let program: String
    /// Of the program, in a few words.
    package let summary: String
    /// Files that it reads and keeps, each with what it is.
    package let files: [(path: String, what: String)]
    /// Those that were given, and those that every program has.
    package let commands: [Command]

    package init(
        program: String, summary: String, files: [(path: String, what: String)],
        commands own: [Command]
    ) {
        self.program = program
        self.summary = summary
        self.files = files
        let ofAll = [Completions.description(program), ManualPage.description(program)]
        let all = own.map(\.description) + ofAll
        commands =
            own + [
                Command(ofAll[0]) { words throws(CommandError) in
                    try Completions(program, all).main(words)
                },
                Command(ofAll[1]) { words throws(CommandError) in
                    try ManualPage(program, summary, all, files).main(words)
                },
            ]
    }

    /// Does what the words on the command line say, and returns the exit code.
    package func run(_ words: [String]) -> Int32 {
        do throws(CommandError) {
            let command = command(beginning: words)
            let rest = words.dropFirst(command.description.words.count)
            // Help may be asked for anywhere behind a command's name: "run roost.json --help".
            let asksForHelp = rest.contains { ["--help", "-h"].contains($0) }
            if asksForHelp, !command.description.isGroup {
                Console.out(command.description.usage)
                return ExitCode.success
            }
            return try command.main(Array(rest))
        } catch {
            let help = error.isAboutUsage ? "\nTry: \(program) --help" : ""
            Console.error("\(program): \(error.message)\(help)")
            return error.code
        }
    }

    /// The one that `words` begin with; the most words count.
    private func command(beginning words: [String]) -> Command {
        commands.filter { words.starts(with: $0.description.words) }
            .max { $0.description.words.count < $1.description.words.count } ?? commands[0]
    }
}

import Testing

@testable import roost

struct CompletionsTests {
    private let completions = Completions([
        ([], "roost --version"), (["run"], "roost run CONFIG [--runtime DIR]"), (["drone"], ""),
        (["drone", "fly"], "roost drone fly [--to IP] | --to - -- -x --no-2"), (["--version"], ""),
    ])

    @Test("each place has the words and options that may follow, the nearest place first")
    func places() {
        #expect(
            completions.places == [
                .init(words: "drone fly", subcommands: [], options: ["--help", "--no-2", "--to"]),
                .init(words: "drone", subcommands: ["fly"], options: ["--help"]),
                .init(words: "run", subcommands: [], options: ["--help", "--runtime"]),
                .init(words: "", subcommands: ["drone", "run"], options: ["--help", "--version"]),
            ])
    }

    @Test("every command of the table can be completed to") func all() {
        let places = Completions(commandTable).places
        for (words, _) in commandTable where !words.isEmpty {
            let before = words.dropLast().joined(separator: " ")
            let place = places.first { $0.words == before }
            let known = (place?.subcommands ?? []) + (place?.options ?? [])
            #expect(known.contains(words[words.count - 1]), "\(words)")
        }
    }
}

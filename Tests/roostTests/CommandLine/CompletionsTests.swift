import CommandKit
import Testing

@testable import roost

struct CompletionsTests {
    private let completions = Completions(
        "roost",
        [
            .init("", "roost --version [--of all]", isGroup: true),
            .init("run", "roost run CONFIG [--runtime DIR]"),
            .init("drone", "roost drone --of --all", isGroup: true),
            .init("drone fly", "roost drone fly [--to IP] | --to - -- -x --no-2"),
            .init("--version", ""),
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

    @Test("what a program does without a command's name has its options, too") func ownWork() {
        let places = Completions("roost-notify", [.init("", "roost-notify --test CONFIG")]).places
        #expect(places == [.init(words: "", subcommands: [], options: ["--help", "--test"])])
    }

    @Test("every command of the table can be completed to") func all() {
        let commands = commandTable.commands.map(\.description)
        let places = Completions("roost", commands).places
        for words in commands.map(\.words) where !words.isEmpty {
            let before = words.dropLast().joined(separator: " ")
            let place = places.first { $0.words == before }
            let known = (place?.subcommands ?? []) + (place?.options ?? [])
            #expect(known.contains(words[words.count - 1]), "\(words)")
        }
    }
}

import Glibc

/// One command of a program: the words that it begins with, what its `--help` answers, and what it does
/// with the words behind those.
package struct Command: Sendable {
    package typealias Main = @Sendable (_ words: [String]) throws(CommandError) -> Int32

    /// What the manual and completions are made of.
    package struct Description: Equatable, Sendable {
        /// Empty of what a program does without a command's name.
        package let words: [String]
        package let usage: String
        /// Whether it does nothing but name the commands that begin with its words.
        package let isGroup: Bool

        package init(_ words: String, _ usage: String, isGroup: Bool = false) {
            self.words = words.split(separator: " ").map(String.init)
            self.usage = usage
            self.isGroup = isGroup
        }
    }

    package let description: Description
    package let main: Main

    package init(_ description: Description, _ main: @escaping Main) {
        self.description = description
        self.main = main
    }

    package init(_ words: String, _ usage: String, _ main: @escaping Main) {
        self.init(Description(words, usage), main)
    }

    /// One that is nothing without a further word; `nothing` says that there is no such, and `hint` what else may be
    /// meant.
    package init(
        _ words: String, of usage: String, _ nothing: String,
        hint: @escaping @Sendable (_ word: String) -> String? = { _ in nil }
    ) {
        self.init(Description(words, usage, isGroup: true)) { rest throws(CommandError) in
            switch rest.first {
            case "--help", "-h", "help":
                Console.out(usage)
                return ExitCode.success
            case let word?:
                throw .usage("\(nothing) \"\(word)\"" + (hint(word).map { ": \($0)" } ?? ""))
            case nil:
                Console.error(usage)
                return ExitCode.usage
            }
        }
    }
}

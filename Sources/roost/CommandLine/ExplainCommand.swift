import CommandKit
import Core
import Settings
import Terminal
import Values

/// `roost explain CODE`: what a code of `roost check` means, with an example.
enum ExplainCommand {
    static let usage = """
        roost explain [CODE]
              what a code of `roost check` means, with a configuration that has the mistake and one
              that has not; without a code, a list of them
        """

    static func main(_ words: [String]) throws(CommandError) -> Int32 {
        guard !words.isEmpty else {
            Console.out(ConfigurationError.Code.allCases.map(\.rawValue).joined(separator: "\n"))
            return ExitCode.success
        }
        let word = try Arguments(words).single("one code")
        guard let code = ConfigurationError.Code(rawValue: word) else {
            let known = ConfigurationError.Code.allCases.map(\.rawValue)
            throw .usage("there is no code \"\(word)\".\(suggestion(for: word, among: known))")
        }
        let explanation = code.explanation
        let columns = Console.outputIsTerminal ? Console.terminalSize.columns : 100
        Console.out(
            """
            \(code.rawValue)

            \(TextWrap.lines(of: explanation.text, columns: columns).joined(separator: "\n"))

            Wrong:
            \(indented(explanation.wrong))
            Right:
            \(indented(explanation.right))
            """)
        return ExitCode.success
    }

    private static func indented(_ text: String) -> String {
        text.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
    }
}

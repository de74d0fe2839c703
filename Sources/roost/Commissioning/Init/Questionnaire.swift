import CommandKit
import Core
import Settings

/// Finds an answer to each question of a draft: by an option, by what is on the machine, or by asking.
struct Questionnaire {
    private let draft: ConfigurationDraft
    private let isAtTerminal: Bool

    init(_ draft: ConfigurationDraft, isAtTerminal: Bool) {
        self.draft = draft
        self.isAtTerminal = isAtTerminal
    }

    /// All answers, with which the draft's configuration is good; `given` is what an option of the
    /// command line says.
    ///
    /// - Throws: which options are missing, or what is wrong with the answers.
    func answers(
        _ given: (_ option: String) -> String?
    ) throws(CommandError) -> ConfigurationDraft.Answers {
        var answers: ConfigurationDraft.Answers = [:]
        for question in draft.questions {
            answers[question.option] = given(question.option) ?? question.sure
        }
        let open = draft.questions.filter { answers[$0.option] == nil }
        guard open.isEmpty || isAtTerminal else { throw Self.missing(open) }
        try require(answers)
        for question in open { answers[question.option] = try ask(question, knowing: answers) }
        return answers
    }

    /// Asks until the answer is a good one.
    private func ask(
        _ question: ConfigurationDraft.Question, knowing answers: ConfigurationDraft.Answers
    ) throws(CommandError) -> String {
        let choices =
            question.choices.isEmpty ? "" : ": \(question.choices.joined(separator: ", "))"
        while true {
            Console.write("\(question.text)\(choices) [\(question.example)] ", to: 1)
            guard let line = readLine() else { throw .failed("no answer; nothing was written") }
            let words = line.split(separator: " ").joined(separator: " ")
            let answer = words.isEmpty ? question.example : words
            do throws(CommandError) {
                try require(answers.merging([question.option: answer]) { $1 })
                return answer
            } catch {
                Console.error(error.message)
            }
        }
    }

    /// - Throws: what is wrong with these answers, the rest being what people mostly want.
    private func require(_ answers: ConfigurationDraft.Answers) throws(CommandError) {
        let usual = draft.questions.map { ($0.option, $0.example) }
        let whole = answers.merging(usual) { answer, _ in answer }
        do throws(ConfigurationErrors) {
            _ = try ConfigurationReader.read(
                Array(draft.text(whole).utf8), registry: ConfigurationFile.registry)
        } catch {
            let problems = error.all.map { "  \($0)" }.joined(separator: "\n")
            throw .usage("so the configuration would be bad; nothing was written\n\(problems)")
        }
    }

    private static func missing(_ questions: [ConfigurationDraft.Question]) -> CommandError {
        let lines = questions.map { question in
            let which =
                question.choices.isEmpty
                ? "such as \(question.example)" : question.choices.joined(separator: " or ")
            return "  --\(question.option): \(question.text.lowercased()), \(which)"
        }
        return .usage(
            "there is no terminal to ask at, so these must be given:\n"
                + lines.joined(separator: "\n"))
    }
}

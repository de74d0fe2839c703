import Core
import JSON

/// What `roost init` can write: what it has to ask for, and the text that follows from the answers.
struct InitTemplate: Sendable {
    /// One thing that no machine can tell.
    struct Question: Sendable {
        /// Without its dashes.
        let option: String
        let text: String
        /// What a person most likely wants.
        let example: String
        /// What was found on this machine, where that is more than one.
        var choices: [String] = []
        /// What to take without asking: all there is.
        var sure: String?
    }

    /// By the option of each question.
    typealias Answers = [String: String]

    /// The word behind `init`, and the name in the configuration.
    let name: String
    /// Four at most.
    let questions: [Question]
    let text: @Sendable (Answers) -> String

    /// The driver `name` as it stands in a configuration.
    static func driver(
        _ name: String, _ kind: String, _ settings: [(key: String, value: JSONValue)]
    ) -> String {
        let block = Finding.device("", name: name, settings).block
        return block.map { ScannedConfiguration.text(of: $0, kind, name: name) } ?? ""
    }

    /// A number, where it is one: whether it may be, the settings say.
    static func number(_ text: String) -> JSONValue {
        Int(text).map { .number(Double($0)) } ?? .string(text)
    }
}

import JSON

/// A policy for which `roost init` can write a configuration.
package protocol TemplatedPolicy: Policy {
    static var template: ConfigurationTemplate { get }
}

/// A configuration of a policy with the drivers that it usually has. It is a text that names drivers: nothing here knows one.
package struct ConfigurationTemplate: Sendable {
    /// What a driver of a kind finds on this machine.
    package typealias Discover = (_ driver: String) -> [Finding]

    /// The word behind `init`, and the name in the configuration.
    package let name: String
    /// Of the command.
    package let usage: String
    package let draft: @Sendable (Discover) -> ConfigurationDraft

    package init(
        name: String, usage: String, draft: @escaping @Sendable (Discover) -> ConfigurationDraft
    ) {
        self.name = name
        self.usage = usage
        self.draft = draft
    }
}

/// A template on one machine: what has to be asked for, and the text that follows from the answers.
package struct ConfigurationDraft: Sendable {
    /// One thing that no machine can tell.
    package struct Question: Sendable {
        /// Without its dashes.
        package let option: String
        package let text: String
        /// What a person most likely wants.
        package let example: String
        /// What was found on this machine, where that is more than one.
        package let choices: [String]
        /// What to take without asking: all there is.
        package let sure: String?

        package init(
            option: String, text: String, example: String, choices: [String] = [],
            sure: String? = nil
        ) {
            self.option = option
            self.text = text
            self.example = example
            self.choices = choices
            self.sure = sure
        }
    }

    /// By the option of each question.
    package typealias Answers = [String: String]

    /// Four at most.
    package let questions: [Question]
    package let text: @Sendable (Answers) -> String

    package init(questions: [Question], text: @escaping @Sendable (Answers) -> String) {
        self.questions = questions
        self.text = text
    }

    /// The driver `name` as it stands in a configuration.
    package static func driver(
        _ name: String, _ kind: String, _ settings: [(key: String, value: JSONValue)]
    ) -> String {
        Finding.device("", name: name, settings).block?.text(of: kind, name: name) ?? ""
    }

    /// A number, where it is one: whether it may be, the settings say.
    package static func number(_ text: String) -> JSONValue {
        Int(text).map { .number(Double($0)) } ?? .string(text)
    }
}

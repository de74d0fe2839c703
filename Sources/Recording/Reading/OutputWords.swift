import Core
import JSON
import Values

/// What can be said of outputs in a word: a member that is a text, or a case of an enumeration.
enum OutputWords {
    /// By the names of the outputs.
    static func of(_ outputs: JSONValue) -> [String: String] {
        guard case .object(let members) = outputs else { return [:] }
        return members.filter { $0.key != "reason" }.compactMapValues(word)
    }

    private static func word(_ value: JSONValue) -> String? {
        switch value {
        case .string(let word): word
        case .object(let members) where members.count == 1: members.keys.first
        default: nil
        }
    }
}

import Core
import JSON

/// What the inputs of a policy were before they last changed.
struct InputHistory: Sendable {
    /// By input: the latest sample that was good.
    private(set) var good: [String: JSONValue] = [:]
    /// By the keys that lead to it: what a word or a flag was before it was what it is now.
    private(set) var former: [[String]: JSONValue] = [:]
    private var latest: [[String]: JSONValue] = [:]

    /// Takes the inputs of the next step.
    mutating func note(_ inputs: JSONValue) {
        guard case .object(let members) = inputs else { return }
        for (name, sample) in members {
            guard let value = sample["value"] else { continue }
            if sample["quality"]?["good"] != nil { good[name] = value }
            note(value, at: [name, "value"])
        }
    }

    private mutating func note(_ value: JSONValue, at path: [String]) {
        switch value {
        case .object(let members):
            for (key, member) in members { note(member, at: path + [key]) }
        case .string, .bool:
            guard let before = latest.updateValue(value, forKey: path), before != value else {
                return
            }
            former[path] = before
        case .null, .number, .wideInteger, .array: break
        }
    }
}

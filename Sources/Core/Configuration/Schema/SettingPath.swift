/// A place in a configuration: `drivers.bolt.targets[2]`.
package struct SettingPath: Hashable, Sendable, CustomStringConvertible {
    package enum Step: Hashable, Sendable {
        case key(String)
        case index(Int)
    }

    /// From the whole file inwards.
    package let steps: [Step]

    /// The place of one key of the file; of the file itself with an empty name.
    package init(_ name: String) {
        self.init(name.isEmpty ? [] : [.key(name)])
    }

    package init(_ steps: [Step]) {
        self.steps = steps
    }

    package func key(_ name: String) -> SettingPath {
        SettingPath(steps + [.key(name)])
    }

    package func index(_ index: Int) -> SettingPath {
        SettingPath(steps + [.index(index)])
    }

    package var description: String {
        steps.reduce(into: "") { text, step in
            switch step {
            case .key(let name): text += text.isEmpty ? name : ".\(name)"
            case .index(let index): text += "[\(index)]"
            }
        }
    }

    /// Settings that do not fit together.
    package func error(_ message: String) -> ConfigurationErrors {
        error(.conflict, message)
    }

    package func error(
        _ code: ConfigurationError.Code, _ message: String,
        correction: ConfigurationError.Correction? = nil
    ) -> ConfigurationErrors {
        ConfigurationErrors([
            ConfigurationError(at: self, code, message, correction: correction)
        ])
    }

    /// A value that is not what was `expected`.
    func wrongValue(
        _ json: JSONValue, expected: String, hint: String = "",
        _ code: ConfigurationError.Code = .wrongValue,
        correction: ConfigurationError.Correction? = nil
    ) -> ConfigurationErrors {
        let end = hint.isEmpty ? "" : ".\(hint)"
        return error(
            code, "expected \(expected), found \(json.summary)\(end)", correction: correction)
    }

    /// A word that should name something and does not.
    func unknown(_ word: String, _ what: String, among known: [String]) -> ConfigurationErrors {
        let near = nearestWords(to: word, among: known)
        let list = known.isEmpty ? "there are none" : known.sorted().joined(separator: ", ")
        return error(
            .unknownName,
            "no \(what) is called \"\(word.prefix(40))\".\(suggestion(near)) Known: \(list)",
            correction: .only(of: near))
    }
}

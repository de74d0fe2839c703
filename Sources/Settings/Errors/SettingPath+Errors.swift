import JSON
import Values

extension SettingPath {
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
    package func wrongValue(
        _ json: JSONValue, expected: String, hint: String = "",
        _ code: ConfigurationError.Code = .wrongValue,
        correction: ConfigurationError.Correction? = nil
    ) -> ConfigurationErrors {
        let end = hint.isEmpty ? "" : ".\(hint)"
        return error(
            code, "expected \(expected), found \(json.summary)\(end)", correction: correction)
    }

    /// A word that should name something and does not.
    package func unknown(_ word: String, _ what: String, among known: [String])
        -> ConfigurationErrors
    {
        let near = nearestWords(to: word, among: known)
        let list = known.isEmpty ? "there are none" : known.sorted().joined(separator: ", ")
        return error(
            .unknownName,
            "no \(what) is called \"\(word.prefix(40))\".\(suggestion(near)) Known: \(list)",
            correction: .only(of: near))
    }
}

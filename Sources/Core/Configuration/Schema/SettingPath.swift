/// A place in a configuration: `drivers.bolt.targets[2]`.
package struct SettingPath: Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }

    package func key(_ name: String) -> SettingPath {
        SettingPath(description.isEmpty ? name : "\(description).\(name)")
    }

    package func index(_ index: Int) -> SettingPath {
        SettingPath("\(description)[\(index)]")
    }

    package func problem(_ message: String) -> ConfigurationErrors {
        ConfigurationErrors([ConfigurationError(path: description, message)])
    }

    /// A word that should name something and does not.
    func unknown(_ word: String, _ what: String, among known: [String]) -> ConfigurationErrors {
        let hint = suggestion(for: word, among: known)
        let list = known.isEmpty ? "there are none" : known.sorted().joined(separator: ", ")
        return problem("no \(what) is called \"\(word.prefix(40))\".\(hint) Known: \(list)")
    }
}

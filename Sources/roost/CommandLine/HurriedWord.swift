import Core

/// A word for what runs, where the name of a command stands: somebody in a hurry has left out "send".
enum HurriedWord {
    /// What to type instead; `nil` of a word that means no request of any plugin.
    static func hint(_ word: String) -> String? {
        let registry = ConfigurationFile.registry
        let known =
            registry.policies.flatMap { $0.requests } + registry.drivers.flatMap { $0.requests }
        let named = known.contains { $0.name == word } ? [word] : []
        let meant = requests(meantBy: word, among: known).map(\.synopsis)
        let words = (named + meant).map { "roost send \($0)" }
        return words.isEmpty ? nil : "say \(words.joined(separator: " or "))"
    }
}

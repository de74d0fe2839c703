import Values

/// The words after a command: positional ones, options with a value, and flags.
package struct Arguments {
    package private(set) var positional: [String] = []
    private var values: [String: String] = [:]
    private var flags: Set<String> = []

    /// - Throws: an option that is not among `options` and `flags`, or has no value.
    package init(
        _ words: [String], options: Set<String> = [], flags known: Set<String> = []
    ) throws(CommandError) {
        var rest = words[...]
        while let word = rest.popFirst() {
            // A negative number is a value, not an option: latitudes may be south.
            if !word.hasPrefix("--") {
                positional.append(word)
            } else if known.contains(word) {
                flags.insert(word)
            } else if options.contains(word) {
                guard let value = rest.popFirst() else { throw .usage("\(word) needs a value") }
                values[word] = value
            } else {
                throw .usage("there is no option \"\(word)\" here")
            }
        }
    }

    package subscript(option: String) -> String? { values[option] }

    package func has(_ flag: String) -> Bool { flags.contains(flag) }

    /// The one positional word that there must be.
    package func single(_ what: String) throws(CommandError) -> String {
        guard let word = positional.first, positional.count == 1 else {
            let found = positional.isEmpty ? "nothing" : positional.joined(separator: " ")
            throw .usage("expected \(what), found \(found)")
        }
        return word
    }

    /// The value of an option that is a number; `nil` when it is not given.
    package func number(
        _ option: String, _ range: ClosedRange<Double>? = nil
    ) throws(CommandError) -> Double? {
        guard let text = self[option] else { return nil }
        guard let number = Double(text), number.isFinite, range?.contains(number) ?? true else {
            let bounds = range.map {
                " from \(shortText(of: $0.lowerBound)) to \(shortText(of: $0.upperBound))"
            }
            throw .usage("\(option) must be a number\(bounds ?? ""), found \"\(text)\"")
        }
        return number
    }
}

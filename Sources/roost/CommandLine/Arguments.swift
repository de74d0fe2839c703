import Core
import Devices

/// The words after a command: plain ones, and options with or without a value.
struct Arguments {
    private(set) var plain: [String] = []
    private var values: [String: String] = [:]
    private var flags: Set<String> = []

    /// Sorts words into plain ones and options.
    ///
    /// - Throws: an option that is not among `valued` and `flags`, or has no value.
    init(
        _ words: [String], valued: Set<String> = [], flags known: Set<String> = []
    ) throws(CommandError) {
        var rest = words[...]
        while let word = rest.popFirst() {
            // A negative number is a value, not an option: latitudes may be south.
            if !word.hasPrefix("--") {
                plain.append(word)
            } else if known.contains(word) {
                flags.insert(word)
            } else if valued.contains(word) {
                guard let value = rest.popFirst() else { throw .usage("\(word) needs a value") }
                values[word] = value
            } else {
                throw .usage("there is no option \"\(word)\" here")
            }
        }
    }

    subscript(option: String) -> String? { values[option] }

    func has(_ flag: String) -> Bool { flags.contains(flag) }

    /// The one plain word that there must be.
    func single(_ what: String) throws(CommandError) -> String {
        guard let word = plain.first, plain.count == 1 else {
            throw .usage(
                "expected \(what), found \(plain.isEmpty ? "nothing" : plain.joined(separator: " "))"
            )
        }
        return word
    }

    /// The value of an option that is a number; `nil` when it is not given.
    func number(
        _ option: String, _ range: ClosedRange<Double>
    ) throws(CommandError) -> Double? {
        guard let text = self[option] else { return nil }
        guard let number = Double(text), range.contains(number) else {
            throw .usage(
                "\(option) must be a number from \(shortText(of: range.lowerBound)) to "
                    + "\(shortText(of: range.upperBound)), found \"\(text)\"")
        }
        return number
    }
}

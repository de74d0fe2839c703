import Core
import JSON
import Values

/// JSON without its punctuation, for people: "celsius 21.5", "altitude_metres 1.2, phase flying".
package enum PlainText {
    /// Of an object that fits a line; a drone's whole configuration does not.
    private static let maxMembers = 20
    /// The units that the names of figures end with, as people write them.
    private static let units = [
        "_ms": " ms", "_s": " s", "_percent": " %", "_bytes": " B", "_bits": " bits",
    ]

    package static func text(of value: JSONValue) -> String {
        switch value {
        case .string(let text): return text.isEmpty ? "none" : text
        case .number(let number): return shortText(of: (number * 1e7).rounded() / 1e7)
        case .array(let items):
            return items.isEmpty ? "none" : items.map { text(of: $0) }.joined(separator: ", ")
        case .object(let members) where members.count > maxMembers:
            return "\(members.count) values"
        case .object(let members) where members.isEmpty: return "none"
        case .object(let members):
            return members.sorted { $0.key < $1.key }
                .map { "\($0.key) \(text(of: $0.value))" }.joined(separator: ", ")
        case .wideInteger(let integer): return "\(integer)"
        case .null: return "none"
        case .bool: return value.summary
        }
    }

    /// A figure with a name: ("command gap p50", "30.1 ms").
    package static func figure(_ name: String, _ value: JSONValue) -> (name: String, text: String) {
        var (label, plain) = (name, text(of: value))
        if case .number(let number) = value,
            let (suffix, unit) = units.first(where: { name.hasSuffix($0.key) })
        {
            label = String(name.dropLast(suffix.count))
            plain = shortText(of: (number * 100).rounded() / 100) + unit
        }
        return (label.split(separator: "_").joined(separator: " "), plain)
    }
}

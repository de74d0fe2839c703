import FoundationEssentials

extension JSONValue {
    /// This value over several lines, indented, with its keys in order: for people.
    package var pretty: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
        guard let data = try? encoder.encode(self) else { return "null" }
        return String(decoding: data, as: UTF8.self)
    }
}

import JSON

extension JSONValue {
    /// Its numbers, and 1 and 0 for yes and no, each with the way to it: "roll.degrees".
    package func figures(at path: [String]) -> [(figure: String, value: Double)] {
        switch self {
        case .number(let number): [(path.joined(separator: "."), number)]
        case .bool(let flag): [(path.joined(separator: "."), flag ? 1 : 0)]
        case .object(let members):
            members.sorted { $0.key < $1.key }.flatMap { $0.value.figures(at: path + [$0.key]) }
        case .null, .string, .array, .wideInteger: []
        }
    }
}

/// How the keys of a type are spelt in JSON.
package enum JSONKeys: Sendable {
    /// As Swift has them: `altitudeMetres`.
    case asDeclared
    /// As the configuration has them: `altitude_metres`.
    case snakeCase

    /// The spelling of one key.
    func spelling(of key: some CodingKey) -> String {
        switch self {
        case .asDeclared: key.stringValue
        case .snakeCase: Self.snakeCase(key.stringValue)
        }
    }

    /// "altitudeMetres" as "altitude_metres"; what has no capital letter stays as it is.
    static func snakeCase(_ name: String) -> String {
        guard name.utf8.contains(where: isCapital) else { return name }
        var spelling = ""
        for scalar in name.unicodeScalars {
            let isCapital = scalar.isASCII && scalar.properties.isUppercase
            if isCapital, !spelling.isEmpty { spelling.append("_") }
            spelling.append(isCapital ? scalar.properties.lowercaseMapping : String(scalar))
        }
        return spelling
    }

    private static func isCapital(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }
}

/// A dictionary whose keys are names that somebody chose, and no type's: they stay as they are.
protocol NameKeyed {}

extension Dictionary: NameKeyed where Key == String {}

import Values

/// Any JSON value, as read from a configuration or a control message, before it has a meaning.
///
/// `number` holds every number that a `Double` does, so a reader of measurements needs no other
/// case. `wideInteger` holds the whole numbers of 64 bits between two doubles: nanoseconds after
/// 104 days, attoseconds, identifiers. No number fits both, so equal numbers are equal values.
@usableFromInline
package enum JSONValue: Equatable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case wideInteger(WideInteger)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// Reads a whole document. Comments, from "//" to the end of a line, are for what people write.
    ///
    /// - Throws: where and why `bytes` are not JSON.
    package init(
        parsing bytes: some Sequence<UInt8>, allowsComments: Bool = false
    ) throws(JSONSyntaxError) {
        self = try JSONParser.parse(Array(bytes), allowsComments: allowsComments)
    }

    /// A whole number, exactly.
    ///
    /// - Returns: `nil` when it needs more than 64 bits and no `Double` holds it either.
    package init?(integer: some BinaryInteger) {
        if let number = Double(exactly: integer) {
            self = .number(number)
        } else if let wide = WideInteger(exactly: integer) {
            self = .wideInteger(wide)
        } else {
            return nil
        }
    }

    /// A text, or null where there is none.
    package init(_ text: String?) {
        self = text.map { .string($0) } ?? .null
    }

    /// This value as one line of JSON with its keys in order.
    package var line: String { JSONWriter.line(of: self) }

    /// This value over several lines, indented, with its keys in order: for people.
    package var pretty: String { JSONWriter.pretty(self) }

    /// What a person would call this, with its value where that is short: "the text \"12\"".
    package var summary: String {
        switch self {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .number(let value): "the number \(shortText(of: value))"
        case .wideInteger(let value): "the number \(value)"
        case .string(let value): "the text \"\(value.prefix(40))\""
        case .array(let items): "a list of \(items.count)"
        case .object: "an object"
        }
    }

    package subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members[key]
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByFloatLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    @usableFromInline package init(stringLiteral value: String) { self = .string(value) }
    @usableFromInline package init(floatLiteral value: Double) { self = .number(value) }
    @usableFromInline package init(integerLiteral value: Int) { self = .number(Double(value)) }
    @usableFromInline package init(booleanLiteral value: Bool) { self = .bool(value) }
    @usableFromInline package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    @usableFromInline package init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Dictionary(elements, uniquingKeysWith: { _, last in last }))
    }
}

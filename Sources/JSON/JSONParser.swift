/// Reads JSON text (RFC 8259) into values; with comments in it, where those are allowed.
///
/// Foundation's decoder says neither where a comma is missing nor that a key stands twice, of
/// which it then drops one. A configuration must not lose anything, and its author needs the line.
struct JSONParser {
    /// Deeper than any configuration, far shallower than the stack.
    private static let maxDepth = 64

    private var scanner: JSONScanner
    private var depth = 0
    private var places: JSONPlaceRecorder?

    /// Reads a whole document.
    static func parse(
        _ bytes: [UInt8], allowsComments: Bool
    ) throws(JSONSyntaxError) -> JSONValue {
        var parser = JSONParser(scanner: JSONScanner(bytes, allowsComments: allowsComments))
        return try parser.document()
    }

    /// Reads a whole document, and where each of its values stands.
    static func locate(
        _ bytes: [UInt8], allowsComments: Bool
    ) throws(JSONSyntaxError) -> (value: JSONValue, place: JSONPlace) {
        var parser = JSONParser(scanner: JSONScanner(bytes, allowsComments: allowsComments))
        parser.places = JSONPlaceRecorder(bytes)
        let value = try parser.document()
        return (value, parser.places?.document ?? JSONPlace(line: 1, range: 0..<0))
    }

    private mutating func document() throws(JSONSyntaxError) -> JSONValue {
        if let slip = scanner.foreignFormat() { throw slip }
        let value = try value()
        scanner.skipSpace()
        guard scanner.isAtEnd else {
            throw scanner.slip() ?? scanner.error("something follows after the end of the JSON")
        }
        return value
    }

    private init(scanner: JSONScanner) {
        self.scanner = scanner
    }

    private mutating func value() throws(JSONSyntaxError) -> JSONValue {
        scanner.skipSpace()
        places?.begin(at: scanner.index)
        let value = try bareValue()
        places?.end(at: scanner.index)
        return value
    }

    private mutating func bareValue() throws(JSONSyntaxError) -> JSONValue {
        switch scanner.peek {
        case UInt8(ascii: "{"):
            return .object(try nested { parser throws(JSONSyntaxError) in try parser.object() })
        case UInt8(ascii: "["):
            return .array(try nested { parser throws(JSONSyntaxError) in try parser.array() })
        case UInt8(ascii: "\""): return .string(try scanner.string())
        case UInt8(ascii: "t"): return try scanner.word("true", .bool(true))
        case UInt8(ascii: "f"): return try scanner.word("false", .bool(false))
        case UInt8(ascii: "n"): return try scanner.word("null", .null)
        case let byte? where byte == UInt8(ascii: "-") || JSONScanner.isDigit(byte):
            return try scanner.number()
        default: throw scanner.unexpected("a value")
        }
    }

    private mutating func nested<Value>(
        _ body: (inout JSONParser) throws(JSONSyntaxError) -> Value
    ) throws(JSONSyntaxError) -> Value {
        depth += 1
        guard depth <= Self.maxDepth else {
            throw scanner.error("nested more than \(Self.maxDepth) deep")
        }
        let value = try body(&self)
        depth -= 1
        return value
    }

    private mutating func object() throws(JSONSyntaxError) -> [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        if scanner.consume("{"), scanner.consume("}") { return members }
        repeat {
            scanner.skipSpace()
            guard scanner.peek == UInt8(ascii: "\"") else {
                throw scanner.unexpected("a key in quotes")
            }
            let start = scanner.index
            let key = try scanner.string()
            let end = scanner.index
            guard members[key] == nil else {
                throw scanner.error(
                    "the key \"\(key.prefix(40))\" stands here a second time", at: start)
            }
            guard scanner.consume(":") else { throw scanner.unexpected("a colon after the key") }
            members[key] = try value()
            places?.keep(under: key, at: start..<end)
        } while try scanner.consumeComma(before: "}")
        guard scanner.consume("}") else { throw scanner.unexpected("a comma or the closing }") }
        return members
    }

    private mutating func array() throws(JSONSyntaxError) -> [JSONValue] {
        var items: [JSONValue] = []
        if scanner.consume("["), scanner.consume("]") { return items }
        repeat {
            items.append(try value())
            places?.keepItem()
        } while try scanner.consumeComma(before: "]")
        guard scanner.consume("]") else { throw scanner.unexpected("a comma or the closing ]") }
        return items
    }
}

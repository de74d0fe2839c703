/// Writes values as JSON text (RFC 8259), the same text for the same value: on one line, or over
/// several for people.
struct JSONWriter {
    private let isPretty: Bool
    private var bytes: [UInt8] = []
    private var depth = 0

    static func line(of value: JSONValue) -> String {
        text(of: value, isPretty: false)
    }

    /// Indented, with what holds no further lists and objects on a line of its own.
    static func pretty(_ value: JSONValue) -> String {
        text(of: value, isPretty: true)
    }

    private static func text(of value: JSONValue, isPretty: Bool) -> String {
        var writer = JSONWriter(isPretty: isPretty)
        writer.write(value)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private init(isPretty: Bool) {
        self.isPretty = isPretty
    }

    private mutating func write(_ value: JSONValue) {
        switch value {
        case .null: write("null")
        case .bool(let value): write(value ? "true" : "false")
        case .number(let number): write(number)
        case .wideInteger(let integer): write(integer.description)
        case .string(let text): writeQuoted(text)
        case .array(let items): write(items)
        case .object(let members): write(members)
        }
    }

    private mutating func write(_ literal: String) {
        bytes += literal.utf8
    }

    /// Whole numbers of 64 bits as digits, others as the shortest text that reads back the same.
    /// JSON has no NaN and no infinity: they travel as null.
    private mutating func write(_ number: Double) {
        if !number.isFinite {
            write("null")
        } else if number == 0, number.sign == .minus {
            write("-0")
        } else if let whole = Int64(exactly: number) {
            write(whole.description)
        } else if let whole = UInt64(exactly: number) {
            write(whole.description)
        } else {
            write(number.description)
        }
    }

    private mutating func write(_ items: [JSONValue]) {
        let isBroken = isPretty && items.contains(where: \.hasParts)
        write("[")
        depth += 1
        for (index, item) in items.enumerated() {
            separate(index, isBroken)
            write(item)
        }
        end("]", isBroken)
    }

    private mutating func write(_ members: [String: JSONValue]) {
        let isBroken = isPretty && members.values.contains(where: \.hasParts)
        write("{")
        depth += 1
        for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
            separate(index, isBroken)
            writeQuoted(member.key)
            write(isPretty ? ": " : ":")
            write(member.value)
        }
        end("}", isBroken)
    }

    private mutating func separate(_ index: Int, _ isBroken: Bool) {
        if index > 0 { write(isPretty && !isBroken ? ", " : ",") }
        if isBroken { breakLine() }
    }

    private mutating func end(_ bracket: String, _ isBroken: Bool) {
        depth -= 1
        if isBroken { breakLine() }
        write(bracket)
    }

    private mutating func breakLine() {
        bytes.append(UInt8(ascii: "\n"))
        bytes += [UInt8](repeating: UInt8(ascii: " "), count: 2 * depth)
    }

    // MARK: Strings

    private mutating func writeQuoted(_ text: String) {
        write("\"")
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0x08: write("\\b")
            case 0x09: write("\\t")
            case 0x0A: write("\\n")
            case 0x0C: write("\\f")
            case 0x0D: write("\\r")
            case ..<0x20: writeEscaped(byte)
            default: bytes.append(byte)
            }
        }
        write("\"")
    }

    /// Control characters have no other form: all are below 32, so four digits begin with 00.
    private mutating func writeEscaped(_ control: UInt8) {
        write(control < 16 ? "\\u000" : "\\u00")
        write(String(control, radix: 16))
    }
}

extension JSONValue {
    /// Whether it is a list or an object.
    fileprivate var hasParts: Bool {
        switch self {
        case .array, .object: true
        default: false
        }
    }
}

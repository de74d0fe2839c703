/// The tokens of JSON text, one after the other, and the place where one is not right.
struct JSONScanner {
    let bytes: [UInt8]
    let allowsComments: Bool
    private(set) var index = 0

    init(_ bytes: [UInt8], allowsComments: Bool) {
        self.bytes = bytes
        self.allowsComments = allowsComments
        // Some editors put a byte order mark first; RFC 8259, 8.1 allows to ignore it.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    var isAtEnd: Bool { index == bytes.count }

    var peek: UInt8? {
        index < bytes.count ? bytes[index] : nil
    }

    /// Skips white space, and comments where they are allowed.
    mutating func skipSpace() {
        repeat {
            while let byte = peek, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { index += 1 }
        } while skipComment()
    }

    /// Skips a comment, from "//" up to the end of its line; false when none begins here.
    private mutating func skipComment() -> Bool {
        guard allowsComments, bytes[index...].starts(with: "//".utf8) else { return false }
        while let byte = peek, byte != UInt8(ascii: "\n") { index += 1 }
        return true
    }

    /// Skips white space, and the mark if it is next.
    mutating func consume(_ mark: Unicode.Scalar) -> Bool {
        skipSpace()
        guard peek == UInt8(ascii: mark) else { return false }
        index += 1
        return true
    }

    func unexpected(_ wanted: String) -> JSONSyntaxError {
        if let slip = slip() { return slip }
        guard let byte = peek else {
            // Behind what stands last: there it is missing, not in the empty line that follows.
            let last = bytes.lastIndex { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
            return error("the text ends where \(wanted) should be", at: last.map { $0 + 1 })
        }
        let letter = Character(Unicode.Scalar(byte))
        let found =
            byte == UInt8(ascii: "\"") ? "a quote" : byte < 128 ? "\"\(letter)\"" : "something else"
        return error("expected \(wanted), found \(found)")
    }

    func error(_ message: String, at place: Int? = nil) -> JSONSyntaxError {
        let place = place ?? index
        let before = bytes.prefix(place)
        let line = before.count { $0 == UInt8(ascii: "\n") } + 1
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        // Columns are characters: all but the first byte of one in UTF-8 begin with the bits 10.
        let column = before[lineStart...].count { $0 & 0xC0 != 0x80 } + 1
        return JSONSyntaxError(line: line, column: column, offset: place, message: message)
    }

    // MARK: Words and numbers

    /// One of the three words of JSON, which stands for `value`.
    mutating func word(
        _ word: String, _ value: JSONValue
    ) throws(JSONSyntaxError) -> JSONValue {
        guard bytes[index...].starts(with: word.utf8) else { throw unexpected("a value") }
        index += word.utf8.count
        return value
    }

    mutating func number() throws(JSONSyntaxError) -> JSONValue {
        let start = index
        if peek == UInt8(ascii: "-") { index += 1 }
        let firstDigit = index
        let whole = digits()
        let hasLeadingZero = whole > 1 && bytes[firstDigit] == UInt8(ascii: "0")
        var isWellFormed = whole > 0 && !hasLeadingZero
        if peek == UInt8(ascii: ".") {
            index += 1
            isWellFormed = digits() > 0 && isWellFormed
        }
        if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
            index += 1
            if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { index += 1 }
            isWellFormed = digits() > 0 && isWellFormed
        }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        guard isWellFormed, let number = Double(text), number.isFinite else {
            throw error("\"\(text.prefix(40))\" is not a number that JSON can hold", at: start)
        }
        return WideInteger(text).map(JSONValue.wideInteger) ?? .number(number)
    }

    private mutating func digits() -> Int {
        let start = index
        while let byte = peek, Self.isDigit(byte) { index += 1 }
        return index - start
    }

    static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    // MARK: Strings

    mutating func string() throws(JSONSyntaxError) -> String {
        let start = index
        index += 1
        var content: [UInt8] = []
        while let byte = peek, byte != UInt8(ascii: "\"") {
            guard byte >= 32 else { throw error("a line break or control character in a text") }
            index += 1
            if byte == UInt8(ascii: "\\") {
                content += try escape()
            } else {
                content.append(byte)
            }
        }
        guard peek != nil else { throw error("this text has no closing quote", at: start) }
        index += 1
        guard let text = String(validating: content, as: UTF8.self) else {
            throw error("this text is not UTF-8", at: start)
        }
        return text
    }

    private mutating func escape() throws(JSONSyntaxError) -> [UInt8] {
        guard let letter = peek else { throw error("the file ends within a text") }
        index += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [letter]
        case UInt8(ascii: "b"): return [8]
        case UInt8(ascii: "f"): return [12]
        case UInt8(ascii: "n"): return [10]
        case UInt8(ascii: "r"): return [13]
        case UInt8(ascii: "t"): return [9]
        case UInt8(ascii: "u"): return Array(String(try unicodeEscape()).utf8)
        default: throw error("unknown escape in a text", at: index - 2)
        }
    }

    /// The character of `\uXXXX`, or of two of them that form a surrogate pair.
    private mutating func unicodeEscape() throws(JSONSyntaxError) -> Character {
        let start = index - 2
        let first = try hexUnit()
        var units = [first]
        if (0xD800..<0xDC00).contains(first), bytes[index...].starts(with: "\\u".utf8) {
            index += 2
            units.append(try hexUnit())
        }
        guard let text = String(validating: units, as: UTF16.self), let character = text.first
        else { throw error("half of a surrogate pair", at: start) }
        return character
    }

    private mutating func hexUnit() throws(JSONSyntaxError) -> UInt16 {
        let text = String(decoding: bytes[index...].prefix(4), as: UTF8.self)
        guard text.utf8.count == 4, text.allSatisfy(\.isHexDigit),
            let unit = UInt16(text, radix: 16)
        else { throw error("\\u needs four hexadecimal digits", at: index - 2) }
        index += 4
        return unit
    }
}

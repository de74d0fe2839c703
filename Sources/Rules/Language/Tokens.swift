/// A word, number or sign of the language.
struct Token: Equatable, Sendable {
    enum Kind: Equatable, Sendable {
        case word
        /// A number with no unit.
        case number
        /// A number with its unit: "28 °C".
        case quantity
        /// A time of day: "06:30".
        case time
        case sign
        case end
    }

    let kind: Kind
    let text: String
    let span: Range<Int>

    func isSign(_ sign: String) -> Bool { kind == .sign && text == sign }
    func isWord(_ word: Word) -> Bool { kind == .word && text == word.rawValue }
}

/// Cuts a text into tokens.
struct Tokens {
    private let bytes: [UInt8]
    private var index = 0
    private(set) var all: [Token] = []

    /// - Throws: what cannot be read.
    init(_ text: String) throws(LanguageError) {
        bytes = Array(text.utf8)
        while let token = try next() { all.append(token) }
        all.append(Token(kind: .end, text: "", span: bytes.count..<bytes.count))
    }

    private func byte(_ offset: Int = 0) -> UInt8 {
        index + offset < bytes.count ? bytes[index + offset] : 0
    }

    private func token(_ kind: Token.Kind, from start: Int) -> Token {
        Token(
            kind: kind, text: String(decoding: bytes[start..<index], as: UTF8.self),
            span: start..<index)
    }

    private mutating func next() throws(LanguageError) -> Token? {
        while index < bytes.count, let length = spaceLength { index += length }
        guard index < bytes.count else { return nil }
        let start = index
        if Self.isLetter(byte()) || byte() == UInt8(ascii: "_") {
            while Self.isLetter(byte()) || Self.isDigit(byte()) || byte() == UInt8(ascii: "_")
                || byte() == UInt8(ascii: "-")
            { index += 1 }
            return token(.word, from: start)
        }
        if Self.isDigit(byte()) || (byte() == UInt8(ascii: ".") && Self.isDigit(byte(1))) {
            return number(from: start)
        }
        return try sign(from: start)
    }

    /// Of a space, also of those that keep words together.
    private var spaceLength: Int? {
        switch byte() {
        case 0x09, 0x0A, 0x0D, 0x20: 1
        case 0xC2 where byte(1) == 0xA0: 2
        case 0xE2 where byte(1) == 0x80 && byte(2) == 0xAF: 3
        default: nil
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private mutating func number(from start: Int) -> Token {
        while Self.isDigit(byte()) { index += 1 }
        if byte() == UInt8(ascii: ":"), Self.isDigit(byte(1)), Self.isDigit(byte(2)) {
            index += 3
            return token(.time, from: start)
        }
        if byte() == UInt8(ascii: "."), Self.isDigit(byte(1)) {
            index += 1
            while Self.isDigit(byte()) { index += 1 }
        }
        let end = index
        while index < bytes.count, let length = spaceLength { index += length }
        let unit = index
        while let length = unitLength { index += length }
        let word = String(decoding: bytes[unit..<index], as: UTF8.self)
        guard !word.isEmpty, !Word.joining.contains(word.lowercased()) else {
            index = end
            return token(.number, from: start)
        }
        let number = String(decoding: bytes[start..<end], as: UTF8.self)
        return Token(kind: .quantity, text: "\(number) \(word)", span: start..<index)
    }

    /// Of a letter of a unit: "°C", "%", "m/s".
    private var unitLength: Int? {
        switch byte() {
        case UInt8(ascii: "%"): 1
        case UInt8(ascii: "/") where Self.isLetter(byte(1)): 1
        case 0xC2 where byte(1) == 0xB0 || byte(1) == 0xB5: 2
        case 0xCE where byte(1) == 0xA9 || byte(1) == 0xBC: 2
        case let letter where Self.isLetter(letter): 1
        default: nil
        }
    }

    private static let signs: [(written: String, meant: String)] = [
        (">=", ">="), ("<=", "<="), ("\u{2265}", ">="), ("\u{2264}", "<="), (">", ">"),
        ("<", "<"), ("(", "("), (")", ")"), (",", ","), (".", "."), ("+", "+"), ("-", "-"),
        ("\u{2212}", "-"), ("*", "*"), ("/", "/"),
    ]

    private mutating func sign(from start: Int) throws(LanguageError) -> Token {
        for wrong in ["&&", "||", "==", "!=", "=", "!"] where has(wrong) {
            let right = Word.foreign[wrong] ?? ""
            throw LanguageError(
                "\"\(wrong)\" is not of this language. Did you mean \"\(right)\"?",
                at: start..<start + wrong.utf8.count, replacement: " \(right) ")
        }
        for (written, meant) in Self.signs where has(written) {
            index += written.utf8.count
            return Token(kind: .sign, text: meant, span: start..<index)
        }
        // A whole letter, however many bytes it has.
        index += 1
        while byte() & 0xC0 == 0x80 { index += 1 }
        let letter = String(decoding: bytes[start..<index], as: UTF8.self)
        throw LanguageError("nothing here begins with \"\(letter)\"", at: start..<index)
    }

    private func has(_ sign: String) -> Bool {
        index + sign.utf8.count <= bytes.count
            && bytes[index..<index + sign.utf8.count].elementsEqual(sign.utf8)
    }
}

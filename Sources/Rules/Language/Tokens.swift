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
            return try number(from: start)
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
    private static func isSpace(_ byte: UInt8) -> Bool { byte <= 0x20 }
    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private mutating func number(from start: Int) throws(LanguageError) -> Token {
        while Self.isDigit(byte()) { index += 1 }
        if byte() == UInt8(ascii: ":"), Self.isDigit(byte(1)), Self.isDigit(byte(2)) {
            index += 3
            return token(.time, from: start)
        }
        if byte() == UInt8(ascii: "."), Self.isDigit(byte(1)) {
            index += 1
            while Self.isDigit(byte()) { index += 1 }
        }
        if byte() == UInt8(ascii: ","), Self.isDigit(byte(1)) { throw decimalComma(from: start) }
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

    /// Between the numbers of a function a comma may be meant.
    private func decimalComma(from start: Int) -> LanguageError {
        var end = index + 1
        while end < bytes.count, Self.isDigit(bytes[end]) { end += 1 }
        let whole = String(decoding: bytes[start..<index], as: UTF8.self)
        let part = String(decoding: bytes[(index + 1)..<end], as: UTF8.self)
        let isCertain = !all.contains { token in
            token.kind == .word && Word.functions.contains { token.isWord($0) }
        }
        let other = isCertain ? "" : "; between two numbers a space stands behind the comma"
        return LanguageError(
            "a decimal has a point and not a comma. Did you mean \"\(whole).\(part)\"?\(other)",
            at: start..<end, replacement: isCertain ? "\(whole).\(part)" : nil)
    }

    private mutating func sign(from start: Int) throws(LanguageError) -> Token {
        for wrong in ["==", "!=", "<>", "=<", "=>", "="] where has(wrong) {
            throw comparison(wrong, from: start)
        }
        for wrong in ["&&", "||", "&", "|", "!"] where has(wrong) {
            let end = start + wrong.utf8.count
            let right = Word.foreign[wrong] ?? ""
            // A word has spaces around it.
            let isGlued = start > 0 && !Self.isSpace(bytes[start - 1])
            let isFollowed = end < bytes.count && !Self.isSpace(bytes[end])
            throw LanguageError(
                "\"\(wrong)\" is not of this language. Did you mean \"\(right)\"?",
                at: start..<end,
                replacement: (isGlued ? " " : "") + right + (isFollowed ? " " : ""))
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

    /// A comparison of another language. Two of these are a slip; the others are right before the state of a contact, where
    /// this language has a word.
    private func comparison(_ sign: String, from start: Int) -> LanguageError {
        let span = start..<start + sign.utf8.count
        if sign == "=<" || sign == "=>" {
            let right = sign == "=<" ? "<=" : ">="
            return LanguageError(
                "\"\(sign)\" is not of this language. Did you mean \"\(right)\"?", at: span,
                replacement: right)
        }
        let right = sign == "!=" || sign == "<>" ? "is not" : "is"
        guard all.last?.kind == .word, isState(behind: span.upperBound) else {
            return LanguageError(
                "\"\(sign)\" is not of this language: numbers are compared with <, <=, > or >=, and the state of a contact is "
                    + "written \"\(right) closed\"", at: span)
        }
        let isGlued = !Self.isSpace(bytes[start - 1])
        let isFollowed = !Self.isSpace(bytes[span.upperBound])
        return LanguageError(
            "\"\(sign)\" is not of this language. Did you mean \"\(right)\"?", at: span,
            replacement: (isGlued ? " " : "") + right + (isFollowed ? " " : ""))
    }

    /// Whether the next word is a state: "closed", "unknown".
    private func isState(behind end: Int) -> Bool {
        let rest = bytes[min(end, bytes.count)...].drop(while: Self.isSpace)
        let word = String(decoding: rest.prefix(while: Self.isLetter), as: UTF8.self)
        return ContactWord.state(word) != nil || word == Word.known.rawValue
            || word == Word.unknown.rawValue
    }

    private func has(_ sign: String) -> Bool {
        index + sign.utf8.count <= bytes.count
            && bytes[index..<index + sign.utf8.count].elementsEqual(sign.utf8)
    }
}

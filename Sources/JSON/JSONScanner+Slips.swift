/// Slips that everybody makes: from other formats, and from editors that make print of text. Each is named as the one it is.
extension JSONScanner {
    /// Skips white space, and a comma if it is next.
    ///
    /// - Throws: for a comma with nothing behind it.
    mutating func consumeComma(before end: Unicode.Scalar) throws(JSONSyntaxError) -> Bool {
        guard consume(",") else { return false }
        let comma = index - 1
        skipSpace()
        guard peek == UInt8(ascii: end) else { return true }
        var error = error("a comma before the closing \(end); JSON has none there", at: comma)
        error.removal = comma..<comma + 1
        throw error
    }

    /// The slip that is next, where JSON would have something else; `nil` for none that is known.
    func slip() -> JSONSyntaxError? {
        for (start, message) in Self.slips where bytes[index...].starts(with: start.utf8) {
            return error(message)
        }
        let isComment = ["#", "//", "/*"].contains { bytes[index...].starts(with: $0.utf8) }
        if isComment {
            return error(
                allowsComments
                    ? "a comment begins with // and ends with its line" : "JSON has no comments")
        }
        guard let word = word(at: index), isBehindNumber else { return nil }
        return error("a number with its unit is a text in quotes, such as \"10\(word.prefix(20))\"")
    }

    private static let slips: [(String, String)] =
        [("'", "a text is in double quotes, \"so\", not in single ones")]
        + ["\u{201C}", "\u{201D}", "\u{201E}", "\u{2018}", "\u{2019}", "\u{AB}", "\u{BB}"].map {
            (
                $0,
                "a text is in straight quotes, \"so\"; \($0) comes of an editor that makes print of text"
            )
        }

    /// Whether a number ends where this begins, with blanks between them at most: "10 hours".
    private var isBehindNumber: Bool {
        bytes[..<index].last { $0 != 0x20 && $0 != 0x09 }.map(Self.isDigit) ?? false
    }

    private func word(at place: Int) -> String? {
        let letters = bytes[place...].prefix {
            $0 >= 0x80 || Character(Unicode.Scalar($0)).isLetter || $0 == UInt8(ascii: "%")
        }
        return letters.isEmpty ? nil : String(decoding: letters, as: UTF8.self)
    }

    /// What a document is that is of another format altogether; `nil` where it may be JSON.
    mutating func foreignFormat() -> JSONSyntaxError? {
        skipSpace()
        // Lines that begin with # are comments in YAML and TOML, too.
        var rest = bytes[index...]
        while rest.first == UInt8(ascii: "#") {
            rest = rest.drop { $0 != UInt8(ascii: "\n") }.drop { $0 <= UInt8(ascii: " ") }
        }
        let first = rest.prefix { $0 != UInt8(ascii: "\n") }
        let line = String(decoding: first.prefix(200), as: UTF8.self)
        let key = line.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
        let mark = line.dropFirst(key.count).first { $0 != " " }
        let isYAML = line.hasPrefix("---") || line.hasPrefix("- ") || (!key.isEmpty && mark == ":")
        let isTOML = !key.isEmpty && mark == "="
        guard isYAML || isTOML || line.hasPrefix("<") else { return nil }
        let name = isYAML ? "YAML" : isTOML ? "TOML" : "XML"
        return error("this looks like \(name); only JSON is read, which begins with {")
    }
}

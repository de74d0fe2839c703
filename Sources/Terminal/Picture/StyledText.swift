/// Text with a look, whose width is counted without its escape sequences.
///
/// Whatever it is made of, it has no escape sequences but those of its look: `harmless`.
package struct StyledText: Sendable, ExpressibleByStringInterpolation {
    package enum Style: String, Sendable {
        case plain = "0"
        case bold = "1"
        case dim = "2"
        case red = "31"
        case green = "32"
        case yellow = "33"
        case cyan = "36"
        case boldYellow = "1;33"
        case boldCyan = "1;36"
        case boldGreen = "1;32"
        /// White on red.
        case alarm = "1;37;41"
    }

    private var parts: [(text: String, style: Style)] = []

    package init() {}

    package init(_ text: String, _ style: Style = .plain) {
        parts = [(Self.harmless(text), style)]
    }

    package init(stringLiteral text: String) {
        self.init(text)
    }

    /// How many columns it takes; every character here is one column wide.
    package var width: Int {
        parts.reduce(0) { $0 + $1.text.count }
    }

    package static func + (left: StyledText, right: StyledText) -> StyledText {
        var sum = left
        sum.parts += right.parts
        return sum
    }

    package static func += (left: inout StyledText, right: StyledText) {
        left.parts += right.parts
    }

    /// Adds a character; those in a row with one look cost one escape sequence.
    package mutating func append(_ character: Character, _ style: Style) {
        let text = Self.harmless(String(character))
        if let last = parts.indices.last, parts[last].style == style {
            parts[last].text += text
        } else {
            parts.append((text, style))
        }
    }

    /// Cut or filled with spaces to exactly `width` columns.
    package func fitted(to width: Int) -> StyledText {
        var room = max(0, width)
        var fitted = StyledText()
        for (text, style) in parts where room > 0 {
            let piece = String(text.prefix(room))
            fitted.parts.append((piece, style))
            room -= piece.count
        }
        if room > 0 { fitted.parts.append((String(repeating: " ", count: room), .plain)) }
        return fitted
    }

    /// Filled with spaces before it to `width` columns.
    package func aligned(to width: Int) -> StyledText {
        StyledText(String(repeating: " ", count: max(0, width - self.width))) + self
    }

    /// Cut to at most `width` columns, with a "…" where something is missing.
    package func truncated(to width: Int) -> StyledText {
        guard self.width > width else { return self }
        return fitted(to: width - 1) + StyledText(width > 0 ? "…" : "", parts.last?.style ?? .plain)
    }

    /// The same text in one look.
    package func styled(_ style: Style) -> StyledText {
        var styled = StyledText()
        styled.parts = parts.map { ($0.text, style) }
        return styled
    }

    /// The same text with each character changed, in the same look.
    package func mapped(_ change: (Character) -> Character) -> StyledText {
        var mapped = StyledText()
        mapped.parts = parts.map { (String($0.text.map(change)), $0.style) }
        return mapped
    }

    /// What a terminal is sent; without colour just the text.
    package func rendered(colour: Bool) -> String {
        guard colour else { return parts.map(\.text).joined() }
        return parts.map { part in
            part.style == .plain || part.text.isEmpty
                ? part.text : "\u{1B}[\(part.style.rawValue)m\(part.text)\u{1B}[0m"
        }.joined()
    }
}

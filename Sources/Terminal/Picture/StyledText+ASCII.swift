extension StyledText {
    /// The same text for a terminal that shows ASCII only, of the same width.
    package var inASCII: StyledText {
        mapped { $0.isASCII ? $0 : Self.asciiTwin(of: $0) }
    }

    private static func asciiTwin(of character: Character) -> Character {
        switch character {
        case "─", "━", "╌", "╴", "╶": "-"
        case "│", "┃", "╷", "╵", "┊": "|"
        case "┌", "┐", "└", "┘", "├", "┤", "┬", "┴", "┼": "+"
        case "●", "◆": "o"
        case "█", "▌", "■": "#"
        // The heights of a bar, by where a sign stands in its cell and how much it fills.
        case "▇": "%"
        case "▆": "*"
        case "▅": "+"
        case "▄": "="
        case "▃": "-"
        case "▂": "."
        case "▁": "_"
        case "▲", "↑", "△": "^"
        case "▼", "↓", "▽": "v"
        case "←", "◀": "<"
        case "→", "▶": ">"
        case "°": "'"
        case "±": "~"
        case "·", "…": "."
        case "µ": "u"
        default: brailleTwin(of: character)
        }
    }

    /// Dots become the stroke that is nearest to where they are in their cell.
    private static func brailleTwin(of character: Character) -> Character {
        guard let value = character.unicodeScalars.first?.value,
            (0x2801...0x28FF).contains(value)
        else { return "?" }
        let bits = value - 0x2800
        // Two dots of each of the four rows (Unicode, block 2800).
        let rows = [0x09, 0x12, 0x24, 0xC0].map { (bits & $0).nonzeroBitCount }
        let count = rows.reduce(0, +)
        guard count > 1 else { return "." }
        let (top, middle, bottom) = (rows[0], rows[1] + rows[2], rows[3])
        if middle >= top, middle >= bottom { return "-" }
        return top > bottom ? "\"" : "_"
    }
}

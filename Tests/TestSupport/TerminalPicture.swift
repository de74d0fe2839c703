/// What a person sees who sits before a terminal: the picture that the bytes of a program make.
///
/// It knows the control sequences that Roost's own screens use, as xterm does them. Each other byte that is
/// no sign is in `strange`: a text of somebody else's that reached the terminal as it was.
package struct TerminalPicture: Sendable {
    /// Without the spaces at their ends.
    package var lines: [String] {
        cells.map { row in
            String(row.reversed().drop { $0 == " " }.reversed())
        }
    }
    /// Whether the shell's screen is hidden, the cursor hidden, and long lines cut instead of wrapped.
    package private(set) var modes: Set<Int> = []
    package private(set) var strange: [String] = []

    private let columns: Int
    private let rows: Int
    private var cells: [[Character]]
    /// The shell's screen, while the other one is shown.
    private var hidden: [[Character]]
    private var row = 0
    private var column = 0

    /// Of everything that was written to a terminal of this size; lines must not be wrapped.
    package init(_ written: String, columns: Int = 80, rows: Int = 24) {
        self.columns = columns
        self.rows = rows
        cells = Self.blank(columns, rows)
        hidden = cells
        var rest = Substring.UnicodeScalarView(written.unicodeScalars)
        while let scalar = rest.popFirst() {
            if scalar == "\u{1B}" {
                takeSequence(&rest)
            } else if scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) {
                strange.append("\(scalar.escaped(asASCII: true))")
            } else {
                put(Character(scalar))
            }
        }
    }

    package func contains(_ text: String) -> Bool { lines.contains { $0.contains(text) } }

    private static func blank(_ columns: Int, _ rows: Int) -> [[Character]] {
        Array(repeating: Array(repeating: " ", count: columns), count: rows)
    }

    private mutating func put(_ character: Character) {
        guard cells.indices.contains(row), column < columns else { return }
        cells[row][column] = character
        column += 1
    }

    private mutating func takeSequence(_ rest: inout Substring.UnicodeScalarView) {
        guard rest.first == "[" else { return strange.append("escape without [") }
        rest.removeFirst()
        var text = ""
        while let scalar = rest.popFirst() {
            text.unicodeScalars.append(scalar)
            if (0x40...0x7E).contains(scalar.value) { break }
        }
        let numbers = text.dropLast().split(separator: ";").map { Int($0) ?? 0 }
        switch (text.last, text.first) {
        case ("h", "?"), ("l", "?"): setMode(Int(text.dropFirst().dropLast()), text.last == "h")
        case ("m", _): break
        case ("H", _): (row, column) = ((numbers.first ?? 1) - 1, (numbers.last ?? 1) - 1)
        case ("K", _): erase(row, from: column)
        case ("J", _): for index in 0..<rows where index >= row || numbers == [2] { erase(index) }
        default: strange.append("[\(text)")
        }
    }

    private mutating func erase(_ row: Int, from column: Int = 0) {
        guard cells.indices.contains(row) else { return }
        // Behind the last column the cursor still stands on it.
        for index in min(column, columns - 1)..<columns { cells[row][index] = " " }
    }

    /// 7: long lines are wrapped; 25: there is a cursor; 1049: it is the other screen.
    private mutating func setMode(_ mode: Int?, _ isSet: Bool) {
        switch mode {
        case 7, 25: if isSet { modes.remove(mode ?? 0) } else { modes.insert(mode ?? 0) }
        case 1049:
            if isSet, modes.insert(1049).inserted { hidden = cells }
            let isBack = !isSet && modes.remove(1049) != nil
            cells = isBack ? hidden : isSet ? Self.blank(columns, rows) : cells
        case 2026: break
        default: strange.append("mode \(mode ?? 0)")
        }
    }
}

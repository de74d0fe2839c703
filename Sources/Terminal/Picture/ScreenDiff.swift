/// Turns pictures of lines into what a terminal must be sent, row by row and only what changed.
package struct ScreenDiff: Sendable {
    private var shown: [String] = []
    private var mustClear = true

    package init() {}

    /// The next picture starts on a screen of which nothing is known.
    package mutating func forget() {
        mustClear = true
    }

    /// The bytes that bring the screen from the last picture to this one; empty when they are alike.
    ///
    /// The rows are taken to have been cut to the screen's width and height.
    package mutating func update(to rows: [String]) -> String {
        var text = ""
        if mustClear { text += "\u{1B}[2J" }
        for (index, row) in rows.enumerated() {
            let isNew =
                mustClear ? !row.isEmpty : index >= shown.count || shown[index] != row
            // What was there goes first: behind a row that fills the screen's width the cursor still
            // stands on its last character, and would take that.
            let clearing = mustClear ? "" : "\u{1B}[K"
            if isNew { text += "\u{1B}[\(index + 1);1H\(clearing)\(row)" }
        }
        if rows.count < shown.count, !mustClear { text += "\u{1B}[\(rows.count + 1);1H\u{1B}[J" }
        shown = rows
        mustClear = false
        // In one go, where the terminal knows synchronized updates: no half pictures.
        return text.isEmpty ? "" : "\u{1B}[?2026h\(text)\u{1B}[?2026l"
    }
}

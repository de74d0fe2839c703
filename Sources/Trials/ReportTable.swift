import Values

/// A table for people: a name, and a cell for each thing that is compared.
package struct ReportTable {
    private let nameWidth: Int
    private let cellWidth: Int

    package init(nameWidth: Int, cellWidth: Int) {
        self.nameWidth = nameWidth
        self.cellWidth = cellWidth
    }

    package func row(_ name: String, _ cells: [String]) -> String {
        padded(name, nameWidth, left: false)
            + cells.map { padded($0, cellWidth, left: true) }.joined()
    }

    /// How often each word comes, a line each.
    package func list(_ words: [String]) -> [String] {
        Figures.counts(words).map { "  \(padded("\($0.count)", 6, left: true))  \($0.word)" }
    }

    private func padded(_ text: String, _ width: Int, left: Bool) -> String {
        // What is too long keeps its distance from the cell before it.
        let space = String(repeating: " ", count: max(left ? 1 : 0, width - text.count))
        return left ? space + text : text + space
    }
}

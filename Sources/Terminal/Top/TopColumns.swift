import Core

/// How wide each column of `roost top` is, and rows made of them.
struct TopColumns: Sendable {
    private static let markColumns = 2
    private static let maxNameColumns = 20
    private static let maxCurveColumns = 30
    private static let figureColumns = 7
    /// From here on there is room for curves.
    private static let wide = 60
    /// And from here on for ages.
    private static let medium = 50

    private let name: Int
    private let word: Int
    private let curve: Int
    private let figure: Int
    private let gap: String
    private let columns: Int

    init(_ table: TopTable, columns: Int) {
        let rows = table.rows
        let names = rows.map(\.status.name.count).max() ?? 0
        self.columns = columns
        name = min(Self.maxNameColumns, columns / 4, max(6, names))
        // One more for the mark of what is not known any more.
        word = max(5, rows.map(\.status.word.count).max() ?? 0) + 1
        curve = columns < Self.wide ? 0 : min(Self.maxCurveColumns, columns / 8)
        figure = columns < Self.medium ? 0 : Self.figureColumns
        gap = columns < Self.wide ? " " : "  "
    }

    func head(_ name: String, figure: String, text: String) -> StyledText {
        row(
            "", StyledText(name), StyledText("state"), StyledText(""), StyledText(figure),
            StyledText(text)
        ).styled(.dim)
    }

    /// `isLost` is whether nobody knows any more if it is so.
    func row(_ row: TopTable.Row, isSelected: Bool, isLost: Bool) -> StyledText {
        let status = row.status
        let curve = row.trend.map { $0.curve(width: self.curve, between: row.limits) } ?? ""
        let line = self.row(
            isSelected ? "▶" : "", StyledText(status.name, isSelected ? .bold : .plain),
            StyledText(status.word + (isLost ? "?" : ""), status.style),
            StyledText(curve, .cyan), row.figure,
            StyledText(status.text, status.level == .well ? .plain : status.style))
        return isLost ? line.styled(.dim) : line
    }

    private func row(
        _ mark: StyledText, _ name: StyledText, _ word: StyledText, _ curve: StyledText,
        _ figure: StyledText, _ text: StyledText
    ) -> StyledText {
        var line = mark.fitted(to: Self.markColumns)
        line += name.truncated(to: self.name).fitted(to: self.name) + StyledText(gap)
        line += word.fitted(to: self.word)
        if self.curve > 0 { line += StyledText(gap) + curve.aligned(to: self.curve) }
        if self.figure > 0 {
            line += StyledText(gap) + figure.truncated(to: self.figure).aligned(to: self.figure)
        }
        return (line + StyledText(gap) + text).truncated(to: columns)
    }
}

import Values

/// The page of `roost top` with all drivers and policies, and the last events below them.
struct TopList: Sendable {
    /// From here on there is room for heads and empty lines between.
    private static let roomyRows = 14

    /// Exactly as many as there is room for.
    let lines: [StyledText]
    /// Which of how many is selected, counted from 1; `nil` when there is nothing.
    let position: (index: Int, count: Int)?

    init(_ model: TopModel, columns: Int, rows: Int, at now: Instant) {
        let table = TopTable(model, at: now)
        let selection = model.selection(in: table)
        let isRoomy = rows >= Self.roomyRows
        let (upper, selected) = Self.table(
            table, selection, TopColumns(table, columns: columns), model, isRoomy: isRoomy)
        let events = TopEventLines(
            model.shown.events.entries, columns: columns, at: model.shownTime(at: now))
        let least = rows >= 18 ? 5 : rows >= 12 ? 3 : 2
        let spare = rows - upper.count - (isRoomy ? 2 : 0)
        let lower = events.last(max(min(least, rows / 3), spare), hasHead: isRoomy)
        let room = max(0, rows - lower.count)
        lines = Self.window(upper, around: selected, rows: room) + lower
        position = selection.flatMap { table.subjects.firstIndex(of: $0) }
            .map { ($0 + 1, table.subjects.count) }
    }

    /// The lines of both tables, and which of them is selected.
    private static func table(
        _ table: TopTable, _ selection: TopSubject?, _ columns: TopColumns, _ model: TopModel,
        isRoomy: Bool
    ) -> (lines: [StyledText], selected: Int) {
        var (lines, selected): ([StyledText], Int) = ([], 0)
        func add(_ rows: [TopTable.Row]) {
            for row in rows {
                let isSelected = row.subject == selection
                if isSelected { selected = lines.count }
                lines.append(
                    columns.row(row, isSelected: isSelected, isLost: model.loss != nil))
            }
        }
        if isRoomy { lines.append(columns.head("driver", figure: "age", text: "values")) }
        add(table.drivers)
        if isRoomy { lines += ["", columns.head("policy", figure: "late", text: "reason")] }
        add(table.policies)
        return (lines, selected)
    }

    /// So many of the lines, with the selected one among them, or empty ones below where there are fewer.
    private static func window(
        _ lines: [StyledText], around selected: Int, rows: Int
    ) -> [StyledText] {
        let first = min(max(0, selected - rows / 2), max(0, lines.count - rows))
        let seen = lines.dropFirst(first).prefix(rows)
        return Array(seen) + [StyledText](repeating: "", count: max(0, rows - seen.count))
    }
}

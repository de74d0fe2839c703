import Values

/// What has happened, as lines: how long ago, who says it, and what.
struct TopEventLines: Sendable {
    private static let ageColumns = 7
    /// A notice that is older is no news.
    private static let newsSeconds = 60.0

    private let entries: [TopEvents.Entry]
    private let columns: Int
    private let now: Instant

    init(_ entries: [TopEvents.Entry], columns: Int, at now: Instant) {
        self.entries = entries
        self.columns = columns
        self.now = now
    }

    /// The latest of them in so many rows, with two rows for a head above them if there is any.
    func last(_ count: Int, hasHead: Bool) -> [StyledText] {
        let shown = entries.suffix(max(0, count)).map { line($0).truncated(to: columns) }
        return shown.isEmpty || !hasHead ? shown : ["", StyledText("  last events", .dim)] + shown
    }

    /// All of them whole, broken to the width.
    var wrapped: [StyledText] {
        let left = Self.ageColumns + 1 + Self.markColumns
        return entries.flatMap { entry in
            let (_, style) = look(of: entry)
            let pieces = TextWrap.lines(of: entry.text, columns: max(20, columns - left))
            return pieces.enumerated().map { index, piece in
                (index == 0 ? head(entry) : StyledText("").fitted(to: left))
                    + StyledText(piece, style)
            }
        }
    }

    private static let markColumns = 3

    private func line(_ entry: TopEvents.Entry) -> StyledText {
        head(entry) + StyledText("\(entry.source): \(entry.text)", look(of: entry).style)
    }

    private func head(_ entry: TopEvents.Entry) -> StyledText {
        let (mark, style) = look(of: entry)
        let age = TopTable.ageText(max(0, now.seconds(since: entry.at)))
        return StyledText(age, .dim).aligned(to: Self.ageColumns) + " "
            + StyledText(mark, style).fitted(to: Self.markColumns)
    }

    /// The mark says without colour what the colour says.
    private func look(of entry: TopEvents.Entry) -> (mark: String, style: StyledText.Style) {
        switch entry.level {
        case "error": ("!!", .red)
        case "warning": ("!", .yellow)
        default: ("", now.seconds(since: entry.at) > Self.newsSeconds ? .dim : .plain)
        }
    }
}

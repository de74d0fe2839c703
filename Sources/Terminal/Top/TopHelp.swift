/// The page of `roost top` about its keys and what it shows.
enum TopHelp {
    private static let labelColumns = 15

    static func lines(columns: Int) -> [StyledText] {
        section("keys", keys, columns) + [""] + section("what is shown", columnsShown, columns)
            + [""] + section("colours", colours, columns)
    }

    private static let keys = [
        ("↑ ↓ or k j", "select; on a page like this: scroll"),
        ("Enter", "all of what is selected; Esc: back"),
        ("s", "what is wrong first, or by name"),
        ("p", "hold the picture; p again: go on"),
        ("q or Ctrl-C", "quit"),
    ]
    private static let columnsShown = [
        ("curve", "the main number of a driver; of a policy \"late\", up to a whole period"),
        ("age", "since the first of the values was measured"),
        ("late", "99 of 100 steps began no later after their time"),
        ("state?", "not known any more: the connection is lost"),
        ("! and !!", "a warning and an error"),
    ]
    private static let colours = [
        ("green", "as it should be"), ("yellow", "works, or tries to; something is not good"),
        ("red", "needs a person"), ("dim", "old: not updated by now"),
    ]

    private static func section(
        _ title: String, _ rows: [(String, String)], _ columns: Int
    ) -> [StyledText] {
        [StyledText(title, .bold)]
            + rows.flatMap { label, text in
                let room = max(20, columns - labelColumns)
                return TextWrap.lines(of: text, columns: room).enumerated().map { index, piece in
                    StyledText(index == 0 ? "  \(label)" : "", .dim).fitted(to: labelColumns)
                        + StyledText(piece)
                }
            }
    }
}

/// The last line of `roost top`: the keys, as many as fit, and which line is selected.
enum TopKeyLine {
    private struct Entry {
        let key: String
        let does: String
        /// The least goes last when there is no room.
        let rank: Int

        var width: Int { key.count + 1 + does.count }
    }

    private static let gap = 2

    static func line(
        _ model: TopModel, position: (index: Int, count: Int)?, columns: Int
    ) -> StyledText {
        let all = entries(model)
        let fitting = (1...all.count).last { count in
            let kept = all.filter { $0.rank < count }
            return kept.reduce(-gap) { $0 + $1.width + gap } <= columns
        }
        var line = StyledText("")
        for (index, entry) in all.filter({ $0.rank < fitting ?? 1 }).enumerated() {
            line += StyledText(String(repeating: " ", count: index == 0 ? 0 : gap))
            line += StyledText(entry.key, .bold) + StyledText(" \(entry.does)", .dim)
        }
        let place = position.map { "\($0.index)/\($0.count)" } ?? ""
        let room = columns - line.width
        guard room >= place.count + gap else { return line.truncated(to: columns) }
        return line + StyledText(place, .dim).aligned(to: room)
    }

    private static func entries(_ model: TopModel) -> [Entry] {
        let pause = Entry(key: "p", does: model.heldSince == nil ? "pause" : "go on", rank: 4)
        let quit = Entry(key: "q", does: "quit", rank: 0)
        let help = Entry(key: "?", does: "help", rank: 1)
        guard model.page == .list else {
            return [
                quit, Entry(key: "↑↓", does: "scroll", rank: 2),
                Entry(key: "Esc", does: "back", rank: 1), pause,
                Entry(key: "?", does: "help", rank: 3),
            ]
        }
        let order = model.order == .byName ? "wrong first" : "by name"
        return [
            quit, Entry(key: "↑↓", does: "select", rank: 3),
            Entry(key: "Enter", does: "details", rank: 2), Entry(key: "s", does: order, rank: 5),
            pause, help,
        ]
    }
}

/// A box with a title, drawn with line characters.
package struct Panel: Sendable {
    package let title: String
    package let width: Int
    package let lines: [StyledText]

    /// Frames `lines` in a box `width` columns wide and `height` rows high, borders included.
    package init(_ title: String, width: Int, height: Int, _ content: [StyledText]) {
        self.title = title
        self.width = width
        let inner = max(0, width - 4)
        let head = "┌─ \(title) "
        let rule = String(repeating: "─", count: max(0, width - head.count - 1))
        var lines = [StyledText(head + rule + "┐", .dim)]
        for row in 0..<max(0, height - 2) {
            let text = row < content.count ? content[row] : ""
            lines.append(
                StyledText("│ ", .dim) + text.fitted(to: inner) + StyledText(" │", .dim))
        }
        let floor = String(repeating: "─", count: max(0, width - 2))
        lines.append(StyledText("└\(floor)┘", .dim))
        self.lines = lines
    }

    /// Two boxes of the same height next to each other.
    package static func side(_ left: Panel, _ right: Panel) -> [StyledText] {
        zip(left.lines, right.lines).map { $0 + StyledText(" ") + $1 }
    }
}

import Core

/// What a policy has checked before it begins: what is wrong first, each with what it must be.
package struct CheckTable: Sendable {
    private static let markColumns = 4
    private static let gap = 2

    package let lines: [StyledText]

    /// `columns` is the width that lines are broken to; `nil` leaves them whole.
    package init(_ report: CheckReport, columns: Int? = nil) {
        let order: [Check.Verdict] = [.failed, .unknown, .met]
        let checks = order.flatMap { verdict in report.checks.filter { $0.verdict == verdict } }
        let name = checks.map(\.name.count).max() ?? 0
        lines =
            [Self.title(report), ""]
            + checks.flatMap { Self.lines($0, name: name + Self.gap, columns) }
    }

    private static func title(_ report: CheckReport) -> StyledText {
        let name = StyledText("\(report.name): ", .bold)
        guard !report.isReady else { return name + StyledText("ready", .boldGreen) }
        let failed = report.checks.count { $0.verdict == .failed }
        let count = "\(failed) of \(report.checks.count) checks failed"
        return name + StyledText("NOT READY", .alarm) + StyledText(": \(count)", .red)
    }

    private static func lines(_ check: Check, name: Int, _ columns: Int?) -> [StyledText] {
        let (mark, style) = look(of: check.verdict)
        let left = markColumns + name
        let room = columns.map { max(20, $0 - left) }
        let figures = wrapped("\(check.measured) (\(check.limit))", room)
        let whys = check.obstacles.flatMap { wrapped($0, room) }
        let head =
            StyledText(mark, style).fitted(to: markColumns)
            + StyledText(check.name).fitted(to: name)
        let indent = StyledText("").fitted(to: left)
        let rows = figures.map { StyledText($0) } + whys.map { StyledText($0, .red) }
        return rows.enumerated().map { ($0 == 0 ? head : indent) + $1 }
    }

    private static func wrapped(_ text: String, _ room: Int?) -> [String] {
        room.map { TextWrap.lines(of: text, columns: $0) } ?? [text]
    }

    private static func look(of verdict: Check.Verdict) -> (String, StyledText.Style) {
        switch verdict {
        case .failed: ("NO", .red)
        case .unknown: ("?", .yellow)
        case .met: ("ok", .green)
        }
    }
}

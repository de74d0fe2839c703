import Core
import Values

/// `roost top` as a picture: a line about the whole, a page, and a line of keys.
package struct TopScreen: Sendable {
    /// From here on there is room for what is said of the configuration.
    private static let roomyRows = 16

    /// Exactly as many as the terminal has, none of them wider than that.
    package let lines: [StyledText]
    /// How far the page can be scrolled: 0 where all of it is seen.
    package let maxScroll: Int

    /// - Parameters:
    ///   - model: what is known, and what of it is wanted.
    ///   - columns: the terminal's width; made for 40 and more.
    ///   - rows: the terminal's height; made for 10 and more.
    ///   - isASCII: for a terminal that cannot show anything else.
    ///   - now: the time that ages are counted to.
    package init(_ model: TopModel, columns: Int, rows: Int, isASCII: Bool, at now: Instant) {
        let columns = min(max(1, columns), 1000)
        let rows = min(max(1, rows), 500)
        let head = Self.head(model, rows: rows, at: now).prefix(rows)
        let room = max(0, rows - head.count - 1)
        var position: (index: Int, count: Int)?
        let page: [StyledText]
        switch model.page {
        case .list:
            let list = TopList(model, columns: columns, rows: room, at: now)
            (page, position, maxScroll) = (list.lines, list.position, 0)
        case .details(let subject):
            let whole = TopDetails(subject, model, columns: columns, at: now).lines
            (page, maxScroll) = Self.window(whole, rows: room, scroll: model.scroll)
        case .help:
            let whole = TopHelp.lines(columns: columns)
            (page, maxScroll) = Self.window(whole, rows: room, scroll: model.scroll)
        }
        let keys = TopKeyLine.line(model, position: position, columns: columns)
        lines = (head + page + [keys]).prefix(rows).map { line in
            let cut = line.truncated(to: columns)
            return isASCII ? cut.inASCII : cut
        }
    }

    /// So many of the lines, from where it is scrolled to, and how far that can be.
    private static func window(
        _ lines: [StyledText], rows: Int, scroll: Int
    ) -> (lines: [StyledText], maxScroll: Int) {
        let limit = max(0, lines.count - rows)
        let seen = lines.dropFirst(min(scroll, limit)).prefix(rows)
        return (Array(seen) + [StyledText](repeating: "", count: rows - seen.count), limit)
    }

    // MARK: Head

    private static func head(_ model: TopModel, rows: Int, at now: Instant) -> [StyledText] {
        let report = model.shown.report(at: model.shownTime(at: now))
        var title = StyledText(report.name, .bold) + "  "
        if let since = model.heldSince {
            let time = TopTable.ageText((now - since).seconds)
            title += StyledText("paused since \(time)", .boldYellow) + "  "
        }
        if let loss = model.loss {
            let time = TopTable.ageText((now - loss.since).seconds)
            title += StyledText("connection lost since \(time)", .alarm)
            return [title, StyledText("\(loss.why); trying again", .yellow)]
        }
        let uptime = TopTable.ageText(report.uptimeSeconds)
        title += report.verdictText
        title += StyledText("  \(report.phase) for \(uptime)  roost \(report.version)", .dim)
        guard rows >= roomyRows else { return [title] }
        return [title] + StatusOverview.configuration(report) + [""]
    }
}

import Core
import Values

/// The status on one screen: a line for each driver and policy, what is wrong first.
package struct StatusOverview: Sendable {
    private static let gap = 2
    private static let maxNameColumns = 20
    /// How many lines an explanation may take, where there is room.
    private static let maxLines = 3

    package let lines: [StyledText]

    /// `columns` is the width that lines are cut to, `nil` leaves them whole; `rows` is the height that
    /// long lines may be broken to fill.
    package init(_ report: StatusReport, columns: Int? = nil, rows: Int = 0) {
        let drivers = report.drivers.map { StatusRow($0, in: report) }.worstFirst { $0.level }
        let policies = report.policies.map { StatusRow($0, in: report) }.worstFirst { $0.level }
        let widths = Self.widths(drivers + policies, columns)
        let head: [StyledText] = [Self.title(report)] + Self.configuration(report) + [""]
        let pictures = (1...Self.maxLines).map { count -> [StyledText] in
            let upper = Self.table(.drivers, drivers, widths, count)
            return head + upper + [""] + Self.table(.policies, policies, widths, count)
        }
        let fitting = pictures.last { $0.count <= rows } ?? pictures[0]
        lines = fitting.map { line in columns.map { line.truncated(to: $0) } ?? line }
    }

    private static func title(_ report: StatusReport) -> StyledText {
        let uptime = Values.text(ofSeconds: report.uptimeSeconds)
        return StyledText(report.name, .bold)
            + StyledText(": roost \(report.version), \(report.phase) for \(uptime), ")
            + report.verdictText
    }

    /// What is not as it was started, and what was wanted since.
    static func configuration(_ report: StatusReport) -> [StyledText] {
        guard let configuration = report.configuration else { return [] }
        var lines = (report.verdict?.findings ?? []).filter { $0.part == .roost }
            .map { StyledText($0.text, $0.level.style) }
        if let undone = configuration.undone { lines += Self.lines(undone) }
        if let user = configuration.appliedBy {
            let age = Values.text(ofSeconds: configuration.ageSeconds)
            let left = configuration.probationSeconds.map { Values.text(ofSeconds: $0) }
            let rest = left.map { ", on probation for \($0)" } ?? ""
            lines.append(StyledText("configuration: applied \(age) ago by \(user)\(rest)", .dim))
        }
        if let refusal = configuration.lastRefusal, configuration.undone == nil,
            refusal.ageSeconds <= configuration.ageSeconds
        {
            let age = Values.text(ofSeconds: refusal.ageSeconds)
            let by = refusal.askedBy.map { " of \($0)" } ?? ""
            let text = refusal.text.split(separator: "\n").joined(separator: "; ")
            lines.append(
                StyledText("configuration: a change\(by) was refused \(age) ago: \(text)", .yellow))
        }
        return lines
    }

    /// What runs since a change was undone, and what a person is to do.
    private static func lines(_ undone: ConfigurationReport.Undone) -> [StyledText] {
        let by = undone.askedBy.map { "the change of \($0)" } ?? "the change"
        let changes = undone.changes.map { StyledText("  undone: \($0)", .yellow) }
        let kept = undone.kept.map { StyledText("  stays as changed: \($0)", .yellow) }
        return changes + kept + [
            StyledText(
                "  \(by) was undone \(Values.text(ofSeconds: undone.ageSeconds)) ago; nothing takes off before roost acknowledge",
                .yellow)
        ]
    }

    // MARK: Tables

    private struct Head {
        let name: String
        let plural: String
        let text: String

        static let drivers = Head(name: "driver", plural: "drivers", text: "values")
        static let policies = Head(name: "policy", plural: "policies", text: "reason")
    }

    private struct Widths {
        let name: Int
        let word: Int
        /// Of the text; `nil` is without end.
        let text: Int?
    }

    private static func widths(_ rows: [StatusRow], _ columns: Int?) -> Widths {
        let name = min(maxNameColumns, max(6, rows.map(\.name.count).max() ?? 0))
        let word = max(5, rows.map(\.word.count).max() ?? 0)
        let text = columns.map { max(1, $0 - name - word - 2 * gap) }
        return Widths(name: name, word: word, text: text)
    }

    private static func table(
        _ head: Head, _ rows: [StatusRow], _ widths: Widths, _ maxLines: Int
    ) -> [StyledText] {
        guard !rows.isEmpty else { return [StyledText("no \(head.plural)", .dim)] }
        let titles = [head.name, "state", head.text].map { StyledText($0, .dim) }
        return [line(titles[0], titles[1], titles[2], widths)]
            + rows.flatMap { lines($0, widths, maxLines) }
    }

    private static func lines(
        _ row: StatusRow, _ widths: Widths, _ maxLines: Int
    ) -> [StyledText] {
        var texts = [row.text]
        if let columns = widths.text, maxLines > 1 {
            let wrapped = TextWrap.lines(of: row.text, columns: columns)
            let rest = wrapped.dropFirst(maxLines - 1).joined(separator: " ")
            texts = wrapped.prefix(maxLines - 1) + (rest.isEmpty ? [] : [rest])
        }
        return texts.enumerated().map { index, text in
            line(
                StyledText(index == 0 ? row.name : ""),
                StyledText(index == 0 ? row.word : "", row.style), StyledText(text), widths)
        }
    }

    private static func line(
        _ name: StyledText, _ word: StyledText, _ text: StyledText, _ widths: Widths
    ) -> StyledText {
        name.truncated(to: widths.name).fitted(to: widths.name + gap)
            + word.fitted(to: widths.word + gap) + text
    }
}

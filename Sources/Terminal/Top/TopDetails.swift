import Core
import Values

/// The page of `roost top` with all of one driver or policy: its status, the ways of its numbers, its events.
struct TopDetails: Sendable {
    private static let indent = 2

    private(set) var lines: [StyledText] = []
    private let columns: Int

    init(_ subject: TopSubject, _ model: TopModel, columns: Int, at now: Instant) {
        self.columns = columns
        let news = model.shown
        let time = model.shownTime(at: now)
        let report = news.report(at: time)
        switch subject {
        case .driver(let name):
            guard let driver = report.drivers.first(where: { $0.name == name }) else { break }
            let trends = driver.sources.keys.sorted().map {
                (name: $0, trend: news.trends.value(at: "\(name).\($0)"))
            }
            add(StatusDetail(driver, in: report, columns: columns).lines, trends)
        case .policy(let name):
            guard let policy = report.policies.first(where: { $0.name == name }) else { break }
            let inputs = policy.inputs.sorted { $0.key < $1.key }.map {
                (name: $0.key, trend: news.trends.value(at: $0.value))
            }
            add(
                StatusDetail(policy, in: report, columns: columns).lines,
                [(name: "late, ms", trend: news.trends.lateness(of: name))] + inputs)
        }
        if lines.isEmpty { lines = [StyledText("\(subject.name) is not there any more", .yellow)] }
        if model.loss != nil { lines = lines.map { $0.styled(.dim) } }
        let events = news.events.entries.filter { $0.source == subject.name }
        guard !events.isEmpty else { return }
        lines += ["", StyledText("events", .bold)]
        lines += TopEventLines(events, columns: columns, at: time).wrapped
    }

    /// The ways of the numbers come behind the first line, where they are seen without scrolling.
    private mutating func add(
        _ status: [StyledText], _ trends: [(name: String, trend: Trend?)]
    ) {
        let drawn = trends.compactMap { name, trend in trend.map { (name: name, trend: $0) } }
        let width = drawn.map(\.name.count).max() ?? 0
        let left = min(columns / 3, Self.indent + width + 2)
        lines = Array(status.prefix(1))
        for (name, trend) in drawn {
            guard let line = trend.line(columns: max(1, columns - left)) else { continue }
            let label = String(repeating: " ", count: Self.indent) + name
            lines.append(StyledText(label, .dim).fitted(to: left) + line)
        }
        if !drawn.isEmpty { lines.append("") }
        lines += status.dropFirst()
    }
}

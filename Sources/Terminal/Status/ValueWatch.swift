import Core
import JSON
import Values

/// One value of the status over time: what it is now, how far to trust it, and the way that it went.
package struct ValueWatch: Sendable {
    /// "outside.temperature", and the members of the value after it: "drone.flight.battery_percent".
    private let name: String
    private let address: String
    private let members: [Substring]
    private var trend = Trend()
    private var latest: SourceReport?

    /// The values that `name` means in this status: a driver's, one port's, or one member's.
    ///
    /// - Returns: none when there is no such.
    package static func all(_ name: String, in report: StatusReport) -> [ValueWatch] {
        for driver in report.drivers where name == driver.name {
            return driver.sources.keys.sorted().map { ValueWatch("\(name).\($0)", "\(name).\($0)") }
        }
        let addresses = addresses(in: report)
        guard let address = addresses.first(where: { name == $0 || name.hasPrefix("\($0).") })
        else { return [] }
        return [ValueWatch(name, address)]
    }

    /// What can be watched.
    package static func addresses(in report: StatusReport) -> [String] {
        report.drivers.flatMap { driver in
            driver.sources.keys.sorted().map { "\(driver.name).\($0)" }
        }
    }

    private init(_ name: String, _ address: String) {
        self.name = name
        self.address = address
        members = name.dropFirst(address.count).split(separator: ".")
    }

    /// Takes what the status says now; `nil` when nothing could be asked.
    package mutating func add(_ report: StatusReport?) {
        latest = report?.source(at: address)
        trend.add(
            latest.flatMap { latest in
                latest.quality == .absent ? nil : report.flatMap { figure(of: latest, in: $0) }
            })
    }

    /// A member that is asked for by its name is as it is: its name has its unit.
    private func figure(of source: SourceReport, in report: StatusReport) -> Double? {
        guard !members.isEmpty else { return MainFigure.figure(of: source, in: report) }
        var value = source.value
        for member in members { value = value[String(member)] ?? .null }
        return MainFigure.figure(in: value)
    }

    // MARK: Shown

    private var text: String {
        guard let latest, latest.quality != .absent else { return "no value" }
        guard !members.isEmpty else { return latest.text ?? PlainText.text(of: latest.value) }
        return trend.latest.map { shortText(of: $0) } ?? "no such figure"
    }

    /// For a pipe: name, value, quality and age in seconds, with tabs between.
    package var line: String {
        let age = latest.map { shortText(of: ($0.ageSeconds * 1000).rounded() / 1000) } ?? ""
        return [name, text, latest?.quality.rawValue ?? "unknown", age].map(StyledText.harmless)
            .joined(separator: "\t")
    }

    /// For a screen: what it is, and below it the way it went with its bounds, if it is a figure.
    package func lines(columns: Int) -> [StyledText] {
        let head = StyledText(name, .bold) + "  \(text)  " + quality
        return [head, trend.line(columns: columns)].compactMap { $0?.truncated(to: columns) }
    }

    private var quality: StyledText {
        guard let latest else { return StyledText("unknown", .dim) }
        let age = Values.text(ofSeconds: latest.ageSeconds)
        let style: StyledText.Style =
            switch latest.quality {
            case .good: .green
            case .doubtful, .stale: .yellow
            case .absent: .red
            }
        let reason = latest.qualityReason.map { ": \($0)" } ?? ""
        return StyledText(latest.quality.rawValue, style)
            + StyledText(
                latest.quality == .absent ? " for \(age)\(reason)" : ", \(age) old\(reason)", .dim)
    }
}

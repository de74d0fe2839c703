import Values

/// How long after a change a driver tells of it, at most; see `DriverPlugin.reportDelays`.
package struct ReportDelay: Sendable {
    package let time: Duration
    /// The settings that make it so long, for the error: "poll and debounce".
    package let key: String

    package init(_ time: Duration, key: String) {
        self.time = time
        self.key = key
    }
}

extension DriverPlugin {
    /// Of one that reads all that it tells of at an interval, by its setting `every`.
    package static func reportDelays(
        reading settings: Settings, every period: Duration
    ) -> [String: ReportDelay] {
        let sources = ports(for: settings).filter { $0.flow == .state }.map(\.name)
        return Dictionary(
            sources.map { ($0, ReportDelay(period, key: "every")) }, uniquingKeysWith: { $1 })
    }
}

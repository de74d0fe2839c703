import Core
import Values

/// The ways that the main numbers went: of each source its own, of each policy how late its steps begin.
struct TopTrends: Sendable {
    /// More than any roost has.
    private static let maxCourses = 1000

    private var values: [String: Trend] = [:]
    private var lateness: [String: Trend] = [:]

    /// Takes what is so now; `nil` where nobody knows. What is there no more is forgotten.
    mutating func add(_ report: StatusReport?) {
        guard let report else {
            for key in values.keys { values[key]?.add(nil) }
            for key in lateness.keys { lateness[key]?.add(nil) }
            return
        }
        var figures: [String: Double?] = [:]
        for driver in report.drivers {
            for (port, source) in driver.sources {
                let isThere = source.quality == .good || source.quality == .doubtful
                figures["\(driver.name).\(port)"] =
                    isThere ? MainFigure.figure(of: source, in: report) : Double?.none
            }
        }
        Self.add(figures, to: &values)
        Self.add(
            Dictionary(
                report.policies.map { ($0.name, Double?.some($0.lateness.p99Milliseconds)) },
                uniquingKeysWith: { $1 }), to: &lateness)
    }

    /// Of what is at an address, "outside.temperature"; `nil` where there was no number.
    func value(at address: String) -> Trend? { values[address].flatMap { $0.isDrawn ? $0 : nil } }

    /// How late the steps of a policy begin, in milliseconds: 99 of 100 begin no later.
    func lateness(of policy: String) -> Trend? { lateness[policy] }

    private static func add(_ figures: [String: Double?], to trends: inout [String: Trend]) {
        for key in trends.keys where figures[key] == nil { trends[key] = nil }
        for (key, figure) in figures where trends[key] != nil || trends.count < maxCourses {
            trends[key, default: Trend()].add(figure)
        }
    }
}

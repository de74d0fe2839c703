import Core
import Values

/// The drivers and the policies, each with the way of its main number, in the order that is wanted.
struct TopTable: Sendable {
    struct Row: Sendable {
        let subject: TopSubject
        let status: StatusRow
        /// `nil` where there is no number.
        let trend: Trend?
        /// What the curve is drawn between; `nil` for the least and the greatest of it.
        var limits: ClosedRange<Double>?
        /// Of a driver the age of its first value, of a policy how late 99 of 100 steps begin no later.
        let figure: StyledText
    }

    let drivers: [Row]
    let policies: [Row]

    var rows: [Row] { drivers + policies }
    var subjects: [TopSubject] { rows.map(\.subject) }
    /// What needs a person most.
    var worst: TopSubject? { rows.worstFirst { $0.status.level }.first?.subject }

    init(_ model: TopModel, at now: Instant) {
        let report = model.shown.report(at: model.shownTime(at: now))
        let trends = model.shown.trends
        drivers = Self.sorted(
            report.drivers.map { Self.row($0, in: report, trends) }, model.order)
        policies = Self.sorted(
            report.policies.map { Self.row($0, in: report, trends) }, model.order)
    }

    private static func sorted(_ rows: [Row], _ order: TopModel.Order) -> [Row] {
        switch order {
        case .worstFirst: rows.worstFirst { $0.status.level }
        case .byName: rows.sorted { $0.subject.name < $1.subject.name }
        }
    }

    private static func row(
        _ driver: DriverReport, in report: StatusReport, _ trends: TopTrends
    ) -> Row {
        let inputs = Set(report.policies.flatMap(\.inputs.values))
        let status = StatusRow(driver, in: report)
        let addresses = driver.sources.keys.sorted().map { "\(driver.name).\($0)" }
        // What a policy reads says most of it. Not what is wrong first: a curve stays what it is.
        let read = addresses.filter(inputs.contains)
        let trend = (read + addresses).lazy.compactMap { trends.value(at: $0) }.first
        let age = status.ageSeconds.map(ageText) ?? ""
        return Row(
            subject: .driver(driver.name), status: status, trend: trend,
            figure: StyledText(age, status.level == .well ? .plain : status.style))
    }

    private static func row(
        _ policy: PolicyReport, in report: StatusReport, _ trends: TopTrends
    ) -> Row {
        let late = policy.lateness.p99Milliseconds
        let style: StyledText.Style =
            late >= policy.periodMilliseconds
            ? .red : late >= policy.periodMilliseconds / 2 ? .yellow : .plain
        return Row(
            subject: .policy(policy.name), status: StatusRow(policy, in: report),
            trend: trends.lateness(of: policy.name),
            limits: 0...max(1, policy.periodMilliseconds),
            figure: StyledText(policy.ticks == 0 ? "" : text(ofSeconds: late / 1000), style))
    }

    /// An age that changes once a second at most, so that a row whose values stay costs nothing.
    static func ageText(_ seconds: Double) -> String {
        switch seconds {
        case ..<1: "<1 s"
        case ..<10: "\(fixedText(of: seconds.rounded(.down), decimals: 0)) s"
        default: text(ofSeconds: seconds)
        }
    }
}

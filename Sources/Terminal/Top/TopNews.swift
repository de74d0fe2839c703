import Core
import JSON
import Values

/// What roost has told, and when: all that a picture is made of.
struct TopNews: Sendable {
    private var report: StatusReport
    private(set) var toldAt: Instant
    private(set) var events = TopEvents()
    private(set) var trends = TopTrends()

    init(_ report: StatusReport, at now: Instant) {
        self.report = report
        toldAt = now
        trends.add(report)
    }

    /// How everything is by now, as far as it is known.
    func report(at now: Instant) -> StatusReport { report.aged(by: now - toldAt) }

    mutating func receive(_ report: StatusReport, at now: Instant) {
        self.report = report
        toldAt = now
    }

    mutating func receive(event: JSONValue, at now: Instant) { events.add(event, at: now) }
    mutating func noteMissed(_ count: Double, at now: Instant) { events.noteMissed(count, at: now) }

    /// Goes one column on in all curves; with a gap where nobody knows what is so.
    mutating func sample(isKnown: Bool) { trends.add(isKnown ? report : nil) }
}

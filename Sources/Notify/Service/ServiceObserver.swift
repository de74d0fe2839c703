import Core
import JSON
import Values

/// Makes notifications of the lines of `watch`, and of their absence.
package struct ServiceObserver: Sendable {
    private static let service = "roost"
    private static let gone = "roost/gone"
    /// An age is of when a line was written: the same event seems this much younger or older when it is told again.
    private static let ageTolerance = Duration.milliseconds(50)

    private let goneAfter: Duration
    /// The name of the running service, once it has told it.
    package private(set) var name = ServiceObserver.service
    /// What has begun and is not over, the absence of the service among it.
    package private(set) var standing: [String: StandingCondition]
    /// What the log said up to here is no news.
    package private(set) var seenUntil: Instant
    /// The first lines after a connection are what happened before it: of those, what the log said up to here is
    /// known. `nil` once the state has come, and all is new.
    private var knownUntil: Instant?
    private var goneSince: Instant?
    private var wasStopping = false
    private var lastEvents: [String: Double] = [:]
    /// Those that run, by the last state.
    private var policies: Set<String> = []

    /// Events up to `seenUntil` were told by an earlier run.
    package init(
        goneAfter: Duration, standing: [String: StandingCondition] = [:], seenUntil: Instant,
        at now: Instant
    ) {
        self.goneAfter = goneAfter
        self.standing = standing
        self.seenUntil = seenUntil
        knownUntil = seenUntil
        goneSince = now
    }

    /// Takes a line of `watch` that has just come.
    package mutating func note(_ line: JSONValue, at now: Instant) -> [Notification] {
        if let event = line["event"] { return logged(event, at: now) }
        if case .number(let count)? = line["missed_events"] {
            return [
                Notification(
                    "roost/missed", source: Self.service, .warning,
                    "\(shortText(of: count)) lines of its log came too fast and are not sent")
            ]
        }
        guard let status = line["status"], let report = try? status.decode(as: StatusReport.self)
        else { return [] }
        return state(report, at: now)
    }

    /// Nobody answers any more.
    package mutating func noteGone(at now: Instant) {
        goneSince = goneSince ?? now
        knownUntil = seenUntil
    }

    /// What has lasted for so long that it is told.
    package mutating func due(at now: Instant) -> [Notification] {
        guard let goneSince, standing[Self.gone] == nil, now - goneSince >= goneAfter else {
            return []
        }
        let absence = StandingCondition(
            source: Self.service, severity: wasStopping ? .warning : .alarm,
            text: wasStopping ? "roost was stopped, and is not running" : "roost does not answer")
        standing[Self.gone] = absence
        let since = "for \(shortText(of: (now - goneSince).seconds.rounded())) s"
        return [
            Notification(
                Self.gone, source: absence.source, absence.severity, "\(absence.text) \(since)")
        ]
    }

    private mutating func logged(_ event: JSONValue, at now: Instant) -> [Notification] {
        guard case .string(let level)? = event["level"],
            case .string(let source)? = event["source"],
            case .string(let text)? = event["text"], case .number(let age)? = event["age_seconds"],
            age.isFinite, age >= 0
        else { return [] }
        let at = now - .nanoseconds(Int64(min(age, 1e9) * 1e9))
        if let knownUntil, at <= knownUntil + Self.ageTolerance { return [] }
        seenUntil = max(seenUntil, at)
        let severity: Severity = level == "error" ? .alarm : level == "warning" ? .warning : .info
        return [
            Notification(
                "\(source)/log/\(withoutFigures(text))", source: source, severity, text,
                routine: severity == .info ? routine(text, of: source) : nil)
        ]
    }

    /// What policies say without being worried is what they decide; what the broker of requests says begins like that.
    private func routine(_ text: String, of source: String) -> Routine? {
        if text.hasPrefix("asked by ") { return .requests }
        return policies.contains(source) ? .decisions : nil
    }

    private mutating func state(_ report: StatusReport, at now: Instant) -> [Notification] {
        name = report.name
        policies = Set(report.policies.map(\.name))
        wasStopping = report.phase == .stopping
        goneSince = nil
        knownUntil = nil
        var news = conditions(StandingCondition.all(in: report))
        for policy in report.policies { news += events(of: policy, at: now) }
        return news
    }

    private mutating func conditions(_ now: [String: StandingCondition]) -> [Notification] {
        let begun = now.keys.sorted().filter { standing[$0] == nil }.compactMap { key in
            now[key].map { Notification(key, source: $0.source, $0.severity, $0.text) }
        }
        let ended = standing.keys.sorted().filter { now[$0] == nil }.compactMap { key in
            standing[key].map {
                Notification("\(key)/over", source: $0.source, $0.severity, $0.text, isOver: true)
            }
        }
        standing = now
        return ended + begun
    }

    /// One of the things that a policy says have happened.
    private struct PolicyEvent {
        let number: Double
        let text: String
        /// Whom it is about, where that is known.
        var pet: String?

        /// `nil`: not one.
        init?(_ event: JSONValue) {
            guard case .number(let number)? = event["number"],
                case .string(let text)? = event["text"]
            else { return nil }
            (self.number, self.text) = (number, text)
            if case .string(let pet)? = event["pet"] { self.pet = pet }
        }
    }

    /// What a policy says that has happened, such as who passed a door, the oldest first.
    private mutating func events(of policy: PolicyReport, at now: Instant) -> [Notification] {
        guard case .array(let events)? = policy.details?["events"] else { return [] }
        let numbered = events.compactMap(PolicyEvent.init)
        let newest = numbered.map(\.number).max() ?? 0
        let known = min(lastEvents[policy.name] ?? newest, newest)
        lastEvents[policy.name] = newest
        return numbered.filter { $0.number > known }.sorted { $0.number < $1.number }.map {
            // Each is one of its own, also where a service that was restarted counts from 1 again.
            Notification(
                "\(policy.name)/event/\(shortText(of: $0.number)) at \(now.nanoseconds)",
                source: policy.name, .info, $0.text, routine: .passages, pet: $0.pet)
        }
    }
}

/// The same text with other figures is the same thing again.
func withoutFigures(_ text: String) -> String {
    var kept = ""
    for scalar in text.unicodeScalars {
        let isDigit = ("0"..."9").contains(scalar)
        if !isDigit { kept.unicodeScalars.append(scalar) } else if kept.last != "0" { kept += "0" }
    }
    return kept
}

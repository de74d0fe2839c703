import Core
import Values

/// Which alerts stand, and what is known of them: one that began is told once, is over when its cause
/// has been gone for a while, and is told again after the interval at the soonest.
@usableFromInline
package struct AlertBook<Kind: AlertKind>: Sendable {
    /// The kinds of which there is something to note though they have no cause, by their bits: nearly always none.
    @usableFromInline var kept: UInt32 = 0
    private var times = AlertTimes(
        Kind.allCases.map {
            AlertTimes.Rule(
                minimumDuration: $0.minimumDuration, endsByAWord: $0.endsByAWord,
                isToldEachTime: $0.isToldEachTime)
        })
    /// All that ever began.
    package private(set) var known: [Alert<Kind>] = []
    package private(set) var standing: [Alert<Kind>] = []
    /// The severest that stands.
    package private(set) var worst: Severity?
    /// What was told last, as long as it stands.
    package private(set) var latest: Alert<Kind>?

    package init(remembered: [Alert<Kind>] = []) {
        for alert in remembered {
            times.resume(
                alert.kind.rawValue, count: alert.count, first: alert.first, last: alert.last,
                isStanding: alert.isStanding)
            if alert.isStanding { kept |= 1 << UInt32(alert.kind.rawValue) }
        }
        list()
    }

    /// Whether there is anything to note in a step. One that has nothing, as nearly all, need not `note`.
    @inlinable
    package func isConcerned(by causes: AlertCauses<Kind>) -> Bool { causes.bits | kept != 0 }

    /// Takes the causes of a step.
    ///
    /// - Returns: what people are to be told: what begins, and what is over.
    package mutating func note(
        _ causes: AlertCauses<Kind>, time: WallTime?, by settings: AlertSettings, at now: Instant
    ) -> [Alert<Kind>] {
        let changes = times.note(causes.bits, kept: &kept, time: time, by: settings, at: now)
        guard changes.standing | changes.told != 0 else { return [] }
        return takeNews(changes)
    }

    private mutating func takeNews(_ changes: AlertTimes.Changes) -> [Alert<Kind>] {
        list()
        let news = Kind.allCases.filter { changes.told & 1 << UInt32($0.rawValue) != 0 }
            .map { alert($0) }
        for alert in news {
            if alert.isStanding {
                latest = alert
            } else if latest?.kind == alert.kind {
                latest = nil
            }
        }
        return news
    }

    private func alert(_ kind: Kind) -> Alert<Kind> {
        let entry = times.entries[kind.rawValue]
        return Alert(
            kind: kind, count: entry.count, first: entry.first,
            last: entry.last, isStanding: entry.isStanding)
    }

    private mutating func list() {
        known = Kind.allCases.map { alert($0) }.filter { $0.count > 0 }
        standing = known.filter(\.isStanding)
        worst = standing.map(\.severity).max()
    }

    /// All that is known, for people.
    package var report: String {
        let past = known.filter { !$0.isStanding }
        let now = standing.isEmpty ? "no alert" : "now: " + Self.list(standing)
        return past.isEmpty ? now : "\(now); before: \(Self.list(past))"
    }

    private static func list(_ alerts: [Alert<Kind>]) -> String {
        alerts.map(\.description).joined(separator: "; ")
    }
}

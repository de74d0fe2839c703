import Core
import Devices

extension PetDoor {
    /// Which alerts stand, and what is known of them: one that began is told once, is over when its cause
    /// has been gone for a while, and is told again after the interval at the soonest.
    struct AlertBook: Sendable {
        private struct Entry: Sendable {
            /// Since when there is a cause, but for short breaks.
            var since: Instant?
            var goneSince: Instant?
            var isStanding = false
            /// People know that it stands.
            var isTold = false
            var toldAt: Instant?
            var count = 0
            var first: WallTime?
            var last: WallTime?

            /// There is a cause, or there was one a moment ago.
            var isKept: Bool { since != nil || isStanding }
        }

        private var entries = [Entry](repeating: Entry(), count: AlertKind.allCases.count)
        private var isBusy = false
        /// All that ever began.
        private(set) var known: [Alert] = []
        private(set) var standing: [Alert] = []
        /// The severest that stands.
        private(set) var worst: Severity?
        /// What was told last, as long as it stands.
        private(set) var latest: Alert?

        init(remembered: [Alert] = []) {
            for kept in remembered {
                entries[kept.kind.rawValue].count = kept.count
                entries[kept.kind.rawValue].first = kept.first
                entries[kept.kind.rawValue].last = kept.last
                // What stood when the program ended and stands still is the same, and people know of it.
                entries[kept.kind.rawValue].isStanding = kept.isStanding
                entries[kept.kind.rawValue].isTold = kept.isStanding
                isBusy = isBusy || kept.isStanding
            }
            list()
        }

        /// Takes the causes of a step.
        ///
        /// - Returns: what people are to be told: what begins, and what is over.
        mutating func note(
            _ causes: AlertCauses, time: WallTime?, by settings: AlertSettings, at now: Instant
        ) -> [Alert] {
            guard causes.bits != 0 || isBusy else { return [] }
            let time = time?.withoutChanges
            var news: [Alert] = []
            isBusy = false
            for kind in AlertKind.allCases
            where causes.has(kind) || entries[kind.rawValue].isKept {
                let wasStanding = entries[kind.rawValue].isStanding
                let wasTold = entries[kind.rawValue].isTold
                note(kind, causes.has(kind), time: time, by: settings, at: now)
                let entry = entries[kind.rawValue]
                if entry.isKept { isBusy = true }
                if entry.isStanding != wasStanding { list() }
                guard entry.isTold != wasTold else { continue }
                let alert = alert(kind)
                news.append(alert)
                if entry.isTold {
                    latest = alert
                } else if latest?.kind == kind {
                    latest = nil
                }
            }
            return news
        }

        private mutating func note(
            _ kind: AlertKind, _ hasCause: Bool, time: WallTime?, by settings: AlertSettings,
            at now: Instant
        ) {
            let index = kind.rawValue
            guard hasCause else { return noteGone(kind, holdOff: settings.holdOff, at: now) }
            let since = entries[index].since ?? now
            entries[index].since = since
            entries[index].goneSince = nil
            if !entries[index].isStanding, now - since >= kind.minimumDuration {
                entries[index].isStanding = true
                entries[index].count += 1
                entries[index].first = entries[index].first ?? time
                entries[index].last = time
            }
            let interval = kind == .fire ? .zero : settings.interval
            let mayTell = entries[index].toldAt.map { now - $0 >= interval } ?? true
            guard entries[index].isStanding, !entries[index].isTold, mayTell else { return }
            entries[index].isTold = true
            entries[index].toldAt = now
        }

        private mutating func noteGone(
            _ kind: AlertKind, holdOff: Duration, at now: Instant
        ) {
            let index = kind.rawValue
            guard entries[index].isKept else { return }
            let goneSince = entries[index].goneSince ?? now
            entries[index].goneSince = goneSince
            let most =
                kind.endsByAWord
                ? .zero : entries[index].isStanding ? holdOff : kind.minimumDuration
            guard now - goneSince >= most else { return }
            entries[index].since = nil
            entries[index].goneSince = nil
            entries[index].isStanding = false
            entries[index].isTold = false
        }

        private func alert(_ kind: AlertKind) -> Alert {
            let entry = entries[kind.rawValue]
            return Alert(
                kind: kind, count: entry.count, first: entry.first,
                last: entry.last, isStanding: entry.isStanding)
        }

        private mutating func list() {
            known = AlertKind.allCases.map { alert($0) }.filter { $0.count > 0 }
            standing = known.filter(\.isStanding)
            worst = [.alarm, .warning, .info].first { severity in
                standing.contains { $0.severity == severity }
            }
        }

        /// All that is known, for people.
        var report: String {
            let past = known.filter { !$0.isStanding }
            let now = standing.isEmpty ? "no alert" : "now: " + Self.list(standing)
            return past.isEmpty ? now : "\(now); before: \(Self.list(past))"
        }

        private static func list(_ alerts: [Alert]) -> String {
            alerts.map(\.description).joined(separator: "; ")
        }
    }
}

extension PetDoor {
    /// What people should know of, as this step found it.
    func causes(
        _ inputs: PetDoor.Inputs, _ latch: PetDoor.LatchReading, _ reason: PetDoor.RequestReason,
        blockedBy obstacle: PetDoor.LockInterlock?, by settings: PetDoor.BoltSettings
    ) -> PetDoor.AlertCauses {
        var causes = PetDoor.AlertCauses()
        if case .jammed = bolt.state { causes.note(.stuckOut, true) }
        causes.note(
            .doesNotLock, bolt.hasGivenUpLocking || bolt.isLockUnsurvived(by: settings))
        causes.note(.latchSwitch, latch.isUnclear)
        causes.note(.flapSwitch, inputs.flap.map { $0.good == nil } ?? false)
        causes.note(.sensorDoubt, rule.doubt.isDoubtful)
        if case .tooManyMoves? = obstacle { causes.note(.tooManyMoves, true) }
        causes.note(.lockedTooLong, limit.isOver)
        causes.note(.clockNotSet, plan.doubt != nil)
        causes.note(.fire, fire.isOn)
        causes.note(.fireContact, inputs.fire.map { $0.good == nil } ?? false)
        causes.note(.knock, knocks.count > 0)
        causes.note(.lightAndSun, lightDoubt != nil)
        causes.note(.flapStaysOpen, block.isFlapStuck)
        causes.note(.tunnelStaysBusy, block.isTunnelStuck)
        causes.note(.tagReader, inputs.tag.map { $0.good == nil } ?? false)
        causes.note(.changeUndone, inputs.notices?.hold != nil)
        causes.note(.icing, frost.isFrostNow && bolt.side == .locked)
        switch reason {
        case .awaitingPets(_, _, isOverdue: true): causes.note(.petOverdue, true)
        case .shutsOut: causes.note(.petShutOut, true)
        default: break
        }
        return causes
    }
}

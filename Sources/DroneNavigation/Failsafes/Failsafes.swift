import Values

extension DroneNavigation {
    /// What to do about the troubles there are, the most severe first.
    enum Verdict: Equatable, Sendable {
        case land(FailsafeCondition)
        /// Fly home and land there; land at once where it cannot.
        case returnHome(FailsafeCondition)
        /// Hover, and stay so until a person decides; more if the trouble lasts.
        case stop(FailsafeCondition, next: Escalation)
        /// Hover until the trouble is over, and then fly on.
        case pause(FailsafeCondition, next: Escalation)
        case clear
    }

    /// Weighs troubles by `FailsafeTable`, and knows since when each has been there.
    struct Failsafes: Sendable {
        private struct Watch: Sendable {
            let since: Instant
            var lastSeen: Instant
            var trouble: FailsafeCondition
            /// How often it was there before, each time not long ago.
            let times: Int
            /// People have been told of it, or of the one before.
            var isTold: Bool
        }

        private var watches: [FailsafeCondition.Kind: Watch] = [:]
        /// Those that were over.
        private var past: [FailsafeCondition.Kind: Watch] = [:]
        private var judgedAt = Instant.zero

        /// Forgets everything: it has landed.
        mutating func reset() {
            watches = [:]
            past = [:]
        }

        /// Weighs the troubles that are present at `now`. On its way home, as `mayReturn` says no, what
        /// would send it there stops it no more, and all else does.
        mutating func judge(
            _ present: [FailsafeCondition], mayReturn: Bool, by table: FailsafeTable,
            at now: Instant
        ) -> Verdict {
            judgedAt = now
            guard !present.isEmpty || !watches.isEmpty else { return .clear }
            note(present, by: table, at: now)
            if let watch = due(.land, by: table, at: now) { return .land(watch.trouble) }
            if mayReturn, let watch = due(.returnHome, by: table, at: now) {
                return .returnHome(watch.trouble)
            }
            if let stop = first(.stop, mayReturn: mayReturn, by: table, at: now) {
                return .stop(
                    stop.trouble, next: next(stop, mayReturn: mayReturn, by: table, at: now))
            }
            guard let pause = first(.pause, mayReturn: mayReturn, by: table, at: now) else {
                return .clear
            }
            return .pause(
                pause.trouble, next: next(pause, mayReturn: mayReturn, by: table, at: now))
        }

        /// What people are to be told of now: what has lasted for a while, and the aircraft flies on.
        mutating func takeWarnings(
            by table: FailsafeTable, at now: Instant
        ) -> [FailsafeDecision] {
            var found: [FailsafeDecision] = []
            for (kind, watch) in watches where !watch.isTold {
                let row = table.row(kind)
                guard row.action == .nothing, now - watch.since >= row.tellAfter else { continue }
                watches[kind]?.isTold = true
                let decision = decision(watch, by: table, at: now)
                if decision.action == .fliesOn { found.append(decision) }
            }
            return found
        }

        /// The troubles that there were at the last step, the most severe first, each with what is made of it.
        func standing(by table: FailsafeTable, at now: Instant) -> [FailsafeDecision] {
            FailsafeCondition.Kind.allCases.compactMap { watches[$0] }.map {
                decision($0, by: table, at: now)
            }
        }

        private func decision(
            _ watch: Watch, by table: FailsafeTable, at now: Instant
        ) -> FailsafeDecision {
            FailsafeDecision(
                watch.trouble, by: table.row(watch.trouble.kind), times: watch.times,
                since: watch.since,
                goneFor: watch.lastSeen == judgedAt ? nil : judgedAt - watch.lastSeen, at: now)
        }

        /// The most severe that has lasted as long as its row allows.
        private func due(
            _ action: Escalation.Action, by table: FailsafeTable, at now: Instant
        ) -> Watch? {
            FailsafeCondition.Kind.allCases.lazy.compactMap { watches[$0] }
                .first { isDue($0, action, by: table, at: now) }
        }

        private func isDue(
            _ watch: Watch, _ action: Escalation.Action, by table: FailsafeTable, at now: Instant
        ) -> Bool {
            let row = table.row(watch.trouble.kind)
            return watch.lastSeen == now && row.then == action && now - watch.since >= row.after
        }

        /// What comes next while it hovers for a trouble: the soonest of all that is wrong, or where that trouble is
        /// gone, that it flies on.
        private func next(_ watch: Watch, mayReturn: Bool, by table: FailsafeTable, at now: Instant)
            -> Escalation
        {
            let present = watches.values.filter { $0.lastSeen == now }
            let soonest = present.compactMap { watch -> Escalation? in
                let row = table.row(watch.trouble.kind)
                guard let then = row.then, then == .land || mayReturn else { return nil }
                return Escalation(then, in: row.after - (now - watch.since))
            }.min { ($0.after, $0.action.rawValue) < ($1.after, $1.action.rawValue) }
            let gone = table.row(watch.trouble.kind).clearAfter - (now - watch.lastSeen)
            guard watch.lastSeen == now, let soonest else { return Escalation(.flyOn, in: gone) }
            return soonest
        }

        private mutating func note(
            _ present: [FailsafeCondition], by table: FailsafeTable, at now: Instant
        ) {
            for trouble in present {
                let before = watches[trouble.kind]
                let times = before?.times ?? times(trouble.kind, at: now)
                watches[trouble.kind] = Watch(
                    since: before?.since ?? now, lastSeen: now, trouble: trouble, times: times,
                    isTold: before?.isTold ?? (times > 0))
            }
            for (kind, watch) in watches
            where watch.lastSeen != now && now - watch.lastSeen >= table.row(kind).clearAfter {
                watches[kind] = nil
                past[kind] = watch
            }
        }

        private func times(_ kind: FailsafeCondition.Kind, at now: Instant) -> Int {
            guard let last = past[kind], now - last.lastSeen < FailsafeTable.againWithin else {
                return 0
            }
            return last.times + 1
        }

        /// The most severe with that action which has not sent it home, and which the way home does not mend.
        private func first(
            _ action: FailsafeTable.Action, mayReturn: Bool, by table: FailsafeTable,
            at now: Instant
        ) -> Watch? {
            FailsafeCondition.Kind.allCases.lazy.compactMap { watches[$0] }.first {
                table.row($0.trouble.kind).action(times: $0.times) == action
                    && !isDue($0, .returnHome, by: table, at: now)
                    && (mayReturn || $0.trouble.kind != .outsideFence)
            }
        }
    }
}

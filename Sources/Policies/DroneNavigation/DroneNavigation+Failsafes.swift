import Devices

extension DroneNavigation {
    /// What to do about the troubles there are, the most severe first.
    enum Verdict: Equatable, Sendable {
        case land(FailsafeCondition)
        /// Hover, and stay so until a person decides; land if the trouble lasts so long.
        case stop(FailsafeCondition, landsIn: Duration)
        /// Hover until the trouble is over, and then fly on.
        case pause(FailsafeCondition, landsIn: Duration)
        case clear
    }

    /// The table of failsafes, and since when each of its troubles has been there.
    struct Failsafes: Sendable {
        /// What one kind of trouble leads to.
        private struct Row {
            enum First { case nothing, stop, pause }
            let first: First
            /// How long the trouble must last before it lands.
            let landAfter: Duration
            /// How long the trouble must be gone before it counts as over.
            let clearAfter: Duration
        }

        private struct Watch: Sendable {
            let since: Instant
            var lastSeen: Instant
            var trouble: FailsafeCondition
        }

        private let limits: FailsafeSettings
        private var watches: [FailsafeCondition.Kind: Watch] = [:]

        init(_ limits: FailsafeSettings) {
            self.limits = limits
        }

        /// Forgets everything: it has landed.
        mutating func reset() {
            watches = [:]
        }

        /// Weighs the troubles that are present at `now`.
        mutating func judge(_ present: [FailsafeCondition], at now: Instant) -> Verdict {
            guard !present.isEmpty || !watches.isEmpty else { return .clear }
            note(present, at: now)
            for kind in FailsafeCondition.Kind.allCases {
                guard let watch = watches[kind], watch.lastSeen == now else { continue }
                if now - watch.since >= row(kind).landAfter { return .land(watch.trouble) }
            }
            if let stop = first(.stop) { return .stop(stop.trouble, landsIn: left(stop, at: now)) }
            guard let pause = first(.pause) else { return .clear }
            return .pause(pause.trouble, landsIn: left(pause, at: now))
        }

        /// How long until a trouble that lasts makes it land.
        private func left(_ watch: Watch, at now: Instant) -> Duration {
            max(.zero, row(watch.trouble.kind).landAfter - (now - watch.since))
        }

        private mutating func note(_ present: [FailsafeCondition], at now: Instant) {
            for trouble in present {
                let since = watches[trouble.kind]?.since ?? now
                watches[trouble.kind] = Watch(since: since, lastSeen: now, trouble: trouble)
            }
            watches = watches.filter { kind, watch in
                watch.lastSeen == now || now - watch.lastSeen < row(kind).clearAfter
            }
        }

        private func first(_ action: Row.First) -> Watch? {
            FailsafeCondition.Kind.allCases.lazy.filter { row($0).first == action }
                .compactMap { watches[$0] }.first
        }

        private func row(_ kind: FailsafeCondition.Kind) -> Row {
            switch kind {
            case .batteryLow:
                Row(first: .nothing, landAfter: limits.batteryLowFor, clearAfter: .zero)
            case .flightTimeOver:
                Row(first: .nothing, landAfter: .zero, clearAfter: .zero)
            case .flightLost:
                Row(first: .stop, landAfter: limits.timeout.flightLost, clearAfter: .zero)
            case .farOutsideFence:
                Row(first: .nothing, landAfter: .zero, clearAfter: .zero)
            case .blindHover:
                Row(first: .nothing, landAfter: limits.timeout.blindHover, clearAfter: .zero)
            case .outsideFence, .tooHigh:
                Row(first: .stop, landAfter: limits.timeout.outside, clearAfter: .zero)
            case .driftingAway, .noProgress, .fixContradicted:
                Row(first: .stop, landAfter: limits.timeout.answer, clearAfter: .zero)
            case .fenceAhead:
                // It goes on when it has come to rest.
                Row(
                    first: .pause, landAfter: limits.timeout.outside, clearAfter: .seconds(1))
            case .fixLost:
                pausing(landAfter: limits.timeout.fixLost)
            case .headingLost:
                pausing(landAfter: limits.timeout.headingLost)
            case .fixPoor:
                pausing(landAfter: limits.timeout.fixPoor)
            }
        }

        private func pausing(landAfter: Duration) -> Row {
            Row(first: .pause, landAfter: landAfter, clearAfter: limits.timeout.resumeAfter)
        }
    }
}

import Values

extension ARDrone {
    /// What a drone must be told before it may take off, in its order: the keys that shape the
    /// stream; then, on the ground, who speaks, the keys that shape the flight, the rest; a look at
    /// what it made of them; at last the flat trim.
    ///
    /// Ids wait for the ground, for with a profile come its limits, and a flight that is under way
    /// must not get others.
    struct InitSequence: Sendable {
        private enum Stage: Equatable {
            case stream
            case identity
            /// Setting and reading back, so many times already.
            case keys(round: Int)
            case trim
            case complete
        }

        /// FTRIM is not confirmed by anything, so it goes out a few times.
        static let trimRepeats = 3
        /// How long a key may go unacknowledged before that is worth a log line.
        static let timeout = Duration.seconds(5)
        /// How often an id is sent before the firmware counts as too old for ids. With a third of
        /// all datagrams lost, one in 60 000 start-ups takes a new one for old.
        static let maxTriesForIDs = 10
        /// How often a key is set again that was acknowledged but not applied.
        static let maxRepeats = 2

        private let setup: Link.Setup
        private var stage = Stage.stream
        /// What is being said to the drone; whoever hears it tells this.
        var exchange: ConfigExchange
        /// Whether the drone took our ids, and has not lost its memory since.
        private var isIdentified = false
        private var hasRefusedIDs = false
        private var trimsLeft: Int
        private var warnedKey: String?
        private var events: [LinkEvent] = []
        /// What is known of what the drone made of the keys.
        private(set) var verdict = ConfigVerification.pending
        /// The configuration as it was read last.
        private(set) var dump: ConfigDump?

        init(_ setup: Link.Setup) {
            self.setup = setup
            exchange = ConfigExchange(setup.streamEntries)
            trimsLeft = setup.flatTrim ? Self.trimRepeats : 0
        }

        var isComplete: Bool { stage == .complete }

        /// Whether it is in the middle of something, so that nobody else may use acknowledgement
        /// and control port.
        func isBusy(isGrounded: Bool) -> Bool {
            switch stage {
            case .stream: exchange.outcome == nil || isGrounded
            case .identity, .keys, .trim: isGrounded
            case .complete: exchange.outcome == nil
            }
        }

        /// Whose values are set: `nil` for a plain CONFIG.
        var ids: ConfigIDs? { isIdentified ? setup.ids : nil }

        /// Starts over with the keys. The trim is not repeated: who knows who holds the drone by then.
        mutating func repeatKeys() {
            stage = .stream
            exchange = ConfigExchange(setup.streamEntries, ids: ids)
            verdict = .pending
            warnedKey = nil
        }

        /// Starts over with a drone that lost its memory.
        mutating func forget() {
            (isIdentified, hasRefusedIDs) = (false, false)
            repeatKeys()
        }

        /// Takes in what somebody else read, which may be better or worse than it was.
        mutating func record(_ dump: ConfigDump) {
            self.dump = dump
            guard stage == .complete, setup.readsBack else { return }
            let differences = dump.differences(from: wanted)
            verdict = differences.isEmpty ? .confirmed : .differs(differences)
        }

        /// What to send now; what changes a flight only while it stands on the ground.
        mutating func next(isGrounded: Bool, at now: Instant) -> [ATCommand] {
            if isGrounded, let outcome = exchange.outcome { advance(outcome) }
            guard stage == .stream || stage == .complete || isGrounded else { return [] }
            guard stage == .trim else { return exchange.next(at: now) }
            trimsLeft -= 1
            if trimsLeft <= 0 { stage = .complete }
            return [.flatTrim]
        }

        mutating func drainEvents(at now: Instant) -> [LinkEvent] {
            if let (key, time) = exchange.waiting(at: now), time >= Self.timeout, key != warnedKey {
                warnedKey = key
                events.append(.configUnanswered(key: key, for: time))
            }
            defer { events = [] }
            return events
        }
    }
}

// MARK: From stage to stage

extension ARDrone.InitSequence {
    private typealias Exchange = ARDrone.ConfigExchange

    private mutating func advance(_ outcome: ARDrone.ConfigExchange.Outcome) {
        switch stage {
        case .stream:
            guard let ids = setup.ids, !hasRefusedIDs else { return beginKeys() }
            stage = .identity
            exchange = Exchange(ids.entries, maxTries: Self.maxTriesForIDs)
        case .identity:
            isIdentified = outcome == .set
            if !isIdentified { refuseIDs("it does not acknowledge them") }
            beginKeys()
        case .keys(let round):
            judge(outcome, after: round)
        case .trim, .complete:
            break
        }
    }

    private mutating func refuseIDs(_ why: String) {
        (isIdentified, hasRefusedIDs) = (false, true)
        events.append(.multiConfigRefused(why))
    }

    /// Sets everything, or again what the drone did not apply.
    private mutating func beginKeys(_ entries: [ARDrone.ConfigEntry]? = nil, round: Int = 0) {
        stage = .keys(round: round)
        exchange = Exchange(
            entries ?? setup.groundEntries(isIdentified: isIdentified), ids: ids,
            thenReads: setup.readsBack)
    }

    private mutating func judge(_ outcome: ARDrone.ConfigExchange.Outcome, after round: Int) {
        switch outcome {
        case .read(let dump):
            self.dump = dump
            if let ids, let why = dump.whyNot(identifiedAs: ids) {
                refuseIDs(why)
                return beginKeys()
            }
            compare(dump, after: round)
        case .unread(let why): settle(.unread(why))
        case .set, .unacknowledged: settle(.notRead)
        }
    }

    private mutating func compare(_ dump: ARDrone.ConfigDump, after round: Int) {
        let differences = dump.differences(from: wanted)
        guard !differences.isEmpty, round < Self.maxRepeats else {
            return settle(differences.isEmpty ? .confirmed : .differs(differences))
        }
        beginKeys(differences.map(\.wanted), round: round + 1)
    }

    /// Everything that the drone should have.
    private var wanted: [ARDrone.ConfigEntry] {
        setup.flightEntries + setup.otherEntries + setup.streamEntries
    }

    private mutating func settle(_ verdict: ARDrone.ConfigVerification) {
        self.verdict = verdict
        events += verdict.event.map { [$0] } ?? []
        stage = trimsLeft > 0 ? .trim : .complete
    }
}

extension ARDrone.Link.Setup {
    /// The keys for the ground. Under ids of its own the stream has its standard options again.
    fileprivate func groundEntries(isIdentified: Bool) -> [ARDrone.ConfigEntry] {
        flightEntries + otherEntries + (isIdentified ? streamEntries : [])
    }
}

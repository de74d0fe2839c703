import Values

/// Tells what animals do at a flap, from its switches, the bolt and a reader of tags.
///
/// Two switches tell the way. One switch does not; then the side that a reader sees does: a tag that was
/// read before the flap moved came from there, one that is read after it came to rest is there now. What
/// nothing tells is left open, and nobody is counted as home by a guess.
package struct PassageDetector: Sendable {
    /// From measurements and reports of builders: a light flap swings for half a second after a passage,
    /// wind moves it for less than a quarter, animals follow each other in half a second to three.
    package struct Limits: Equatable, Sendable {
        /// An animal holds the flap for at least so long; wind, a paw and a flap that swings back do not.
        package var held = Duration.milliseconds(300)
        /// Shut for so long, it has come to rest.
        package var rest = Duration.milliseconds(1500)
        /// Open for so long, something is in it.
        package var stuck = Duration.seconds(10)
        /// For how long a tag says who moved the flap.
        package var tagMemory = Duration.seconds(5)

        package init() {}
    }

    /// What is known at one moment.
    package struct Look: Sendable {
        /// `nil` when a switch does not answer.
        package var flap: FlapSwitches?
        /// Whether the bolt is out, proven by its switch.
        package var isLocked = false
        /// `nil` without one at the reader.
        package var tag: TagReading?

        package init(
            flap: FlapSwitches?, isLocked: Bool = false, tag: TagReading? = nil
        ) {
            self.flap = flap
            self.isLocked = isLocked
            self.tag = tag
        }
    }

    private let limits: Limits
    /// The side that the reader sees; `nil` when it sees both, as a coil round the tunnel does.
    private let readerSide: FlapSide?
    private var tracker = FlapTracker()
    private var visits: TagVisits
    private var episode: FlapEpisode?
    private var wasLocked = false
    private var lastFlap: FlapSwitches?

    package init(readerSide: FlapSide?, limits: Limits = Limits()) {
        self.readerSide = readerSide
        self.limits = limits
        visits = TagVisits(memory: limits.tagMemory)
    }

    /// Takes what is known now. An animal is told when the flap has come to rest behind it.
    package mutating func note(_ look: Look, at now: Instant) -> [Passage] {
        defer { (wasLocked, lastFlap) = (look.isLocked, look.flap) }
        if isAtRest, look.flap != nil, look.flap == lastFlap, look.tag == nil {
            tracker.lookedInVain(at: now)
            return []
        }
        visits.note(look.tag, isLocked: look.isLocked, at: now)
        var passages: [Passage] = []
        if let flap = look.flap {
            for move in tracker.moves(flap, at: now) {
                passages += finished(at: move.at)
                note(move, isLocked: look.isLocked && wasLocked)
            }
            if !look.isLocked { episode?.wasLocked = false }
            passages += finished(at: now)
        } else {
            passages += lost(at: now)
        }
        return passages + denied(at: now)
    }

    /// Nothing has moved, and nobody is at the reader: that is so nearly always, and costs next to nothing.
    private var isAtRest: Bool {
        guard case nil = episode else { return false }
        return visits.recent.isEmpty
    }

    /// Whether the flap has been open for so long that something is in it.
    package func isStuckOpen(at now: Instant) -> Bool {
        episode?.openedAt.map { now - $0 >= limits.stuck } ?? false
    }

    private mutating func note(_ move: FlapTracker.Move, isLocked: Bool) {
        if episode == nil, move.isOpening {
            episode = FlapEpisode(began: move.at, wasLocked: isLocked)
        }
        episode?.note(move, held: limits.held)
    }

    /// What the flap did, once it has come to rest.
    private mutating func finished(at now: Instant) -> [Passage] {
        guard let done = episode, let shut = done.shutSince, now - shut >= limits.rest else {
            return []
        }
        episode = nil
        let near = visits.near(done.began)
        visits.settle(shutAt: shut)
        let evidence = PassageEvidence(done, shut, near, readerSide)
        return evidence.passage.map { [$0] } ?? []
    }

    /// The switch does not answer any more: an animal that was in the flap may be anywhere.
    private mutating func lost(at now: Instant) -> [Passage] {
        tracker = FlapTracker()
        guard let lost = episode else { return [] }
        episode = nil
        visits.settle(shutAt: now)
        return [
            Passage(
                kind: .transit, towards: nil, tag: nil, reads: 0, began: lost.began, ended: now)
        ]
    }

    /// Those who came to a locked flap, did not touch it and went.
    private mutating func denied(at now: Instant) -> [Passage] {
        guard episode == nil else { return [] }
        return visits.takeEnded(at: now).filter { $0.wasLocked && !$0.isTold }.map {
            Passage(
                kind: .deny, towards: readerSide?.other, tag: $0.tag, reads: $0.reads,
                began: $0.first, ended: $0.last)
        }
    }
}

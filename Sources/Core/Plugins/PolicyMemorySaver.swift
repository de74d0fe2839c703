import Synchronization
import Values

/// Has the memory of one policy saved whenever it changes, beside the steps and never in them.
///
/// There is one for a policy, also where it restarts: one save runs after the other, so what is saved last is
/// what was decided last.
@usableFromInline
package final class PolicyMemorySaver: Sendable {
    /// A place for a memory that is used again, so that one which changes allocates nothing.
    @usableFromInline
    final class Place<Memory: Encodable & Equatable & Sendable>: MemoryPlace {
        @usableFromInline var memory: Memory
        private let version: Int

        @usableFromInline
        init(_ memory: Memory, version: Int) {
            self.memory = memory
            self.version = version
        }

        @usableFromInline
        func copy() -> @Sendable () -> PolicyMemory? {
            let (memory, version) = (memory, version)
            return { PolicyMemory(version: version, of: memory) }
        }
    }

    @usableFromInline
    struct State {
        /// What is to be saved.
        @usableFromInline var wanted: (any MemoryPlace)?
        /// Grows with each change of it.
        @usableFromInline var revision: UInt64 = 0
        @usableFromInline var isSaved = false
        /// The writer whose memory counts: the one that was made last.
        @usableFromInline var writer: UInt64 = 0
        /// Of the save that is under way.
        var savesSince: Instant?
        /// After a failure it is not tried again before this, unless somebody waits for it.
        var retryAt: Instant?
        var fault: Fault?
        var isLoaded = false
        /// Those who wait until a revision is saved.
        var waiting: [(revision: UInt64, answer: PendingOutcome<PlainError?>)] = []

        /// Takes note of a memory.
        @inlinable
        mutating func note<Memory: Encodable & Equatable & Sendable>(
            _ memory: Memory, version: Int
        ) {
            if let place = wanted as? Place<Memory> {
                guard place.memory != memory else { return }
                place.memory = memory
            } else {
                wanted = Place(memory, version: version)
            }
            revision += 1
            isSaved = false
        }

        /// - Returns: whether a save is to begin.
        mutating func begin(at now: Instant) -> Bool {
            guard savesSince == nil, retryAt.map({ now >= $0 }) ?? true else { return false }
            savesSince = now
            return true
        }
    }

    /// Why what a policy remembers would not survive a power cut.
    struct Fault: Sendable {
        let why: PlainError
        let since: Instant
    }

    private static let retryEvery = Duration.seconds(10)
    /// A card may pause for some seconds; what takes longer is a fault, also where it comes to an end.
    private static let slowAfter = Duration.seconds(5)

    private let store: any PolicyMemoryStore
    private let policy: PolicyContext
    private let log: Log
    @usableFromInline let state = Mutex(State())

    init(_ store: any PolicyMemoryStore, of policy: PolicyContext) {
        self.store = store
        self.policy = policy
        log = policy.log.labelled(policy.name)
    }

    /// What was saved last. The first time it may read a file, so it may take its time, and says in the log where that
    /// was damaged.
    @discardableResult
    func load() -> PolicyMemory? {
        let memory = store.load(policy.name)
        let isFirst = state.withLock { state in
            defer { state.isLoaded = true }
            return !state.isLoaded
        }
        if isFirst, let damage = store.damage(of: policy.name) {
            log.error("what it remembers: \(damage)")
        }
        return memory
    }

    /// What a successor goes on with: what was shown last, saved or not; before that, what was found at the start.
    /// Waits for no file once `load` has been called.
    var latest: PolicyMemory? {
        guard let copy = state.withLock({ $0.wanted?.copy() }) else { return load() }
        return copy()
    }

    /// Since when, and why, what it remembers would not survive a power cut; `nil` where it would, and for the
    /// moment that a save takes.
    var fault: Fault? { state.withLock { $0.fault } }

    /// Makes the writer whose memory counts from now on. What the one before shows is not saved any more.
    func makeWriter() -> PolicyMemoryWriter {
        let number = state.withLock { state in
            state.writer += 1
            return state.writer
        }
        return PolicyMemoryWriter(saver: self, number: number)
    }

    /// What is shown is not saved any more, until another writer is made.
    func revoke() {
        state.withLock { $0.writer += 1 }
    }

    /// Compares the memory after a step with the one before and begins to save one that is new.
    ///
    /// - Returns: whether it is saved; never where another writer has taken over.
    @inlinable
    func update<Memory: Encodable & Equatable & Sendable>(
        _ memory: Memory, version: Int, at now: Instant, from number: UInt64
    ) -> Bool {
        let isSaved = state.withLock { state -> Bool? in
            guard state.writer == number else { return nil }
            state.note(memory, version: version)
            return state.isSaved
        }
        if isSaved == false { goOn(at: now) }
        return isSaved == true
    }

    /// Begins a save that is due, or looks how long one has been under way.
    @usableFromInline
    func goOn(at now: Instant) {
        let (isDue, isSlow) = state.withLock { state in
            (state.begin(at: now), state.isSlow(after: Self.slowAfter, at: now))
        }
        if isSlow { tell(Self.lateness(Self.slowAfter)) }
        if isDue { begin() }
    }

    fileprivate static func lateness(_ limit: Duration) -> PlainError {
        PlainError("it has not been written after \(text(of: limit))")
    }

    private func tell(_ failure: PlainError) {
        log.error("what it remembers could not be saved: \(failure)")
    }

    /// Calls `answer` once: with `nil` as soon as all that was shown by now is saved; with the reason when that has
    /// failed, or has not come to an end within `limit`.
    func whenSaved(
        atMost limit: Duration, _ answer: @escaping @Sendable (PlainError?) -> Void
    ) {
        let pending = PendingOutcome(answer)
        let now = policy.scheduler.now
        let late = Self.lateness(limit)
        let (outcome, isDue) = state.withLock { state -> (PlainError??, Bool) in
            if state.isSaved { return (.some(nil), false) }
            // A save that does not return keeps nobody waiting who comes later.
            if let since = state.savesSince, now - since >= limit { return (.some(late), false) }
            state.waiting.append((state.revision, pending))
            state.retryAt = nil
            return (nil, state.begin(at: now))
        }
        if let outcome {
            pending.complete(outcome)
            return
        }
        pending.keep(
            policy.scheduler.after(limit, name: "memory") { _ in pending.complete(late) })
        if isDue { begin() }
    }

    private func begin() {
        store.perform { [self] in
            let (copy, revision) = state.withLock { ($0.wanted?.copy(), $0.revision) }
            finish(revision, save(copy?()))
        }
    }

    /// - Returns: why it could not be saved.
    private func save(_ memory: PolicyMemory?) -> PlainError? {
        guard let memory else { return PlainError("it does not go into JSON") }
        do throws(PlainError) {
            try store.save(memory, of: policy.name)
            return nil
        } catch {
            return error
        }
    }

    private func finish(_ revision: UInt64, _ failure: PlainError?) {
        let now = policy.scheduler.now
        let (before, answered, isDue) = state.withLock { state in
            let before = state.fault
            state.savesSince = nil
            state.isSaved = failure == nil && state.revision == revision
            state.retryAt = failure.map { _ in now + Self.retryEvery }
            state.fault = failure.map { Fault(why: $0, since: before?.since ?? now) }
            let answered = state.waiting.filter { failure != nil || $0.revision <= revision }
            state.waiting.removeAll { failure != nil || $0.revision <= revision }
            return (before, answered, !state.waiting.isEmpty && state.begin(at: now))
        }
        // Once for each reason: it is tried again and again.
        if let failure, failure != before?.why { tell(failure) }
        if failure == nil, before != nil { log.notice("what it remembers is saved again") }
        for (_, answer) in answered { answer.complete(failure) }
        if isDue { begin() }
    }
}

extension PolicyMemorySaver.State {
    /// Whether a save has just been under way for too long.
    fileprivate mutating func isSlow(after limit: Duration, at now: Instant) -> Bool {
        guard let savesSince, now - savesSince >= limit, fault == nil else { return false }
        fault = PolicyMemorySaver.Fault(why: PolicyMemorySaver.lateness(limit), since: savesSince)
        return true
    }
}

/// A memory without its type.
@usableFromInline
protocol MemoryPlace: AnyObject {
    /// What is in it now, to be put into JSON where that may take its time; `nil` when it holds what JSON cannot.
    func copy() -> @Sendable () -> PolicyMemory?
}

/// The right to have the memory of a policy saved, as long as no successor has taken it over.
@usableFromInline
package struct PolicyMemoryWriter: Sendable {
    @usableFromInline let saver: PolicyMemorySaver
    @usableFromInline let number: UInt64

    /// Begins to save the memory where it has changed; whether it is saved.
    @inlinable
    func update(
        _ memory: some Encodable & Equatable & Sendable, version: Int, at now: Instant
    ) -> Bool {
        saver.update(memory, version: version, at: now, from: number)
    }
}

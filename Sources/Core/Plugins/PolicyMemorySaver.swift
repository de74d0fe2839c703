import Devices
import Synchronization

/// Where the memories of policies outlive the process, and a power cut.
package protocol PolicyMemoryStore: Sendable {
    /// What was saved last for a policy; `nil` when there is nothing that can be read.
    func load(_ policy: String) -> PolicyMemory?

    /// Saves it so that it is there after a power cut. May take seconds.
    ///
    /// - Throws: why it could not be saved; what was saved before is still there.
    func save(_ memory: PolicyMemory, of policy: String) throws(PlainError)
}

/// Has the memory of one policy saved whenever it changes, beside the steps and never in them.
///
/// There is one for a policy, also where it restarts: one save runs after the other, so what is saved last is
/// what was decided last.
@usableFromInline
package final class PolicyMemorySaver: Sendable {
    /// A place for a memory that is used again, so that one which changes allocates nothing.
    @usableFromInline
    final class Place<Memory: Equatable> {
        @usableFromInline var memory: Memory

        @inlinable
        init(_ memory: Memory) {
            self.memory = memory
        }
    }

    @usableFromInline
    struct State {
        /// A `Place` with what is to be saved.
        @usableFromInline var wanted: AnyObject?
        @usableFromInline var isSaved = false
        @usableFromInline var isSaving = false
        /// The writer whose memory counts: the one that was made last.
        @usableFromInline var writer: UInt64 = 0
        /// After a failure it is not tried again before this.
        @usableFromInline var retryAt: Instant?
        /// What is to be saved next, on the timer's queue.
        var job: (@Sendable (Instant) -> Void)?
        /// Runs one save after the other: a card may take its time, on a queue that nobody shares.
        var timer: (any OneShotTimer)?

        /// Takes note of a memory; whether it is another than the one before.
        @inlinable
        mutating func isNew<Memory: Equatable>(_ memory: Memory) -> Bool {
            guard let place = wanted as? Place<Memory> else {
                wanted = Place(memory)
                return true
            }
            guard place.memory != memory else { return false }
            place.memory = memory
            return true
        }
    }

    private static let retryEvery = Duration.seconds(10)

    private let store: any PolicyMemoryStore
    private let policy: PolicyContext
    @usableFromInline let state = Mutex(State())

    init(_ store: any PolicyMemoryStore, of policy: PolicyContext) {
        self.store = store
        self.policy = policy
    }

    deinit { state.withLock { $0.timer }?.cancel() }

    /// What was saved last. Reads a file, so it may take its time.
    func load() -> PolicyMemory? { store.load(policy.name) }

    /// Whether all that was shown is saved.
    var isSettled: Bool { state.withLock { $0.wanted == nil || $0.isSaved } }

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
        let (isSaved, isDue) = state.withLock { state -> (Bool, Bool) in
            guard state.writer == number else { return (false, false) }
            if state.isNew(memory) { state.isSaved = false }
            let isTooSoon = state.retryAt.map { now < $0 } ?? false
            guard !state.isSaved, !state.isSaving, !isTooSoon else {
                return (state.isSaved, false)
            }
            state.isSaving = true
            return (false, true)
        }
        if isDue { save(memory, version: version) }
        return isSaved
    }

    @usableFromInline
    func save<Memory: Encodable & Equatable & Sendable>(_ memory: Memory, version: Int) {
        guard let encoded = PolicyMemory(version: version, of: memory) else { return }
        let timer = timer()
        state.withLock { state in
            state.job = { [self] now in
                let failure = failure(of: encoded)
                self.state.withLock { state in
                    state.isSaving = false
                    let place = state.wanted as? Place<Memory>
                    state.isSaved = failure == nil && place?.memory == memory
                    state.retryAt = failure == nil ? nil : now + Self.retryEvery
                }
            }
        }
        timer.set(after: .zero)
    }

    /// Made with the first save.
    private func timer() -> any OneShotTimer {
        if let timer = state.withLock({ $0.timer }) { return timer }
        let timer = policy.scheduler.timer(name: "\(policy.name).memory") { [weak self] tick in
            let job = self?.state.withLock { state in
                defer { state.job = nil }
                return state.job
            }
            job?(tick.now)
        }
        state.withLock { $0.timer = timer }
        return timer
    }

    /// Saves it; why it could not.
    private func failure(of encoded: PolicyMemory) -> PlainError? {
        do throws(PlainError) {
            try store.save(encoded, of: policy.name)
            return nil
        } catch {
            policy.log.labelled(policy.name)
                .error("what it remembers could not be saved: \(error)")
            return error
        }
    }
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

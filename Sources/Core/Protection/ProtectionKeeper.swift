import Synchronization
import Threads
import Values

/// Where the record of the protection that is in force outlives the process, and a power cut.
package protocol ProtectionStore: Sendable {
    /// What was saved last. May take its time.
    func load() -> SavedProtection

    /// Saves it so that it is there after a power cut. May take seconds.
    ///
    /// - Throws: why it could not be saved; what was saved before is still there.
    func save(_ record: ProtectionRecord) throws(PlainError)
}

/// What was found of a record.
package struct SavedProtection: Sendable {
    /// The newest that is sound; `nil` where there is none.
    package let record: ProtectionRecord?
    /// What was wrong with the newest, and what is used in its place; `nil` where nothing was wrong.
    package let damage: String?

    package init(record: ProtectionRecord?, damage: String? = nil) {
        self.record = record
        self.damage = damage
    }
}

/// Keeps what is in force of the settings that protect, so that no restart and no power cut loosens them.
package final class ProtectionKeeper: Sendable {
    private struct State {
        var record: ProtectionRecord?
        /// Why the record that holds is not saved; `nil` when it is.
        var problem: String?
        /// Grows with each record, so that a save that comes late says nothing of a later one.
        var revision = 0
        /// Opens when the latest save has ended.
        var latest: Latch?
    }

    /// How long whoever changes something waits for the card.
    private static let patience = Duration.seconds(2)
    private static let retryEvery = Duration.seconds(10)

    private let store: any ProtectionStore
    /// The configuration that the file of the service has now; `nil` where it cannot be read. May take its time.
    private let file: @Sendable () -> Configuration?
    private let scheduler: any Scheduler
    private let log: Log
    private let state = Mutex(State())
    /// One save after the other.
    private let saving = Mutex(())

    package init(
        _ store: any ProtectionStore, scheduler: any Scheduler, log: Log,
        file: @escaping @Sendable () -> Configuration?
    ) {
        self.store = store
        self.scheduler = scheduler
        self.log = log
        self.file = file
    }

    /// What a start makes of the file of the service. Reads the record and memories, so it may take its time.
    package func start(
        with file: Configuration, _ memories: (any PolicyMemoryStore)?
    ) -> StartedConfiguration {
        let saved = store.load()
        var started = StartedConfiguration(configuration: file)
        if let record = saved.record {
            state.withLock { $0.record = saved.damage == nil ? record : nil }
            started = record.starting(with: file) { entry in
                entry.configured.obstacleToLoosening(memories?.load(entry.name)) == nil
            }
        }
        if let damage = saved.damage {
            // What was in force may have allowed less than what is found.
            started.conflict = [started.conflict, "what was in force is not known: \(damage)"]
                .compactMap { $0 }.joined(separator: "; ")
        }
        return started
    }

    /// The change that was undone before the start and that nobody has acknowledged.
    var undone: UndoneChange? { state.withLock { $0.record?.undone } }

    /// Why what is in force would not outlive a power cut; `nil` where it would.
    var problem: String? { state.withLock { $0.problem } }

    /// Keeps what is in force now. Waits for the card for two seconds at most.
    ///
    /// - Returns: why it would not outlive a power cut.
    func keep(_ running: Configuration, undone: UndoneChange?) -> String? {
        _ = begin(running, undone: undone).wait(atMost: Self.patience)
        return problem
    }

    /// Begins to keep what is in force now; the latch opens when that has ended.
    @discardableResult
    func begin(_ running: Configuration, undone: UndoneChange?) -> Latch {
        let isDone = Latch()
        let revision = state.withLock { state in
            state.revision += 1
            state.problem = "the card has not answered yet"
            state.latest = isDone
            return state.revision
        }
        saveBeside(running, undone, revision) { isDone.open() }
        return isDone
    }

    /// The process ends: waits for what is being saved, for two seconds at most.
    package func close() {
        _ = state.withLock { $0.latest }?.wait(atMost: Self.patience)
    }

    /// On a thread of its own: it waits for the card. Where none can be made it is tried again.
    private func saveBeside(
        _ running: Configuration, _ undone: UndoneChange?, _ revision: Int,
        _ onDone: @escaping @Sendable () -> Void = {}
    ) {
        let hasThread = WorkerThread.start("protection", for: .service) { [self] in
            save(running, undone, revision)
            onDone()
        }
        guard !hasThread else { return }
        state.withLock { state in
            if state.revision == revision { state.problem = "there is no thread left to save it" }
        }
        onDone()
        retry(running, undone, revision)
    }

    private func retry(_ running: Configuration, _ undone: UndoneChange?, _ revision: Int) {
        _ = scheduler.after(Self.retryEvery, name: "protection") { [self] _ in
            guard state.withLock({ $0.revision == revision }) else { return }
            saveBeside(running, undone, revision)
        }
    }

    private func save(_ running: Configuration, _ undone: UndoneChange?, _ revision: Int) {
        let record = ProtectionRecord(running: running, file: file() ?? running, undone: undone)
        let hasFailed = saving.withLock { _ in
            let (isLatest, saved) = state.withLock { ($0.revision == revision, $0.record) }
            guard isLatest else { return false }
            let problem = saved == record ? nil : failure(toSave: record)
            state.withLock { state in
                state.record = problem == nil ? record : nil
                if state.revision == revision { state.problem = problem }
            }
            return problem != nil
        }
        if hasFailed { retry(running, undone, revision) }
    }

    private func failure(toSave record: ProtectionRecord) -> String? {
        do throws(PlainError) {
            try store.save(record)
            return nil
        } catch {
            log.error("the protection that is in force could not be saved: \(error)")
            return error.description
        }
    }
}

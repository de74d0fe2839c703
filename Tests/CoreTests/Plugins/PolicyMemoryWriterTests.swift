@testable import Core
import JSON
import Settings
import Synchronization
import TestSupport
import Testing
import Threads
import Values

@Suite("What a policy remembers over a restart")
struct PolicyMemoryWriterTests {
    /// A store that fails when it is told to, and saves when it is told to.
    private final class Store: PolicyMemoryStore {
        private struct State {
            var saved: [PolicyMemory] = []
            var failure: PlainError?
            var waiting: [@Sendable () -> Void] = []
            var whileSaving: (@Sendable () -> Void)?
        }

        private let state = Mutex(State())

        var saved: [PolicyMemory] { state.withLock { $0.saved } }
        func fail(_ failure: PlainError?) { state.withLock { $0.failure = failure } }

        func load(_ policy: String) -> PolicyMemory? { saved.last }

        func perform(_ work: @escaping @Sendable () -> Void) {
            state.withLock { $0.waiting.append(work) }
        }

        /// Does what waits to be done.
        func goOn() {
            let waiting = state.withLock { state in
                defer { state.waiting = [] }
                return state.waiting
            }
            for work in waiting { work() }
        }

        /// Has something happen in the middle of the next save.
        func whileSaving(_ body: @escaping @Sendable () -> Void) {
            state.withLock { $0.whileSaving = body }
        }

        func save(_ memory: PolicyMemory, of policy: String) throws(PlainError) {
            state.withLock { $0.whileSaving.take() }?()
            let failure = state.withLock { state in
                if state.failure == nil { state.saved.append(memory) }
                return state.failure
            }
            if let failure { throw failure }
        }
    }

    private struct Counter: ResumablePolicy {
        static let name = "counter"
        static let summary = "For tests."
        static let defaultPeriod = Duration.seconds(1)
        static let memoryVersion = 1
        var memory = 0

        init(settings: NoSettings) {}
        init(settings: NoSettings, resuming memory: Int) { self.memory = memory }

        func memory(by settings: NoSettings) -> Int { memory }

        mutating func step(
            _ inputs: NoInputs, by settings: NoSettings, at now: Instant
        ) -> IdleOutputs {
            IdleOutputs(reason: .quiet)
        }
    }

    private let store = Store()
    private let clock = ManualScheduler(now: Instant(nanoseconds: 1_000_000_000_000))
    private let log = MemoryLog()
    private let saver: PolicyMemorySaver
    private let writer: PolicyMemoryWriter

    init() {
        saver = PolicyMemorySaver(
            store,
            of: PolicyContext(name: "pilot", scheduler: clock, log: Log(log, source: "roost")))
        writer = saver.makeWriter()
    }

    private func show(_ memory: Int, to writer: PolicyMemoryWriter) -> Bool {
        let settings = SettingsReader.defaults(of: NoSettings.self)
        var counter = Counter(settings: settings, resuming: memory)
        return counter.showMemory(to: writer, by: settings, at: clock.now)
    }

    private func note(_ memory: Int) -> Bool {
        let isSaved = show(memory, to: writer)
        store.goOn()
        return isSaved
    }

    @Test("counts as saved only once it is, and is saved once for each change")
    func onceForEachChange() {
        #expect(!note(1))
        #expect(note(1) && note(1))
        #expect(!note(2))
        #expect(note(2))
        #expect(store.saved.map(\.content) == [.number(1), .number(2)])
    }

    @Test("what a writer shows whose successor has been made is not saved") func successor() {
        #expect(!note(1))
        #expect(note(1))
        let second = saver.makeWriter()
        #expect(!note(7))
        #expect(!show(2, to: second))
        store.goOn()
        #expect(!note(7))
        #expect(show(2, to: second))
        saver.revoke()
        #expect(!show(3, to: second))
        clock.advance(by: .seconds(60))
        store.goOn()
        #expect(store.saved.map(\.content) == [.number(1), .number(2)])
        #expect(saver.load()?.content == .number(2))
    }

    @Test("a save that was begun for the one before ends with what the successor remembers")
    func saveInProgress() {
        #expect(!show(9, to: writer))
        let second = saver.makeWriter()
        #expect(!show(2, to: second))
        store.goOn()
        #expect(show(2, to: second))
        #expect(store.saved.last?.content == .number(2))
    }

    @Test("a hundred changes are a hundred saves, and no timer is left behind")
    func hundred() {
        for memory in 1...100 { while !note(memory) {} }
        #expect(store.saved.count == 100)
        #expect(clock.pendingCount == 0)
    }

    @Test("only a memory of this version, and a sound one, is gone on with")
    func versions() {
        func resumed(_ version: Int, _ content: JSONValue) -> Int {
            Counter.make(
                SettingsReader.defaults(of: NoSettings.self),
                resuming: PolicyMemory(version: version, content: content)
            ).memory
        }
        #expect(resumed(1, 7) == 7)
        #expect(resumed(2, 7) == 0)
        #expect(resumed(0, 7) == 0)
        for damaged in [JSONValue.null, "7", [7], ["memory": 7], 7.5] {
            #expect(resumed(1, damaged) == 0, "\(damaged)")
        }
    }

    @Test("that could not be saved is not saved, and is tried again every ten seconds")
    func failure() {
        store.fail(PlainError("the disk is full"))
        for _ in 0..<100 {
            #expect(!note(1))
            clock.advance(by: .milliseconds(50))
        }
        #expect(log.lines.filter { $0.contains("the disk is full") }.count == 1)
        store.fail(nil)
        clock.advance(by: .seconds(10))
        #expect(!note(1))
        #expect(note(1))
    }

    @Test("what has changed before a save begins goes with it; no step puts it into JSON")
    func changeMeanwhile() {
        #expect(!show(1, to: writer))
        #expect(!show(2, to: writer))
        store.goOn()
        #expect(note(2))
        #expect(store.saved.map(\.content) == [.number(2)])
    }

    @Test("a change while the one before is being written is saved after it")
    func changeWhileWriting() {
        store.whileSaving { _ = show(2, to: writer) }
        #expect(!note(1))
        #expect(!note(2))
        #expect(note(2))
        #expect(store.saved.map(\.content) == [.number(1), .number(2)])
    }
}

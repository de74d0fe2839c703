import Core
import Threads
import Values

/// Many trials, each with every setup, on as many threads as are wanted.
package enum TrialRun {
    private struct Progress<Outcome: Sendable>: Sendable {
        var next = 0
        var results: [Outcome?]
        var done = 0
        var failure: PlainError?
    }

    /// Does all. `progress` is called on the threads that do them, with how many are done.
    ///
    /// - Returns: for each setup what each trial gave with it; the same for any number of threads.
    /// - Throws: what the first one throws that fails.
    package static func all<Outcome: Sendable>(
        _ count: Int, setups: Int, threads: Int, name: String,
        progress: @escaping @Sendable (_ done: Int, _ of: Int) -> Void,
        _ trial: @escaping @Sendable (_ index: Int, _ setup: Int) throws(PlainError) -> Outcome
    ) throws(PlainError) -> [[Outcome]] {
        let state = Locked(
            Progress(results: [Outcome?](repeating: nil, count: count * setups)))
        let ends = (0..<max(1, threads)).map { _ in Latch() }
        for end in ends {
            WorkerThread.start(name) {
                work(state, progress) { index throws(PlainError) in
                    try trial(index / setups, index % setups)
                }
                end.open()
            }
        }
        for end in ends { end.wait() }
        let last = state.value
        if let failure = last.failure { throw failure }
        let outcomes = last.results.compactMap { $0 }
        return (0..<setups).map { setup in
            stride(from: setup, to: outcomes.count, by: setups).map { outcomes[$0] }
        }
    }

    private static func work<Outcome: Sendable>(
        _ state: Locked<Progress<Outcome>>, _ progress: @Sendable (_ done: Int, _ of: Int) -> Void,
        _ trial: @Sendable (_ index: Int) throws(PlainError) -> Outcome
    ) {
        while let index = take(state) {
            do throws(PlainError) {
                let result = try trial(index)
                let (done, total) = state.withLock { state in
                    state.results[index] = result
                    state.done += 1
                    return (state.done, state.results.count)
                }
                progress(done, total)
            } catch {
                state.withLock { $0.failure = error }
                return
            }
        }
    }

    private static func take<Outcome: Sendable>(_ state: Locked<Progress<Outcome>>) -> Int? {
        state.withLock { state in
            guard state.next < state.results.count, state.failure == nil else { return nil }
            defer { state.next += 1 }
            return state.next
        }
    }
}

/// What plugins say while nobody listens.
package struct NoLog: LogOutput {
    package init() {}
    package func write(_ level: LogLevel, source: String, _ message: String) {}
}

extension SeededGenerator {
    /// For one trial of a series. Neighbouring seeds and numbers must not begin alike, so each is
    /// mixed.
    package init(trial number: Int, seed: UInt64) {
        var mixer = SeededGenerator(seed: seed)
        var generator = SeededGenerator(seed: mixer.next() ^ UInt64(truncatingIfNeeded: number))
        self.init(seed: generator.next())
    }
}

import Core
import Devices
import Threads

/// Many flights, on as many threads as there are processors, each by its number.
package struct TrialSeries: Sendable {
    package let count: Int
    package let seed: UInt64
    package let ranges: TrialPlan.Ranges
    package let setups: [TrialSetup]

    package init(count: Int, seed: UInt64, ranges: TrialPlan.Ranges, setups: [TrialSetup]) {
        self.count = count
        self.seed = seed
        self.ranges = ranges
        self.setups = setups
    }

    private struct Progress: Sendable {
        var next = 0
        var results: [[FlightResult?]]
        var done = 0
        var failure: PlainError?
    }

    /// Flies all. `progress` is called on the threads that fly, with how many are flown.
    ///
    /// - Returns: for each setup its flights, by their number; the same for any number of threads.
    /// - Throws: that a port is not connected to what it carries.
    package func fly(
        threads: Int, progress: @escaping @Sendable (_ done: Int, _ of: Int) -> Void
    ) throws(PlainError) -> [[FlightResult]] {
        let state = Locked(
            Progress(
                results: setups.map { _ in
                    [FlightResult?](repeating: nil, count: count)
                }))
        let ends = (0..<max(1, threads)).map { _ in Latch() }
        for end in ends {
            WorkerThread.start("flights") {
                work(state, progress)
                end.open()
            }
        }
        for end in ends { end.wait() }
        let last = state.value
        if let failure = last.failure { throw failure }
        return last.results.map { $0.compactMap { $0 } }
    }

    private func work(
        _ state: Locked<Progress>, _ progress: @Sendable (_ done: Int, _ of: Int) -> Void
    ) {
        let total = count * setups.count
        while let index = take(state, of: total) {
            let (number, setup) = (index / setups.count, index % setups.count)
            do throws(PlainError) {
                let result = try flight(number + 1, setups[setup])
                let done = state.withLock { state in
                    state.results[setup][number] = result
                    state.done += 1
                    return state.done
                }
                progress(done, total)
            } catch {
                state.withLock { $0.failure = error }
                return
            }
        }
    }

    private func take(_ state: Locked<Progress>, of total: Int) -> Int? {
        state.withLock { state in
            guard state.next < total, state.failure == nil else { return nil }
            defer { state.next += 1 }
            return state.next
        }
    }

    private func flight(
        _ number: Int, _ setup: TrialSetup
    ) throws(PlainError) -> FlightResult {
        var trial = try FlightTrial(
            TrialPlan(number: number, seed: seed, ranges), setup)
        return trial.fly()
    }
}

import Core
import Trials
import Values

/// Many flights, on as many threads as there are processors, each by its number.
package struct TrialSeries: Sendable {
    package let count: Int
    package let seed: UInt64
    package let ranges: TrialPlan.Ranges
    package let setups: [TrialSetup]
    /// What is applied in each flight, one after the other; nothing where it is empty.
    package let others: [TrialSetup]

    package init(
        count: Int, seed: UInt64, ranges: TrialPlan.Ranges, setups: [TrialSetup],
        others: [TrialSetup] = []
    ) {
        self.count = count
        self.seed = seed
        self.ranges = ranges
        self.setups = setups
        self.others = others
    }

    /// Flies all. `progress` is called on the threads that fly, with how many are flown.
    ///
    /// - Returns: for each setup its flights, by their number; the same for any number of threads.
    /// - Throws: that a port is not connected to what it carries.
    package func fly(
        threads: Int, progress: @escaping @Sendable (_ done: Int, _ of: Int) -> Void
    ) throws(PlainError) -> [[FlightResult]] {
        try TrialRun.all(
            count, setups: setups.count, threads: threads, name: "flights", progress: progress
        ) { index, setup throws(PlainError) in
            try fly(index + 1, setups[setup])
        }
    }

    /// Flies one of it alone.
    ///
    /// - Throws: that a port is not connected to what it carries.
    package func fly(
        _ number: Int, _ setup: TrialSetup, _ observe: (FlightTrial.Moment) -> Void = { _ in }
    ) throws(PlainError) -> FlightResult {
        let plan = TrialPlan(number: number, seed: seed, ranges)
        var trial = try FlightTrial(plan, setup)
        var changes = TrialChanges(others, seed: plan.seed)
        return trial.fly(changing: { changes.due(at: $0) }, observe)
    }
}

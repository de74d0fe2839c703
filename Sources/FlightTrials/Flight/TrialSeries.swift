import Core
import Devices
import Trials

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
            var trial = try FlightTrial(
                TrialPlan(number: index + 1, seed: seed, ranges), setups[setup])
            return trial.fly()
        }
    }
}

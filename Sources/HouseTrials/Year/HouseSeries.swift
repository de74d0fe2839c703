import Core
import Threads
import Trials
import Values

/// Many years, each guarded by each of the setups.
package struct HouseSeries: Sendable {
    private let plans: [HousePlan]
    private let setups: [HouseSetup]
    private let witness: (any HouseWitness)?

    /// `witness` looks on at one year of one setup.
    package init(
        plans: [HousePlan], setups: [HouseSetup], witness: (any HouseWitness)? = nil
    ) {
        self.plans = plans
        self.setups = setups
        self.witness = witness
    }

    /// Runs all. `progress` is called on the threads that do, with how many days have passed in all.
    ///
    /// - Returns: for each setup its years; the same for any number of threads.
    /// - Throws: that a port is not connected to what it carries.
    package func run(
        threads: Int, progress: @escaping @Sendable (_ done: Int, _ of: Int) -> Void
    ) throws(PlainError) -> [[HouseResult]] {
        let total = setups.count * plans.reduce(0) { $0 + $1.days }
        let passed = Locked(0)
        return try TrialRun.all(
            plans.count, setups: setups.count, threads: threads, name: "house",
            progress: { _, _ in }
        ) { index, setup throws(PlainError) in
            var trial = try HouseTrial(plans[index], setups[setup], witness: witness)
            return try trial.run { _ in
                progress(
                    passed.withLock {
                        $0 += 1; return $0
                    }, total)
            }
        }
    }
}

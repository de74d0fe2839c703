import Core
import Values

/// Looks on at the steps of a year, as the recorder of a service does.
package protocol HouseWitness: Sendable {
    /// The year begins, by a clock that it moves itself.
    ///
    /// - Returns: whom to show each step.
    func begin(_ entry: PolicyEntry, clock: any Scheduler) -> any StepObserver

    /// A second has passed, and a clock on the wall shows that; `nil` where it is not set.
    func note(_ time: WallTime?)

    func end()
}

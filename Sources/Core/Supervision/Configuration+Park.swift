import Devices

extension Configuration {
    /// Brings every device to its safe state with nothing running: after a crash.
    ///
    /// A device that takes its time to come to rest is given the time of a stop. It delays the others
    /// by a second at most: one that is stuck must not leave another moving.
    ///
    /// - Returns: what could not be made safe, and why. One failure does not stop the others.
    package func park(
        runtime: String, clock: any Scheduler
    ) -> [(driver: String, fault: DeviceError)] {
        let paths = systemPaths(runtime: runtime)
        let entries = Array(drivers.reversed())
        let outcomes = callStaggered(entries, timeout: general.stopLimit) { entry in
            Result { () throws(DeviceError) in try entry.configured.makeSafe(paths, clock) }
        }
        return zip(entries, outcomes).compactMap { entry, outcome in
            switch outcome {
            case .success: nil
            case .failure(let fault): (entry.name, fault)
            case nil: (entry.name, unanswered)
            }
        }
    }

    private var unanswered: DeviceError {
        DeviceError(
            .timeout,
            "it has not answered for \(text(of: general.stopLimit)) (\"stop_limit\"), and nobody "
                + "knows its state: look at it, and take its power away if it moves")
    }
}

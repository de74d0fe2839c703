import Values

extension Configuration {
    /// Brings every device to its safe state with nothing running: after a crash. So are those that a
    /// dead process has `left` in motion and that no driver here is for.
    ///
    /// A device that takes its time to come to rest is given the time of a stop. It delays the others
    /// by a second at most: one that is stuck must not leave another moving.
    ///
    /// - Returns: what could not be made safe, and why. One failure does not stop the others.
    package func park(
        runtime: String, clock: any Scheduler, left: [LeftBehind] = []
    ) -> [(driver: String, fault: DeviceError)] {
        let paths = systemPaths(runtime: runtime)
        let configured = drivers.reversed().map { entry in
            ParkTask(name: entry.name) { () throws(DeviceError) in
                try entry.configured.makeSafeWithoutInstance(paths, clock)
            }
        }
        let others = left.filter { !hasDriver(for: $0) }.map { device in
            ParkTask(name: device.description) { () throws(DeviceError) in
                try device.makeSafe(clock)
            }
        }
        let tasks = configured + others
        let outcomes = callStaggered(tasks, timeout: general.stopLimit) { task in
            Result { () throws(DeviceError) in try task.makeSafe() }
        }
        return zip(tasks, outcomes).compactMap { task, outcome in
            switch outcome {
            case .success: nil
            case .failure(let fault): (task.name, fault)
            case nil: (task.name, unanswered)
            }
        }
    }

    /// The drivers that move something, in the order in which they are parked.
    package var actuators: [String] {
        drivers.reversed().filter(\.configured.isActuator).map(\.name)
    }

    /// Whether one of its drivers looks after that device.
    func hasDriver(for device: LeftBehind) -> Bool {
        drivers.contains { entry in
            entry.configured.claims.contains {
                $0.kind == device.claim.kind && $0.thing == device.claim.thing
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

private struct ParkTask: Sendable {
    let name: String
    let makeSafe: @Sendable () throws(DeviceError) -> Void
}

import Synchronization
import Threads
import Values

/// Devices that a dead process has left in motion, and that no driver of the configuration is for.
extension Supervisor {
    /// One of them, and what has come of it.
    struct Stranded: Sendable {
        let device: LeftBehind
        let since: Instant
        /// `nil` while it is under way.
        var fault: DeviceError?
    }

    /// Brings each to its safe state, as `roost park` does, once: nobody else will. Returns at once.
    package func attend(to left: [LeftBehind]) {
        let now = scheduler.now
        for device in left where !configuration.hasDriver(for: device) {
            log.error(
                "\(device.description) was left behind by a process that has ended, and no driver of this "
                    + "configuration is for it: it is brought to its safe state")
            stranded.withLock { $0.append(Stranded(device: device, since: now)) }
            let bring: @Sendable () -> Void = { [self] in bringHome(device) }
            if !WorkerThread.start("left behind", bring) {
                settle(device, DeviceError(.busy, "no thread is left for it"))
            }
        }
    }

    private func bringHome(_ device: LeftBehind) {
        do throws(DeviceError) {
            try device.makeSafe(scheduler)
            settle(device, nil)
        } catch {
            settle(device, error)
        }
    }

    private func settle(_ device: LeftBehind, _ fault: DeviceError?) {
        stranded.withLock { stranded in
            let index = stranded.firstIndex { $0.device.description == device.description }
            guard let index else { return }
            if let fault { stranded[index].fault = fault } else { stranded.remove(at: index) }
        }
        if let fault {
            log.error(
                "\(device.description), which was left behind, could not be made safe: \(fault); "
                    + "roost park, and the next start, try it again")
        } else {
            log.notice("\(device.description), which was left behind, is in its safe state")
        }
    }

    /// `nil` where there is none.
    func leftBehindReports(at now: Instant) -> [LeftBehindReport]? {
        let configuration = configuration
        let reports = stranded.withLock { $0 }
            // A driver that came with another configuration looks after it.
            .filter { !configuration.hasDriver(for: $0.device) }
            .map { stranded in
                LeftBehindReport(
                    device: stranded.device.description,
                    text: stranded.fault?.description ?? "it is brought to its safe state",
                    isFailed: stranded.fault != nil,
                    ageSeconds: max(.zero, now - stranded.since).seconds)
            }
        return reports.isEmpty ? nil : reports
    }
}

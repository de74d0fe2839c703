import Devices
import Synchronization

/// Knows which drivers need which, so that those that need one that failed are given up with it.
final class DependencyGraph: Sendable {
    private let drivers = Mutex<[ManagedDriver]>([])

    func fill(_ all: [ManagedDriver]) {
        drivers.withLock { $0 = all }
    }

    func giveUp(dependentsOf driver: ManagedDriver, because fault: DeviceError) {
        let name = driver.entry.name
        let dependents = drivers.withLock { $0 }.filter { $0.entry.after.contains(name) }
        let why = DeviceError(fault.kind, "\(name), which it needs, has failed: \(fault)")
        _ = callStaggered(dependents) { $0.giveUp(why) }
    }
}

import Devices
import Synchronization

/// Knows which drivers need which, so that those that need one that failed are given up with it.
final class DependencyGraph: Sendable {
    private let slots = Mutex<[ManagedDriver]>([])

    func fill(_ all: [ManagedDriver]) {
        slots.withLock { $0 = all }
    }

    func giveUp(dependentsOf slot: ManagedDriver, because fault: DeviceError) {
        let name = slot.entry.name
        let dependents = slots.withLock { $0 }.filter { $0.entry.after.contains(name) }
        let why = DeviceError(fault.kind, "\(name), which it needs, has failed: \(fault)")
        _ = callSequentially(dependents) { $0.giveUp(why) }
    }
}

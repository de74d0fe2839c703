import Devices
import Synchronization

/// Knows which drivers need which, so that one that stays down takes those with it.
final class DependencyGraph: Sendable {
    private let slots = Mutex<[ManagedDriver]>([])

    func fill(_ all: [ManagedDriver]) {
        slots.withLock { $0 = all }
    }

    func takeDown(dependentsOf slot: ManagedDriver, because fault: DeviceError) {
        let name = slot.entry.name
        let dependents = slots.withLock { $0 }.filter { $0.entry.after.contains(name) }
        let why = DeviceError(fault.kind, "\(name), which it needs, is down: \(fault)")
        _ = callSequentially(dependents) { $0.giveUp(why) }
    }
}

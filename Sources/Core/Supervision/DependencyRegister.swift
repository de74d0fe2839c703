import Devices
import Synchronization

/// Knows which drivers need which, so that one that stays down takes those with it.
final class DependencyRegister: Sendable {
    private let slots = Mutex<[DriverSlot]>([])

    func fill(_ all: [DriverSlot]) {
        slots.withLock { $0 = all }
    }

    func takeDown(dependentsOf slot: DriverSlot, because fault: Fault) {
        let name = slot.entry.name
        let dependents = slots.withLock { $0 }.filter { $0.entry.after.contains(name) }
        let why = Fault(fault.kind, "\(name), which it needs, is down: \(fault)")
        _ = callInTurn(dependents) { $0.giveUp(why) }
    }
}

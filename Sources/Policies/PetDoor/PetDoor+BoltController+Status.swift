import Core
import Devices

/// What is told of the bolt. Asked of it and not of the whole controller, which is some kilobytes that a tick
/// would copy to ask.
extension PetDoor.BoltController {
    /// `isBlocked`: it is to lock, and something speaks against that.
    func doorState(isBlocked: Bool) -> PetDoor.DoorState {
        switch state {
        case .jammed: .jammed
        case .moving(let move): move.to == .locked ? .locking : .unlocking
        case .settled(.locked, _): .locked
        case .settled(.unlocked, _), .exercising:
            hasGivenUpLocking ? .jammed : isBlocked ? .pending : .unlocked
        case .unknown: isBlocked ? .pending : .unknown
        }
    }

    /// `obstacle` is what keeps it from locking when it is to lock.
    func status(
        _ latch: PetDoor.LatchReading, _ obstacle: PetDoor.LockInterlock?
    ) -> PetDoor.BoltStatus? {
        switch state {
        case .jammed: return .jammed(.unlocked)
        case .moving(let move):
            return .moving(to: move.to, attempt: move.attempt, of: settings.retries + 1)
        case .settled, .unknown, .exercising: break
        }
        if hasGivenUpLocking, side == .unlocked { return .jammed(.locked) }
        if case .unclear(let why) = latch, let left = switchGraceLeft {
            if left <= .zero { return .latchUnclear(why: why, unlocksIn: nil) }
            if side == .locked { return .latchUnclear(why: why, unlocksIn: left) }
        }
        return obstacle.map { .blocked($0) }
    }
}

import Core
import PolicyKit
import Values

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
            hasGivenUpLocking ? .jammed : isBlocked ? .pending : isAdopted ? .unknown : .unlocked
        case .unknown: isBlocked ? .pending : .unknown
        }
    }

    /// Where it is, by the evidence that there is.
    func stand(_ latch: PetDoor.LatchReading) -> PetDoor.Stand {
        switch (state, latch) {
        // A switch that tells the place in which the bolt is back says of all others only that it is not.
        case (.settled(.locked, isDriven: false), .says(.locked)): .notBack
        case (.settled(let side, _), .says(side)):
            isAdopted ? .unknown : .at(side, bySwitch: true)
        case (.settled(let side, isDriven: true), .notConnected),
            (.settled(let side, isDriven: true), .unclear):
            .at(side, bySwitch: false)
        // The switch contradicts, for as long as a bounce may take; or nothing says so.
        case (.settled, _), (.unknown, _): .unknown
        case (.moving(let move), _): move.purpose == .proof ? .unknown : .halfWay
        case (.exercising, _), (.jammed, _): .halfWay
        }
    }

    /// It is taken for back by its switch alone, which may say so of one that is half-way.
    private var isAdopted: Bool { owesProof && state == .settled(.unlocked, isDriven: false) }

    var isProving: Bool {
        if case .moving(let move) = state { move.purpose == .proof } else { false }
    }

    /// What a step decides is to be in the memory before the servo moves.
    func isAnnouncing(at now: Instant) -> Bool {
        guard case .moving(let move) = state, move.to == .locked else { return false }
        return survival.isAnnouncing(.locked, at: now)
    }

    /// `obstacle` is what keeps it from locking when it is to lock.
    func status(
        _ latch: PetDoor.LatchReading, _ obstacle: PetDoor.LockInterlock?,
        by settings: PetDoor.BoltSettings
    ) -> PetDoor.BoltStatus? {
        switch state {
        case .jammed: return .jammed(.unlocked)
        case .moving(let move): return status(move, by: settings)
        case .settled, .unknown, .exercising: break
        }
        if hasGivenUpLocking, side == .unlocked { return .jammed(.locked) }
        if case .unclear(let why) = latch, let left = switchGraceLeft(of: settings.grace) {
            if left <= .zero { return .latchUnclear(why: why, unlocksIn: nil) }
            if side == .locked { return .latchUnclear(why: why, unlocksIn: left) }
        }
        return obstacle.map { .blocked($0) }
    }

    private func status(_ move: Move, by settings: PetDoor.BoltSettings) -> PetDoor.BoltStatus {
        let count = settings.retries + 1
        guard move.purpose != .freeing, move.attempt == 1 else {
            return .freeing(to: move.to, attempt: move.attempt, of: count)
        }
        return move.purpose == .proof ? .proving : .moving(to: move.to, attempt: 1, of: count)
    }
}

import Core
import Devices

/// How a door goes on with other settings between two steps.
extension PetDoor.PetDoorController {
    /// The bolt stays where it is held. What is remembered goes on as over a restart.
    package func successor(
        _ settings: PetDoor.Settings
    ) throws(PlainError) -> PetDoor.PetDoorController {
        if let why = obstacle(to: settings) { throw PlainError(why) }
        var next = PetDoor.PetDoorController(settings: settings, resuming: memory)
        next.bolt = bolt.successor(settings.bolt)
        next.settled = settled
        return next
    }

    private func obstacle(to new: PetDoor.Settings) -> String? {
        // The bolt is held where it is: another angle there would move it at once, past every interlock.
        guard new.bolt.angle(.locked) == settings.bolt.angle(.locked),
            new.bolt.angle(.unlocked) == settings.bolt.angle(.unlocked)
        else { return "another angle moves the bolt at once; start the service again for that" }
        if isInPassage { return "somebody may be in the flap; until it is shut" }
        if fire.isOn { return "there is a fire; until it is over" }
        // No memory keeps it: nobody knows who goes out while nothing runs.
        if let override, !override.isKept {
            return
                "\(override.mode.rawValue) was asked for; until that is over, or: roost send auto"
        }
        switch bolt.state {
        case .moving, .exercising: return "the bolt moves; until it has arrived"
        case .jammed: return "the bolt is stuck; until it is back"
        case .unknown, .settled: return nil
        }
    }
}

extension PetDoor.BoltController {
    /// Where this is, with what this has moved already, by other settings.
    fileprivate func successor(_ settings: PetDoor.BoltSettings) -> PetDoor.BoltController {
        var next = PetDoor.BoltController(settings)
        next.state = state
        next.hasGivenUpLocking = hasGivenUpLocking
        next.lastDriven = lastDriven
        next.stirredAt = stirredAt
        next.budget = PetDoor.MoveBudget(perHour: settings.movesPerHour, moves: budget.moves)
        return next
    }
}

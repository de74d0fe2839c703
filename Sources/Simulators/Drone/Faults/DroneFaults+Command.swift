/// The faults that last; those that happen at once are the model's.
extension DroneFaults {
    mutating func apply(_ fault: FaultCommand.PathFault, _ way: FaultCommand.Way) {
        if way != .down { up.apply(fault) }
        if way != .up { down.apply(fault) }
    }
}

extension PathFaults {
    fileprivate mutating func apply(_ fault: FaultCommand.PathFault) {
        switch fault {
        case .loss(let share): loss = share
        case .reorder(let share): reorder = share
        case .duplicate(let share): duplicate = share
        case .corrupt(let share): corrupt = share
        case .delay(let time): delay = time
        case .jitter(let time): jitter = time
        }
    }
}

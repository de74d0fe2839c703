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
        case .loss(let fraction): loss = fraction
        case .reorder(let fraction): reorder = fraction
        case .duplicate(let fraction): duplicate = fraction
        case .corrupt(let fraction): corrupt = fraction
        case .delay(let time): delay = time
        case .jitter(let time): jitter = time
        }
    }
}

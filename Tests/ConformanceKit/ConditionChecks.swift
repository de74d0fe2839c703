/// A device that is not there yet is waited for, and nothing is made up meanwhile.
func checkAbsentAtStart(_ kind: RigKind) throws {
    let rig = try kind.make(FastScheduler())
    let stage = try Stage.running(kind, rig, .absent)
    try stage.stays(.idle)
    try rig.become(.well)
    try stage.becomes(.working)
    try stage.stop()
}

/// An unplugged device is missed, and found again when it returns; twice.
func checkUnplugged(_ kind: RigKind) throws {
    let rig = try kind.make(FastScheduler())
    let stage = try Stage.running(kind, rig)
    for _ in 0..<2 {
        try rig.become(.absent)
        if !kind.unnoticed.contains(.absent) { try stage.becomes(.idle) }
        try rig.become(.well)
        try stage.becomes(.working)
    }
    try stage.stop()
}

/// Trouble at the start and trouble under way are survived: nothing false is believed, the
/// supervisor never waits, and all is well when the device is.
func checkTrouble(_ kind: RigKind, _ trouble: Condition) throws {
    let rig = try kind.make(FastScheduler())
    let stage = try Stage.running(kind, rig, trouble)
    if trouble != .slow {
        try stage.stays(.idle)
    } else if kind.isPatient {
        try stage.becomes(.working)
    } else {
        try stage.passes()
    }
    try rig.become(.well)
    try stage.becomes(.working)
    try rig.become(trouble)
    try stage.passes()
    // What is slow works, if the driver is patient.
    if trouble != .slow, !kind.unnoticed.contains(trouble) { try stage.becomes(.idle) }
    try rig.become(.well)
    try stage.becomes(.working)
    try stage.stop()
}

/// Stopping ends soon and for good, however the device is; with a device that is well, safely.
func checkStop(_ kind: RigKind, _ condition: Condition) throws {
    let rig = try kind.make(FastScheduler())
    let stage = try Stage.running(kind, rig)
    try rig.become(condition)
    try stage.passes()
    let isSafe = try stage.stop()
    guard condition == .well else { return }
    guard isSafe else { throw CheckFailure("does not become safe") }
    guard rig.isSafe else { throw CheckFailure("says that it is safe, and the device is not") }
}

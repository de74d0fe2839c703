/// A device that is not there yet is waited for, and nothing is made up meanwhile.
func checkAbsentAtStart(_ kind: RigKind) throws {
    let rig = try kind.make(FastScheduler())
    let harness = try ConformanceHarness.running(kind, rig, .absent)
    try harness.stays(.idle)
    try rig.become(.well)
    try harness.becomes(.working)
    try harness.stop()
}

/// An unplugged device is missed, and found again when it returns; twice.
func checkUnplugged(_ kind: RigKind) throws {
    let rig = try kind.make(FastScheduler())
    let harness = try ConformanceHarness.running(kind, rig)
    for _ in 0..<2 {
        try rig.become(.absent)
        if !kind.unnoticed.contains(.absent) { try harness.becomes(.idle) }
        try rig.become(.well)
        try harness.becomes(.working)
    }
    try harness.stop()
}

/// Trouble at the start and trouble under way are survived: nothing false is believed, the
/// supervisor never waits, and all is well when the device is.
func checkTrouble(_ kind: RigKind, _ trouble: Condition) throws {
    let rig = try kind.make(FastScheduler())
    let harness = try ConformanceHarness.running(kind, rig, trouble)
    if trouble != .slow {
        try harness.stays(.idle)
    } else if kind.isPatient {
        try harness.becomes(.working)
    } else {
        try harness.passes()
    }
    try rig.become(.well)
    try harness.becomes(.working)
    try rig.become(trouble)
    try harness.passes()
    // What is slow works, if the driver is patient.
    if trouble != .slow, !kind.unnoticed.contains(trouble) { try harness.becomes(.idle) }
    try rig.become(.well)
    try harness.becomes(.working)
    try harness.stop()
}

/// Stopping ends soon, and once, however the device is; with a device that is well, safely.
func checkStop(_ kind: RigKind, _ condition: Condition) throws {
    let rig = try kind.make(FastScheduler())
    let harness = try ConformanceHarness.running(kind, rig)
    try rig.become(condition)
    try harness.passes()
    let isSafe = try harness.stop()
    guard condition == .well else { return }
    guard isSafe else { throw CheckFailure("does not become safe") }
    guard rig.isSafe else { throw CheckFailure("says that it is safe, and the device is not") }
}

import Values

/// A device that a dead process has left in motion, as a note of that process in the runtime directory
/// says: known without a configuration, which may be bad by now, or gone.
package struct LeftBehind: Sendable {
    /// Which one, for people.
    package let description: String
    /// What a driver of it would claim.
    let claim: Claim
    /// Brings it to its safe state, and takes the note away once it is there.
    package let makeSafe: @Sendable (any Scheduler) throws(DeviceError) -> Void

    package init(
        _ description: String, claim: Claim,
        makeSafe: @escaping @Sendable (any Scheduler) throws(DeviceError) -> Void
    ) {
        self.description = description
        self.claim = claim
        self.makeSafe = makeSafe
    }
}

extension PluginRegistry {
    /// What the notes in a runtime directory tell, of all kinds of drivers.
    package func leftBehind(in runtime: String) -> [LeftBehind] {
        drivers.flatMap { $0.leftBehind(SystemPaths(runtime: runtime)) }
    }
}

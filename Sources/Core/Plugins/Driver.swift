import Values

/// A driver that runs. Stopping it has two steps, so that what moves has time to come to rest.
package protocol Driver: Sendable {
    /// Begins to bring the device to its safe state. Returns at once; asking twice is asking once.
    func makeSafe()

    /// Whether the safe state is reached.
    var isSafe: Bool { get }

    /// Whether the device does what it does in its safe state, whoever is in charge: to make it safe would change
    /// nothing. Asked of one that runs, before it is missed for a moment.
    var isAtRest: Bool { get }

    /// Stops and gives everything back: threads, timers, files. Called once, after `makeSafe` and
    /// when `isSafe` or its time is up. After it returns the driver publishes nothing more.
    func close()

    /// What `roost status` shows beyond the samples.
    func diagnostics(at now: Instant) -> [Diagnostic]
}

extension Driver {
    package func makeSafe() {}
    package var isSafe: Bool { true }
    package var isAtRest: Bool { isSafe }
    package func diagnostics(at now: Instant) -> [Diagnostic] { [] }
}

import Core
import Values

extension Sink {
    /// Gives a command as whoever stands in for a policy, and so takes over from the last writer.
    package func send(_ command: Command, until expiry: Instant) {
        makeWriter().send(command, until: expiry)
    }
}

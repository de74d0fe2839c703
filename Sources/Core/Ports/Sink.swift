import Devices
import Synchronization

/// Where commands for one thing go: the latest command, and the lease under which it holds.
///
/// The driver either polls `current` on its own tick or attaches a handler. Either way it must
/// reach its safe state by itself when the lease is over.
package final class Sink<Command: DeviceValue>: Sendable {
    package typealias Handler = @Sendable (Leased<Command>) -> Void

    private struct State {
        var command: Leased<Command>?
        var handler: Handler?
    }

    private let state = Mutex(State())

    package init() {}

    /// Gives a command that holds until `expiry`. Never waits for the device.
    package func send(_ command: Command, until expiry: Instant) {
        let leased = Leased(command: command, expiresAt: expiry)
        let handler = state.withLock {
            $0.command = leased
            return $0.handler
        }
        handler?(leased)
    }

    /// The command that holds at `now`, or `nil` when its lease has run out or none was given.
    package func current(at now: Instant) -> Command? {
        state.withLock {
            guard let leased = $0.command, leased.expiresAt >= now else { return nil }
            return leased.command
        }
    }

    /// The command given last, whether or not it still holds.
    package var last: Leased<Command>? {
        state.withLock { $0.command }
    }

    /// Calls `handler` with each command, on the sender's thread: it must return at once.
    package func attach(_ handler: @escaping Handler) {
        state.withLock { $0.handler = handler }
    }

    package func detach() {
        state.withLock { $0.handler = nil }
    }

    /// Forgets command and handler, so that a restarted driver does not act on an old one.
    func invalidate() {
        state.withLock { $0 = State() }
    }
}

/// A command with the time until which it holds.
package struct Leased<Command: DeviceValue>: Equatable, Sendable {
    package let command: Command
    package let expiresAt: Instant

    package init(command: Command, expiresAt: Instant) {
        self.command = command
        self.expiresAt = expiresAt
    }
}

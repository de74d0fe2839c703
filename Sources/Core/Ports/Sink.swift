import Synchronization
import Values

/// Where commands for one thing go: the latest command, and the lease under which it holds.
///
/// The driver either polls `current` on its own tick or attaches a handler. Either way it must
/// reach its safe state by itself when the lease is over.
@usableFromInline
package final class Sink<Command: DeviceValue>: Sendable {
    @usableFromInline package typealias Handler = @Sendable (Leased<Command>) -> Void

    @usableFromInline
    struct State {
        @usableFromInline var command: Leased<Command>?
        @usableFromInline var handler: Handler?
        /// The writer whose commands count: the one that was made last.
        @usableFromInline var writer: UInt64 = 0
        /// When the device was last told what to do, and took it.
        @usableFromInline var answeredAt: Instant?
    }

    @usableFromInline let state = Mutex(State())

    package init() {}

    /// Makes the writer whose commands count from now on. Those of the writer before have no effect
    /// any more: a policy that was replaced, or hangs, cannot overwrite its successor's command.
    package func makeWriter() -> CommandWriter<Command> {
        let number = state.withLock { state in
            state.writer += 1
            return state.writer
        }
        return CommandWriter(sink: self, number: number)
    }

    /// Nobody's commands have an effect any more until another writer is made. A sink has one policy.
    package func disconnect(policy: String) {
        state.withLock { $0.writer += 1 }
    }

    /// The commands of writer `number` have no effect any more.
    fileprivate func revoke(_ number: UInt64) {
        state.withLock { if $0.writer == number { $0.writer += 1 } }
    }

    /// Takes a command from writer `number`; refuses it when another has taken over.
    @inlinable
    func accept(_ leased: Leased<Command>, from number: UInt64) -> Bool {
        let (isOwner, handler) = state.withLock { state -> (Bool, Handler?) in
            guard state.writer == number else { return (false, nil) }
            state.command = leased
            return (true, state.handler)
        }
        handler?(leased)
        return isOwner
    }

    /// Has the command of writer `number` hold until `expiry`, where it still holds at `now`: what was forgotten, or has
    /// run out, does not come back.
    fileprivate func renew(from number: UInt64, until expiry: Instant, at now: Instant) -> Bool {
        let (renewed, handler) = state.withLock { state -> (Leased<Command>?, Handler?) in
            guard state.writer == number, let held = state.command, held.expiresAt > now else {
                return (nil, nil)
            }
            let renewed = Leased(command: held.command, expiresAt: expiry)
            state.command = renewed
            return (renewed, state.handler)
        }
        guard let renewed else { return false }
        handler?(renewed)
        return true
    }

    /// Takes the command of writer `number` back: for the driver its lease is over.
    fileprivate func withdraw(from number: UInt64) {
        let (over, handler) = state.withLock { state -> (Leased<Command>?, Handler?) in
            guard state.writer == number, let held = state.command else { return (nil, nil) }
            state.command = nil
            return (Leased(command: held.command, expiresAt: .past), state.handler)
        }
        if let over { handler?(over) }
    }

    fileprivate func holds(from number: UInt64, at now: Instant) -> Bool {
        state.withLock { state in
            state.writer == number && state.command.map { $0.expiresAt > now } ?? false
        }
    }

    /// The command that holds at `now`, or `nil` when its lease has run out or none was given.
    @inlinable
    package func current(at now: Instant) -> Command? {
        state.withLock {
            guard let leased = $0.command, leased.expiresAt >= now else { return nil }
            return leased.command
        }
    }

    /// The device has been told what to do, and has taken it. A driver says so with each time that it has told it: whoever
    /// commands can so know that a command came to nothing.
    @inlinable
    package func noteAnswer(at now: Instant) {
        state.withLock { $0.answeredAt = now }
    }

    /// When the device last took what it was told; `nil` before the first time, and since its driver ended.
    @inlinable
    package var answeredAt: Instant? {
        state.withLock { $0.answeredAt }
    }

    /// The command given last, whether or not it still holds.
    package var last: Leased<Command>? {
        state.withLock { $0.command }
    }

    /// Calls `handler` with each command, on the sender's thread: it must return at once. A command whose lease is over when
    /// it comes was taken back.
    package func attach(_ handler: @escaping Handler) {
        state.withLock { $0.handler = handler }
    }

    package func detach() {
        state.withLock { $0.handler = nil }
    }

    /// Forgets command and handler, so that a restarted driver does not act on an old one.
    package func invalidate(because why: String, at now: Instant) {
        state.withLock {
            $0.command = nil
            $0.handler = nil
            $0.answeredAt = nil
        }
    }
}

/// The right to command one thing, as long as nobody else has taken it over.
@usableFromInline
package struct CommandWriter<Command: DeviceValue>: Sendable {
    @usableFromInline let sink: Sink<Command>
    @usableFromInline let number: UInt64

    fileprivate init(sink: Sink<Command>, number: UInt64) {
        self.sink = sink
        self.number = number
    }

    /// Its commands have no effect any more; a writer that was made since stays.
    func revoke() {
        sink.revoke(number)
    }

    /// Has the latest command hold until `expiry` instead.
    ///
    /// - Returns: whether it still held at `now`, and was not forgotten because its driver ended.
    func renew(until expiry: Instant, at now: Instant) -> Bool {
        sink.renew(from: number, until: expiry, at: now)
    }

    /// Takes the latest command back: the driver goes to its safe state as at the end of its lease.
    func withdraw() { sink.withdraw(from: number) }

    /// Whether the latest command is this writer's, and holds.
    func holds(at now: Instant) -> Bool { sink.holds(from: number, at: now) }

    /// Gives a command that holds until `expiry`. Never waits for the device.
    ///
    /// - Returns: whether this writer still has the right to.
    @inlinable
    @discardableResult
    package func send(_ command: Command, until expiry: Instant) -> Bool {
        sink.accept(Leased(command: command, expiresAt: expiry), from: number)
    }
}

/// A command with the time until which it holds.
@usableFromInline
package struct Leased<Command: DeviceValue>: Equatable, Sendable {
    @usableFromInline package let command: Command
    @usableFromInline package let expiresAt: Instant

    @inlinable
    package init(command: Command, expiresAt: Instant) {
        self.command = command
        self.expiresAt = expiresAt
    }
}

extension Instant {
    /// Before any time that a clock shows.
    fileprivate static let past = Instant(nanoseconds: .min)
}

import Values

/// Time, as everything in Roost sees it: what it is now, and what runs later.
///
/// The live one is made of Dispatch timers; that of a test moves only when the test tells it to.
/// Nobody else asks a clock.
package protocol Scheduler: Sendable {
    var now: Instant { get }

    /// Runs `work` every `period` on a serial queue of its own.
    ///
    /// Deadlines are absolute (start + n × period), so that lateness does not add up. A deadline
    /// that passed while the work was still running is skipped and counted, never queued.
    /// The first deadline is now.
    ///
    /// - Returns: the running timer. Dropping it does not stop it; `cancel` does.
    func every(
        _ period: Duration, name: String, _ work: @escaping @Sendable (Tick) -> Void
    ) -> any Cancellable

    /// A timer that is set again and again, on a serial queue of its own. Its work may wait for a
    /// device; what falls due meanwhile runs once, afterwards.
    func timer(name: String, _ work: @escaping @Sendable (Tick) -> Void) -> any OneShotTimer

    /// Runs `work` once after `delay`. It must return soon, for it shares its thread with others;
    /// what may wait has a `timer`.
    func after(
        _ delay: Duration, name: String, _ work: @escaping @Sendable (Tick) -> Void
    ) -> any Cancellable

    /// Keeps the calling thread waiting, in the middle of an exchange with a chip: for waits that
    /// are so short, or so many, that a timer of their own would cost more than the work. Returns
    /// at once when `delay` is not positive.
    func sleep(for delay: Duration)
}

/// One call of a timer's handler.
package struct Tick: Equatable, Sendable {
    /// When it should have run.
    package let due: Instant
    /// When it did.
    package let now: Instant
    /// How many deadlines before this one passed unserved.
    package let skipped: Int

    package init(due: Instant, now: Instant, skipped: Int) {
        self.due = due
        self.now = now
        self.skipped = skipped
    }

    package var lateness: Duration { now - due }
}

/// Something that runs until it is cancelled.
package protocol Cancellable: Sendable {
    /// Stops it: no call begins after this returns, though one in progress goes on to its end.
    func cancel()
}

/// A timer that fires once for each time that it is set.
package protocol OneShotTimer: Cancellable {
    /// Fires after `delay`, in the place of what was set before.
    func set(after delay: Duration)

    /// Takes back what was set.
    func clear()
}

import Synchronization
import Values

/// One instance of a policy with the step that it is in; a policy that restarts has another one.
final class PolicyGeneration: Sendable {
    // In the place of the nanoseconds at which a step began.
    private static let idle = Int64.min
    private static let abandoned = Int64.max

    let number: Int
    private let made: Mutex<(any PolicyInstance)?>
    private let step = Atomic(PolicyGeneration.idle)

    /// `instance` is `nil` of one that is made with its first step.
    init(_ number: Int, _ instance: (any PolicyInstance)? = nil) {
        self.number = number
        made = Mutex(instance)
    }

    /// `nil` until it is made.
    var instance: (any PolicyInstance)? { made.withLock { $0 } }

    /// `nil` has it made again with its next step.
    func set(_ instance: (any PolicyInstance)?) {
        made.withLock { $0 = instance }
        // Whoever abandoned it meanwhile may have found no instance to tell.
        if step.load(ordering: .acquiring) == Self.abandoned { instance?.abandon() }
    }

    /// When the step began that is in progress; `nil` between steps, and of one that is abandoned.
    var stepBegan: Instant? {
        let value = step.load(ordering: .acquiring)
        return value == Self.idle || value == Self.abandoned ? nil : Instant(nanoseconds: value)
    }

    /// - Returns: whether it may step; not when it is abandoned.
    func beginStep(at now: Instant) -> Bool { exchange(Self.idle, for: now.nanoseconds) }

    /// - Returns: whether the step that began then counts; not when it is abandoned.
    func endStep(of began: Instant) -> Bool { exchange(began.nanoseconds, for: Self.idle) }

    /// Abandons it in the step that began then.
    ///
    /// - Returns: whether it is abandoned; not when that step has ended meanwhile.
    func abandon(inStepOf began: Instant) -> Bool {
        guard exchange(began.nanoseconds, for: Self.abandoned) else { return false }
        instance?.abandon()
        return true
    }

    /// Ends it between two steps.
    ///
    /// - Returns: whether it is over; not while a step is in progress.
    func retire() -> Bool {
        guard exchange(Self.idle, for: Self.abandoned) else { return false }
        instance?.abandon()
        return true
    }

    private func exchange(_ expected: Int64, for desired: Int64) -> Bool {
        step.compareExchange(expected: expected, desired: desired, ordering: .acquiringAndReleasing)
            .exchanged
    }
}

import Synchronization
import Values

/// The latest sample of one thing that a driver gives.
///
/// Outlives the driver behind it: while a driver restarts, its sources stand and grow stale.
///
/// What a tick does with it is `@inlinable`, as in `Sink` and `Sample`: so it is compiled beside the
/// plugin, for the one type that it carries. Compiled here, for any type, it would look the type up
/// with each sample, which takes longer than the step of a policy.
@usableFromInline
package final class Source<Value: DeviceValue>: Sendable {
    @usableFromInline
    struct State {
        @usableFromInline var sample = Sample<Value>.absent(since: .zero, because: Self.nothing)
        @usableFromInline var staleAfter: Duration?
        @usableFromInline var published: UInt64 = 0
        /// Of those since the driver was started.
        @usableFromInline var firstGoodAt: Instant?

        static var nothing: String { "nothing received yet" }
    }

    /// Made here, since Swift 6.0 cannot compile an initialiser that gives a mutex a value of generic layout
    /// (swiftlang/swift issue 78048).
    @usableFromInline let state = Mutex(State())

    package init(at now: Instant = .zero) {
        state.withLock { $0.sample = .absent(since: now, because: State.nothing) }
    }

    /// States how long a sample counts as fresh; `nil` means for ever.
    package func setStaleAfter(_ limit: Duration?) {
        state.withLock { $0.staleAfter = limit }
    }

    @inlinable
    package func publish(_ sample: Sample<Value>) {
        state.withLock {
            $0.sample = sample
            $0.published &+= 1
            if $0.firstGoodAt == nil, case .good = sample.quality {
                $0.firstGoodAt = sample.takenAt
            }
        }
    }

    @inlinable
    package func publish(_ value: Value, at now: Instant) {
        publish(.good(value, at: now))
    }

    /// Says that there is no value any more. Keeps the first time of an absence that goes on, also
    /// for another reason.
    package func publishAbsent(_ why: String, at now: Instant) {
        state.withLock {
            if case .absent(why) = $0.sample.quality { return }
            let goesOn = $0.published > 0 && $0.sample.value == nil
            $0.sample = .absent(since: goesOn ? $0.sample.takenAt : now, because: why)
            $0.published &+= 1
        }
    }

    /// The latest sample as it stands at `now`.
    @inlinable
    package func latest(at now: Instant) -> Sample<Value> {
        state.withLock { $0.sample.judged(at: now, staleAfter: $0.staleAfter) }
    }

    /// When the first good sample was taken since the driver was started.
    var firstGoodAt: Instant? { state.withLock { $0.firstGoodAt } }

    func forgetFirstSample() {
        state.withLock { $0.firstGoodAt = nil }
    }

    /// How many samples were published so far.
    package var count: UInt64 {
        state.withLock { $0.published }
    }
}

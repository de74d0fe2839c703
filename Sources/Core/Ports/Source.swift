import Devices
import Synchronization

/// The latest sample of one thing that a driver gives.
///
/// Outlives the driver behind it: while a driver restarts, its sources stand and grow stale.
package final class Source<Value: DeviceValue>: Sendable {
    /// A class, because Swift 6.0 cannot compile a mutex that is given a value of generic layout
    /// (swiftlang/swift issue 78048). Only the mutex has it, so the compiler's proof stands.
    private final class State {
        var sample: Sample<Value>
        var staleAfter: Duration?
        var published: UInt64 = 0

        init(sample: Sample<Value>) {
            self.sample = sample
        }
    }

    private let state: Mutex<State>

    package init(at now: Instant = .zero) {
        state = Mutex(State(sample: .absent(since: now, because: "nothing received yet")))
    }

    /// States how long a sample counts as fresh; `nil` means for ever.
    package func setStaleAfter(_ limit: Duration?) {
        state.withLock { $0.staleAfter = limit }
    }

    package func publish(_ sample: Sample<Value>) {
        state.withLock {
            $0.sample = sample
            $0.published &+= 1
        }
    }

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
    package func latest(at now: Instant) -> Sample<Value> {
        state.withLock { $0.sample.judged(at: now, staleAfter: $0.staleAfter) }
    }

    /// How many samples were published so far.
    package var count: UInt64 {
        state.withLock { $0.published }
    }
}

import Devices
import Dispatch
import Synchronization

/// A call that may hang, made on a thread of its own.
///
/// A device on a dead bus may keep whoever asks it as long as it likes, and nothing takes a call of
/// the kernel's back. Whoever looks after other devices too waits for it only so long, and then
/// leaves it behind.
package final class AbandonableCall<Value: Sendable>: Sendable {
    /// A class, because Swift 6.0 cannot compile a mutex that is given a value of generic layout
    /// (swiftlang/swift issue 78048). Only the mutex has it, so the compiler's proof stands.
    private final class Outcome {
        var value: Value?
    }

    private let outcome = Mutex(Outcome())
    private let done = DispatchSemaphore(value: 0)

    /// Begins the call.
    package init(_ call: @escaping @Sendable () -> Value) {
        // A serial queue gets a thread at once. The global ones share a few, which calls that hang
        // would use up.
        DispatchQueue(label: "roost.call", qos: .userInitiated).async {
            let value = call()
            self.outcome.withLock { $0.value = value }
            self.done.signal()
        }
    }

    /// What the call gave, waiting for it until `deadline` at most; `nil` when it still hangs then.
    package func value(by deadline: DispatchTime) -> Value? {
        guard done.wait(timeout: deadline) == .success else { return nil }
        // For whoever asks again.
        done.signal()
        return outcome.withLock { $0.value }
    }
}

/// Does what may hang, and waits for it at most `limit`.
///
/// - Returns: whether it was done in time. Else it goes on, and nobody waits for it.
@discardableResult
package func withTimeout(_ limit: Duration, for work: @escaping @Sendable () -> Void) -> Bool {
    AbandonableCall(work).value(by: .now() + limit.interval) != nil
}

/// Does the same with one after the other, of which any may hang: the next one's turn comes when the
/// last is done, or after a second. At the end those that are still under way are waited for
/// together, for `limit` at most.
///
/// - Returns: what each gave; `nil` for those that are under way even then. They go on.
func callSequentially<Element: Sendable, Value: Sendable>(
    _ elements: [Element], thenAtMost limit: Duration = .zero,
    _ work: @escaping @Sendable (Element) -> Value
) -> [Value?] {
    let calls = elements.map { element in
        let call = AbandonableCall { work(element) }
        _ = call.value(by: .now() + .seconds(1))
        return call
    }
    let deadline = DispatchTime.now() + limit.interval
    return calls.map { $0.value(by: deadline) }
}

extension Duration {
    fileprivate var interval: DispatchTimeInterval { .nanoseconds(Int(nanoseconds)) }
}

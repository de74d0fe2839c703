import Threads

/// A call that may hang, made on a thread of its own.
///
/// A device on a dead bus may keep whoever asks it as long as it likes, and nothing takes a call of
/// the kernel's back. Whoever looks after other devices too waits for it only so long, and then
/// leaves it behind.
package final class AbandonableCall<Value: Sendable>: Sendable {
    private let outcome = Locked<Value?>(nil)
    private let done = Latch()

    /// Begins the call. Where no thread is left for it, it is made here and now: it may be a landing, and most do not
    /// hang.
    package init(_ call: @escaping @Sendable () -> Value) {
        let make: @Sendable () -> Void = { [outcome, done] in
            outcome.value = call()
            done.open()
        }
        if !WorkerThread.start("call", make) { make() }
    }

    /// What the call gave, waiting for it at most `limit`; `nil` when it still hangs then.
    package func value(within limit: Duration) -> Value? {
        done.wait(atMost: limit) ? outcome.value : nil
    }

    /// Waits until the call has ended, however long that takes.
    fileprivate func wait() {
        done.wait()
    }
}

/// Does what may hang, and waits for it at most `limit`.
///
/// - Returns: whether it was done in time. Otherwise it goes on, and nobody waits for it.
@discardableResult
package func withTimeout(_ limit: Duration, for work: @escaping @Sendable () -> Void) -> Bool {
    AbandonableCall(work).value(within: limit) != nil
}

/// Does the same with one after the other, of which any may hang: the next one begins when the last
/// is done, or after `limit`. At the end those that are still under way are waited for together, for
/// `timeout` at most.
///
/// - Returns: what each gave; `nil` for those that are under way even then. They go on.
func callStaggered<Element: Sendable, Value: Sendable>(
    _ elements: [Element], nextAfter limit: Duration = .seconds(1),
    timeout: Duration = .zero, _ work: @escaping @Sendable (Element) -> Value
) -> [Value?] {
    let calls = elements.map { element in
        let call = AbandonableCall { work(element) }
        _ = call.value(within: limit)
        return call
    }
    if timeout > .zero { wait(for: calls, atMost: timeout) }
    return calls.map { $0.value(within: .zero) }
}

/// Waits for all of them, for `limit` at most. Those that are under way then go on.
func wait<Value>(for calls: [AbandonableCall<Value>], atMost limit: Duration) {
    withTimeout(limit) { for call in calls { call.wait() } }
}

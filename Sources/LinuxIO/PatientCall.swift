import Dispatch

/// Does on a thread of its own what may hang, and waits for it at most `limit`.
///
/// A write to a chip on a dead bus may take as long as it likes; whoever closes its driver may not.
///
/// - Returns: whether it was done in time. Else it goes on, and nobody waits for it.
@discardableResult
package func waitAtMost(
    _ limit: DispatchTimeInterval, for work: @escaping @Sendable () -> Void
) -> Bool {
    let done = DispatchSemaphore(value: 0)
    DispatchQueue.global(qos: .userInitiated).async {
        work()
        done.signal()
    }
    return done.wait(timeout: .now() + limit) == .success
}

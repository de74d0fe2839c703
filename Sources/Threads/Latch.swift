import Dispatch

/// Opens once and stays open; whoever waits for it goes on then, and whoever comes later at once.
package final class Latch: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    package init() {}

    package func open() {
        semaphore.signal()
    }

    package func wait() {
        semaphore.wait()
        // For whoever waits next.
        semaphore.signal()
    }

    /// Waits at most `limit`, of real time.
    ///
    /// - Returns: whether it is open.
    package func wait(atMost limit: Duration) -> Bool {
        let (seconds, attoseconds) = limit.components
        let deadline =
            DispatchTime.now() + .seconds(Int(seconds))
            + .nanoseconds(Int(attoseconds / 1_000_000_000))
        guard semaphore.wait(timeout: deadline) == .success else { return false }
        semaphore.signal()
        return true
    }
}

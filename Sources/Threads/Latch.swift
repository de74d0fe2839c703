/// Opens once and stays open; whoever waits for it goes on then, and whoever comes later at once.
package final class Latch: Sendable {
    private let semaphore = Semaphore()

    package init() {}

    package func open() {
        semaphore.signal()
    }

    package func wait() {
        semaphore.wait()
        // For whoever waits next.
        semaphore.signal()
    }

    /// Waits at most `limit`, of real time, whatever becomes of the clock on the wall meanwhile.
    ///
    /// - Returns: whether it is open.
    package func wait(atMost limit: Duration) -> Bool {
        guard semaphore.wait(atMost: limit) else { return false }
        semaphore.signal()
        return true
    }
}

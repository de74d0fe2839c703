import Synchronization

/// A gate at which only as many calls hang as the test says.
package final class Trap: Sendable {
    private let gate = Gate()
    private let left = Mutex(0)

    package init() {
        gate.close()
    }

    /// One more call hangs.
    package func set() { left.withLock { $0 += 1 } }

    /// How many hang now.
    package var caughtCount: Int { gate.waitingCount }

    /// Lets all go that hang.
    package func release() {
        gate.open()
        gate.close()
    }

    /// Hangs where it is set; whether it did.
    @discardableResult
    package func pass() -> Bool {
        let isCaught = left.withLock { left in
            guard left > 0 else { return false }
            left -= 1
            return true
        }
        if isCaught { gate.pass() }
        return isCaught
    }
}

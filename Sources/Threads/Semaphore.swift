import Glibc

/// Counts signals for those who wait for one.
///
/// A wait with a limit goes by `CLOCK_MONOTONIC`. Dispatch's semaphores count limits by the clock on the wall
/// (sem_timedwait(3)): where that is set, at each boot of a machine without a battery for it, a call that is under way
/// "does not return", or one that hangs is waited for by hours.
package final class Semaphore: Sendable {
    /// Where its parts are, which never move: as a number, since a pointer is not `Sendable`.
    private let address: UInt

    private struct Parts {
        let mutex: UnsafeMutablePointer<pthread_mutex_t>
        let condition: UnsafeMutablePointer<pthread_cond_t>
        let count: UnsafeMutablePointer<Int>

        static let byteCount = countOffset + MemoryLayout<Int>.stride
        private static let conditionOffset = MemoryLayout<pthread_mutex_t>.stride
        private static let countOffset = conditionOffset + MemoryLayout<pthread_cond_t>.stride

        /// One behind the other, in memory that is aligned for all.
        init(_ memory: UnsafeMutableRawPointer) {
            mutex = memory.assumingMemoryBound(to: pthread_mutex_t.self)
            condition = (memory + Self.conditionOffset)
                .assumingMemoryBound(to: pthread_cond_t.self)
            count = (memory + Self.countOffset).assumingMemoryBound(to: Int.self)
        }

        func takeSignal() -> Bool {
            guard count.pointee > 0 else { return false }
            count.pointee -= 1
            return true
        }
    }

    package init() {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: Parts.byteCount, alignment: 16)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: Parts.byteCount)
        address = UInt(bitPattern: memory)
        let parts = Parts(memory)
        pthread_mutex_init(parts.mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(parts.condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        guard let memory = UnsafeMutableRawPointer(bitPattern: address) else { return }
        pthread_cond_destroy(Parts(memory).condition)
        pthread_mutex_destroy(Parts(memory).mutex)
        memory.deallocate()
    }

    /// Lets one go who waits, or who comes next.
    package func signal() {
        locked { parts in
            parts.count.pointee += 1
            pthread_cond_signal(parts.condition)
        }
    }

    /// Waits for a signal, and takes it.
    package func wait() {
        locked { parts in
            while !parts.takeSignal() { pthread_cond_wait(parts.condition, parts.mutex) }
        }
    }

    /// Waits at most `limit`, of real time.
    ///
    /// - Returns: whether there was a signal.
    package func wait(atMost limit: Duration) -> Bool {
        var deadline = Self.now(after: limit)
        return locked { parts in
            while !parts.takeSignal() {
                let result = pthread_cond_timedwait(parts.condition, parts.mutex, &deadline)
                if result == ETIMEDOUT { return parts.takeSignal() }
            }
            return true
        } ?? false
    }

    /// `nil` never: the address is that of memory.
    @discardableResult
    private func locked<Result>(_ body: (Parts) -> Result) -> Result? {
        guard let memory = UnsafeMutableRawPointer(bitPattern: address) else { return nil }
        let parts = Parts(memory)
        pthread_mutex_lock(parts.mutex)
        defer { pthread_mutex_unlock(parts.mutex) }
        return body(parts)
    }

    private static func now(after limit: Duration) -> timespec {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        // No longer than a century, which no addition overflows.
        let (seconds, attoseconds) = min(max(limit, .zero), .seconds(3_000_000_000)).components
        let nanoseconds = now.tv_nsec + Int(attoseconds / 1_000_000_000)
        return timespec(
            tv_sec: now.tv_sec + Int(seconds) + nanoseconds / 1_000_000_000,
            tv_nsec: nanoseconds % 1_000_000_000)
    }
}

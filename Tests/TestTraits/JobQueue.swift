import Dispatch
import Synchronization

/// Hands each job to one of the threads that ask.
final class JobQueue: Sendable {
    private let waiting = Mutex<[UnownedJob]>([])
    private let added = DispatchSemaphore(value: 0)

    func add(_ job: UnownedJob) {
        waiting.withLock { $0.append(job) }
        added.signal()
    }

    /// Waits for one.
    func next() -> UnownedJob {
        while true {
            added.wait()
            if let job = waiting.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { return job }
        }
    }
}

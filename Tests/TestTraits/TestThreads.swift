import Threads

/// Threads that run tests one after the other, in the order in which these were begun.
final class TestThreads: TaskExecutor {
    static let shared = TestThreads(count: 4)
    static let flying = TestThreads(count: 8)

    private let jobs = JobQueue()

    init(count: Int) {
        for index in 0..<count {
            WorkerThread.start("test \(index)") { [jobs, unowned self] in
                while true { jobs.next().runSynchronously(on: asUnownedTaskExecutor()) }
            }
        }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        jobs.add(UnownedJob(job))
    }
}

import Glibc

/// A thread of its own for work that waits: for an edge, a reader of the log, a device that may
/// hang.
///
/// Dispatch keeps its threads for work that ends soon: its pool is limited, and who parks in it
/// takes a place away from the control ticks.
package enum WorkerThread {
    /// Starts `body` on a new thread; the thread ends with it.
    ///
    /// One for `service` runs ten nice levels below the process.
    ///
    /// `name` is what `top -H` shows, cut to the kernel's 15 bytes (prctl(2), PR_SET_NAME).
    ///
    /// - Returns: `false` where there is no thread left (pthread_create(3), EAGAIN): then nothing was begun. It is not
    ///   handed to Dispatch, which keeps its caller until it can make a thread of its own.
    @discardableResult
    package static func start(
        _ name: String, for purpose: Purpose = .control, _ body: @escaping @Sendable () -> Void
    ) -> Bool {
        let job = Unmanaged.passRetained(Job(name: name, purpose: purpose, body: body))
        guard create(job.toOpaque()) != 0 else { return true }
        job.release()
        return false
    }

    /// Whether `count` more threads can be made now; none of them stays.
    package static func canStart(_ count: Int) -> Bool {
        let (release, done) = (Latch(), Semaphore())
        let made = (0..<count).prefix { _ in
            start("spare") {
                release.wait()
                done.signal()
            }
        }.count
        release.open()
        for _ in 0..<made { done.wait() }
        return made == count
    }

    /// - Returns: 0, or why there is no thread.
    private static func create(_ context: UnsafeMutableRawPointer) -> Int32 {
        var thread = pthread_t()
        let code = pthread_create(&thread, nil, run, context)
        if code == 0 { pthread_detach(thread) }
        return code
    }

    private final class Job: Sendable {
        let name: String
        let purpose: Purpose
        let body: @Sendable () -> Void

        init(name: String, purpose: Purpose, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.purpose = purpose
            self.body = body
        }
    }

    private static let run: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
        {
            work(in: $0)
            return nil
        }

    private static func work(in context: UnsafeMutableRawPointer?) {
        guard let context else { return }
        let job = Unmanaged<Job>.fromOpaque(context).takeRetainedValue()
        blockSignals()
        setName(job.name)
        // On Linux a nice value belongs to a thread, not to the process (nice(2), "C library/kernel
        // differences").
        if job.purpose == .service { _ = nice(10) }
        job.body()
    }

    /// Signals are for the threads that wait for them.
    private static func blockSignals() {
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, nil)
    }

    /// By proc_tid_comm(5); pthread_setname_np is behind _GNU_SOURCE and so not imported.
    private static func setName(_ name: String) {
        let file = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        defer { close(file) }
        let bytes = Array(name.utf8.prefix(15))
        _ = write(file, bytes, bytes.count)
    }
}

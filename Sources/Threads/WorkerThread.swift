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
    ///
    /// Each only waits until all are there: every start of the service waits for this, and a thread that sets its name opens
    /// a file, and one that allocates gets an arena of its own.
    package static func canStart(_ count: Int) -> Bool {
        let gate = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        defer { gate.deallocate() }
        pthread_mutex_init(gate, nil)
        defer { pthread_mutex_destroy(gate) }
        pthread_mutex_lock(gate)
        var before = blockSignals()
        var made: [pthread_t] = []
        while made.count < count {
            var thread = pthread_t()
            guard pthread_create(&thread, nil, pass, gate) == 0 else { break }
            made.append(thread)
        }
        pthread_sigmask(SIG_SETMASK, &before, nil)
        pthread_mutex_unlock(gate)
        for thread in made { pthread_join(thread, nil) }
        return made.count == count
    }

    /// Waits until a gate is open, a mutex.
    private static let pass: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
        {
            guard let gate = $0?.assumingMemoryBound(to: pthread_mutex_t.self) else { return nil }
            pthread_mutex_lock(gate)
            pthread_mutex_unlock(gate)
            return nil
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
    ///
    /// - Returns: those that were blocked before.
    @discardableResult
    private static func blockSignals() -> sigset_t {
        var (all, before) = (sigset_t(), sigset_t())
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, &before)
        return before
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

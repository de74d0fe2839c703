import Glibc
import Synchronization
import Threads

/// Calls a handler, one call at a time, when one of some signals arrives.
///
/// A thread of its own waits for them in `sigwait`, from the start on: a signal that ends a flight must not need a thread
/// that can be made only then. The other threads block them. One that does not yet, as the first of the process, blocks
/// the signal when it gets it, and sends it again.
package final class SignalSource: Sendable {
    private let wait: Wait

    /// Returns when the signals are caught: until then they would still end the process on the spot.
    ///
    /// - Throws: `EAGAIN` when there is no thread left.
    package init(
        _ signals: [Int32], handler: @escaping @Sendable (_ signal: Int32) -> Void
    ) throws(IOError) {
        let wait = Wait(signals)
        self.wait = wait
        try wait.start(handler)
    }

    deinit { wait.end() }
}

/// How many sources wait for each signal.
private let waiters = Mutex<[Int32: Int]>([:])
/// The signals that at least one waits for, as bits: a signal handler may take no lock.
private let awaitedBits = Atomic<UInt64>(0)

/// The thread of a source. Apart from it, so that the thread does not keep it alive.
private final class Wait: Sendable {
    private let signals: [Int32]
    private let thread = Atomic<UInt>(0)
    private let hasEnded = Atomic(false)

    init(_ signals: [Int32]) {
        self.signals = signals
    }

    func start(_ handler: @escaping @Sendable (Int32) -> Void) throws(IOError) {
        var awaited = Self.set(of: signals)
        pthread_sigmask(SIG_BLOCK, &awaited, nil)
        let isWaiting = Latch()
        let hasThread = WorkerThread.start("signals") { [self] in
            thread.store(UInt(pthread_self()), ordering: .releasing)
            isWaiting.open()
            run(handler)
        }
        guard hasThread else { throw ReadSource.noThread }
        isWaiting.wait()
        count(1)
        for signal in signals { catchSignal(signal) }
    }

    private func run(_ handler: (Int32) -> Void) {
        var awaited = Self.set(of: signals)
        while true {
            var signal: Int32 = 0
            guard sigwait(&awaited, &signal) == 0 else { continue }
            if hasEnded.load(ordering: .acquiring) { return }
            handler(signal)
        }
    }

    /// From now on nobody handles the signals, which do nothing any more.
    func end() {
        hasEnded.store(true, ordering: .releasing)
        let thread = pthread_t(thread.load(ordering: .acquiring))
        guard thread != 0 else { return }
        count(-1)
        guard thread != pthread_self(), let signal = signals.first else { return }
        pthread_kill(thread, signal)
    }

    private func count(_ change: Int) {
        waiters.withLock { waiters in
            for signal in signals { waiters[signal, default: 0] += change }
            let bits = waiters.reduce(UInt64(0)) { $1.value > 0 ? $0 | 1 << UInt64($1.key) : $0 }
            awaitedBits.store(bits, ordering: .releasing)
        }
    }

    /// A signal that nobody catches would be dropped, where its default is that, also while all block it.
    private func catchSignal(_ signal: Int32) {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { signal in
            // Sent again with nobody to take it, it would come back to a thread that waits in sigsuspend, for ever.
            guard awaitedBits.load(ordering: .acquiring) & 1 << UInt64(signal) != 0 else { return }
            var mask = sigset_t()
            sigemptyset(&mask)
            sigaddset(&mask, signal)
            pthread_sigmask(SIG_BLOCK, &mask, nil)
            kill(getpid(), signal)
        }
        action.sa_flags = SA_RESTART
        sigfillset(&action.sa_mask)
        sigaction(signal, &action, nil)
    }

    private static func set(of signals: [Int32]) -> sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
        return set
    }
}

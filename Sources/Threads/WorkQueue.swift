import Synchronization

/// Does one piece of work after the other on a thread of its own, which may hang in any of them.
///
/// For calls to devices, buses and cards. On a queue of Dispatch one that hangs would hold one of
/// the threads that the control ticks need.
package final class WorkQueue: Sendable {
    private let inbox = Inbox()
    private let name: String
    private let purpose: Purpose

    /// The thread ends when the queue is let go and its work is done.
    package init(_ name: String, for purpose: Purpose = .control) {
        self.name = name
        self.purpose = purpose
        startThread()
    }

    private func startThread() {
        inbox.serve {
            WorkerThread.start(name, for: purpose) { [inbox] in
                while let work = inbox.next() { work() }
            }
        }
    }

    deinit {
        inbox.close()
    }

    /// Puts work at the end. It waits until then where there is no thread left.
    package func add(_ work: @escaping @Sendable () -> Void) {
        inbox.add(work)
        startThread()
    }
}

/// What waits to be done. Apart from the queue, so that its thread does not keep it alive.
private final class Inbox: Sendable {
    private let waiting = Mutex<[@Sendable () -> Void]>([])
    private let wake = Semaphore()
    private let isServed = Mutex(false)

    /// Has a thread started unless there is one; tried again with the next work where that fails.
    func serve(_ start: () -> Bool) {
        isServed.withLock { isServed in
            if !isServed { isServed = start() }
        }
    }

    func add(_ work: @escaping @Sendable () -> Void) {
        waiting.withLock { $0.append(work) }
        wake.signal()
    }

    /// Nobody adds any more.
    func close() {
        wake.signal()
    }

    /// Waits for work; `nil` when none comes any more.
    func next() -> (@Sendable () -> Void)? {
        wake.wait()
        // Each piece has signalled for itself, so one signal with nothing to do is the close.
        return waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }
}

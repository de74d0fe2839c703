import Glibc
import Synchronization
import Threads

/// Calls a handler, one call at a time, whenever a file descriptor has something to read.
///
/// It waits in `poll` on a thread of its own. A source of Dispatch would do without one, but two
/// threads would have to wake one after the other before an edge is known, and on Linux the process
/// was seen to end with "Illegal instruction" in Dispatch's own
/// `_dispatch_source_refs_finalize_unregistration`, on its manager's thread, after some 57,000
/// connections to the control socket that came and hung up. A peer that hangs up must not take a
/// flight with it.
///
/// Descriptors are kept open until the thread is truly done with them, because a number that is
/// closed too early may already belong to another file.
package final class ReadSource: Sendable {
    /// What comes after a call of the handler.
    package enum Next: Equatable, Sendable {
        case watch
        /// Nothing for so long, whatever there is to read.
        case rest(Duration)
        /// Nothing any more. A peer that has hung up can be read for ever.
        case end
    }

    private let wait = Wait()
    /// Whether anything is watched: not where no thread was left for it.
    package let hasThread: Bool

    /// Starts watching. The handler should read until nothing is left.
    package convenience init(
        _ descriptor: FileDescriptor, name: String, for purpose: Purpose = .control,
        handler: @escaping @Sendable () -> Void
    ) {
        self.init([descriptor.number], of: descriptor, name: name, for: purpose) { _ in handler() }
    }

    /// Starts watching several descriptors that `owner` keeps open. The handler gets the index of one
    /// that can be read or is broken; what it leaves there is told again at once.
    package convenience init(
        _ numbers: [Int32], of owner: any Sendable, name: String, for purpose: Purpose = .control,
        handler: @escaping @Sendable (_ index: Int) -> Void
    ) {
        self.init(watching: numbers, of: owner, name: name, for: purpose) {
            handler($0)
            return .watch
        }
    }

    /// The same with a handler that says what comes next.
    package init(
        watching numbers: [Int32], of owner: any Sendable, name: String,
        for purpose: Purpose = .control, handler: @escaping @Sendable (_ index: Int) -> Next
    ) {
        hasThread = WorkerThread.start(name, for: purpose) { [wait] in
            wait.run(numbers, handler)
            withExtendedLifetime(owner) {}
            wait.finished.open()
        }
        if !hasThread { wait.finished.open() }
    }

    /// What keeps one from watching.
    package static let noThread = IOError(call: "pthread_create", code: EAGAIN)

    /// Stops watching. The handler may be in its last call when this returns.
    package func cancel() {
        wait.end()
    }

    /// Stops watching and waits until the thread has let go of the descriptors, so that their owner
    /// may close them. Not from the handler, which this waits for.
    ///
    /// - Parameter limit: by default what a driver may take to close.
    /// - Returns: whether that was so within `limit`.
    @discardableResult
    package func cancelAndWait(atMost limit: Duration = .milliseconds(500)) -> Bool {
        cancel()
        return wait.finished.wait(atMost: limit)
    }

    deinit {
        cancel()
    }
}

/// The wait of a source's thread, and its end.
private final class Wait: Sendable {
    let finished = Latch()
    private let hasEnded = Atomic(false)
    /// What is written to `asking` wakes the thread. `nil` where the process had no descriptor left:
    /// then the thread looks ten times a second whether it is to end.
    private let ends: (asking: FileDescriptor, ending: FileDescriptor)? = try? FileDescriptor.pair()

    var isOver: Bool { hasEnded.load(ordering: .acquiring) }

    func end() {
        guard !hasEnded.exchange(true, ordering: .acquiringAndReleasing) else { return }
        try? ends?.asking.write([0])
    }

    /// Calls the handler until the end.
    func run(_ numbers: [Int32], _ handler: (Int) -> ReadSource.Next) {
        var watched = ([ends?.ending.number ?? -1] + numbers).map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        while !isOver {
            guard waitOnce(&watched) else { continue }
            for index in numbers.indices where watched[index + 1].revents != 0 && !isOver {
                switch handler(index) {
                case .watch: break
                case .rest(let limit): wait(limit)
                case .end: return
                }
            }
        }
    }

    /// Waits until something can be read, or the end, or for a while.
    ///
    /// - Returns: whether the kernel has filled in what can be read.
    private func waitOnce(_ watched: inout [pollfd]) -> Bool {
        let limit: Int32 = ends == nil ? 100 : -1
        do throws(IOError) {
            return try systemCall("poll") { poll(&watched, nfds_t(watched.count), limit) } > 0
        } catch {
            // Out of memory, or a limit that was lowered: not as fast as it fails again.
            wait(.milliseconds(100))
            return false
        }
    }

    /// Waits for the end, at most for `limit`.
    private func wait(_ limit: Duration) {
        var ending = pollfd(fd: ends?.ending.number ?? -1, events: Int16(POLLIN), revents: 0)
        _ = poll(&ending, 1, Int32(clamping: Int64(limit / .milliseconds(1))))
    }
}

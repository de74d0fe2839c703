import Glibc
import Synchronization
import Threads

/// Calls a handler, one call at a time, whenever a file descriptor has something to read.
///
/// It waits in `poll` on a thread of its own. A source of Dispatch would do without one, but on Linux
/// the process was seen to end with "Illegal instruction" in Dispatch's own
/// `_dispatch_source_refs_finalize_unregistration`, on its manager's thread, after some 57,000
/// connections to the control socket that came and hung up. A peer that hangs up must not take a
/// flight with it.
///
/// The descriptor is kept open until the thread is truly done with it, because a number that is
/// closed too early may already belong to another file.
package final class ReadSource: Sendable {
    private let wait: Wait

    /// Starts watching. The handler should read until nothing is left.
    package convenience init(
        _ descriptor: FileDescriptor, name: String, for purpose: Purpose = .control,
        handler: @escaping @Sendable () -> Void
    ) {
        self.init(
            number: descriptor.number, of: descriptor, name: name, for: purpose, handler: handler)
    }

    /// Starts watching a descriptor that `owner` keeps open.
    package convenience init(
        number: Int32, of owner: any Sendable, name: String, for purpose: Purpose = .control,
        handler: @escaping @Sendable () -> Void
    ) {
        self.init(watching: number, of: owner, name: name, for: purpose) {
            handler()
            return .zero
        }
    }

    /// The handler says how long it is not to be called again, whatever there is to read.
    init(
        watching number: Int32, of owner: any Sendable, name: String, for purpose: Purpose,
        handler: @escaping @Sendable () -> Duration
    ) {
        let wait = Wait()
        self.wait = wait
        WorkerThread.start(name, for: purpose) {
            while wait.untilReadable(number) {
                let pause = handler()
                if pause > .zero, wait.isEnded(within: pause) { break }
            }
            withExtendedLifetime(owner) {}
            wait.finished.open()
        }
    }

    /// Stops watching. The handler may be in its last turn when this returns.
    package func cancel() {
        wait.end()
    }

    /// Stops watching and waits until the thread has let go of the descriptor, so that its owner
    /// may close it. Not from the handler, which this waits for.
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
    private let ends: (asking: FileDescriptor, waking: FileDescriptor)?

    init() {
        ends = try? FileDescriptor.pair()
    }

    func end() {
        guard !hasEnded.exchange(true, ordering: .acquiringAndReleasing) else { return }
        try? ends?.asking.write([0])
    }

    /// Waits until there is something to read; `false` at the end.
    func untilReadable(_ number: Int32) -> Bool {
        while !hasEnded.load(ordering: .acquiring) {
            if poll(number, ends == nil ? 100 : -1) { return !hasEnded.load(ordering: .acquiring) }
        }
        return false
    }

    /// Whether the end comes within `limit`, for which this waits.
    func isEnded(within limit: Duration) -> Bool {
        _ = poll(-1, Int32(clamping: Int64(limit / .milliseconds(1))))
        return hasEnded.load(ordering: .acquiring)
    }

    /// Waits until `number` has something to read, or the end, or for `milliseconds`.
    ///
    /// - Returns: whether `number` has.
    private func poll(_ number: Int32, _ milliseconds: Int32) -> Bool {
        var watched = (
            pollfd(fd: ends?.waking.number ?? -1, events: Int16(POLLIN), revents: 0),
            pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        )
        let count = withUnsafeMutableBytes(of: &watched) { bytes in
            try? systemCall("poll") {
                Glibc.poll(bytes.bindMemory(to: pollfd.self).baseAddress, 2, milliseconds)
            }
        }
        // Out of memory, or a limit that was lowered: not as fast as it fails again.
        if count == nil { _ = Glibc.poll(nil, 0, 100) }
        return count != nil && watched.1.revents != 0
    }
}

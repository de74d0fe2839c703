import Glibc
import Threads

/// Waits in `poll` for file descriptors and calls a handler as soon as one has something to read.
///
/// For what must be known soonest, such as an edge: behind a `ReadSource` two threads wake one
/// after the other before the handler runs, here one. In exchange it holds a thread for as long as
/// it lives.
package final class PollThread: Sendable {
    /// Called with the index of a descriptor that can be read or is broken. It need not read
    /// everything, as what is left is told again at once.
    package typealias Handler = @Sendable (_ descriptor: Int) -> Void

    private let finished = Latch()
    /// What is written to `asking` is readable at `ending` and ends the loop. Both stay open, or
    /// asking twice would raise SIGPIPE.
    private let ends: (asking: FileDescriptor, ending: FileDescriptor)

    /// Starts waiting for descriptors that `owner` keeps open.
    ///
    /// `onFailure` is called once, as its last act, when it cannot wait any more: from then on the
    /// handler is not called, whatever the descriptors have.
    ///
    /// - Throws: when the process has no file descriptor left.
    package init(
        _ descriptors: [Int32], of owner: any Sendable, name: String,
        onFailure: @escaping @Sendable (IOError) -> Void, handler: @escaping Handler
    ) throws(IOError) {
        ends = try FileDescriptor.pair()
        WorkerThread.start(name) { [finished, ends] in
            do throws(IOError) {
                try Self.run(descriptors, until: ends.ending, handler)
            } catch {
                onFailure(error)
            }
            withExtendedLifetime(owner) {}
            finished.open()
        }
    }

    /// Returns when `ending` has something to read.
    private static func run(
        _ descriptors: [Int32], until ending: FileDescriptor, _ handler: Handler
    ) throws(IOError) {
        var polled = ([ending.number] + descriptors).map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        while true {
            try systemCall("poll") { poll(&polled, nfds_t(polled.count), -1) }
            guard polled[0].revents == 0 else { return }
            for (index, descriptor) in polled.dropFirst().enumerated()
            where descriptor.revents != 0 { handler(index) }
        }
    }

    /// Ends the loop. The handler may be in its last turn when this returns.
    package func cancel() {
        // Fails only when nothing more fits, and then the loop has been told often enough.
        try? ends.asking.write([0])
    }

    /// Ends the loop and waits until it has let go of the descriptors, so that their owner may
    /// close them. Not from the handler, which this waits for.
    ///
    /// - Parameter limit: by default what a driver may take to close.
    /// - Returns: whether that was so within `limit`.
    @discardableResult
    package func cancelAndWait(atMost limit: Duration = .milliseconds(500)) -> Bool {
        cancel()
        return finished.wait(atMost: limit)
    }

    deinit {
        cancel()
    }
}

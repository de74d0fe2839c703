import Dispatch
import Glibc

/// Waits in `poll` for file descriptors and calls a handler as soon as one has something to read.
///
/// For what must be known soonest, such as an edge: behind a `ReadSource` two threads wake one
/// after the other before the handler runs, here one. In exchange it holds a thread of Dispatch's
/// for as long as it lives.
package final class PollThread: Sendable {
    /// Called with the index of a descriptor that can be read or is broken. It need not read
    /// everything, as what is left is told again at once.
    package typealias Handler = @Sendable (_ descriptor: Int) -> Void

    private let finished = DispatchSemaphore(value: 0)
    /// What is written to `asking` is readable at `ending` and ends the loop. Both stay open, or
    /// asking twice would raise SIGPIPE.
    private let ends: (asking: FileDescriptor, ending: FileDescriptor)

    /// Starts waiting for descriptors that `owner` keeps open.
    ///
    /// - Throws: when the process has no file descriptor left.
    package init(
        _ descriptors: [Int32], of owner: any Sendable, name: String,
        handler: @escaping Handler
    ) throws(IOError) {
        ends = try FileDescriptor.pair()
        DispatchQueue(label: "roost.\(name)", qos: .userInteractive).async { [finished, ends] in
            Self.run(descriptors, until: ends.ending, handler)
            withExtendedLifetime(owner) {}
            finished.signal()
        }
    }

    private static func run(
        _ descriptors: [Int32], until ending: FileDescriptor, _ handler: Handler
    ) {
        var polled = ([ending.number] + descriptors).map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        while (try? systemCall("poll") { poll(&polled, nfds_t(polled.count), -1) }) != nil,
            polled[0].revents == 0
        {
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
    package func cancelAndWait(atMost limit: DispatchTimeInterval = .milliseconds(500)) -> Bool {
        cancel()
        guard finished.wait(timeout: .now() + limit) == .success else { return false }
        finished.signal()
        return true
    }

    deinit {
        cancel()
    }
}

import Dispatch
import Synchronization
import Threads

/// Calls a handler on a serial queue whenever a file descriptor has something to read.
///
/// The only file that makes read sources: it asks for a `@Sendable` handler, which Dispatch on
/// Linux does not. The descriptor is kept open until the source is truly done with it, because a
/// number that is closed too early may already belong to another file.
package final class ReadSource: Sendable {
    private let source: Mutex<any DispatchSourceRead>
    private let queue: DispatchQueue
    private let finished = Latch()

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
        self.init(watching: number, of: owner, name: name, for: purpose) { _ in handler() }
    }

    /// The handler is given this source, so that it may pause it.
    init(
        watching number: Int32, of owner: any Sendable, name: String, for purpose: Purpose,
        handler: @escaping @Sendable (ReadSource) -> Void
    ) {
        queue = DispatchQueue(label: "roost.\(name)", qos: purpose.qos)
        source = Mutex(DispatchSource.makeReadSource(fileDescriptor: number, queue: queue))
        source.withLock { source in
            source.setEventHandler { [weak self] in self.map(handler) }
            source.setCancelHandler { [finished] in
                withExtendedLifetime(owner) {}
                finished.open()
            }
            source.activate()
        }
    }

    /// Stops calling the handler for a while, whatever there is to read. Once a pause is over, what
    /// is still there is told. A source that is cancelled meanwhile lets go at the end of the pause.
    package func pause(for duration: Duration) {
        source.withLock { $0.suspend() }
        // Keeps the source until then: Dispatch traps when one that is suspended goes away.
        queue.asyncAfter(deadline: .now() + .nanoseconds(Int(duration / .nanoseconds(1)))) {
            self.source.withLock { $0.resume() }
        }
    }

    /// Stops watching. The handler may be in its last turn when this returns.
    package func cancel() {
        source.withLock { $0.cancel() }
    }

    /// Stops watching and waits until the source has let go of the descriptor, so that its owner
    /// may close it. Not from the handler, which this waits for.
    ///
    /// - Parameter limit: by default what a driver may take to close.
    /// - Returns: whether that was so within `limit`.
    @discardableResult
    package func cancelAndWait(atMost limit: Duration = .milliseconds(500)) -> Bool {
        cancel()
        return finished.wait(atMost: limit)
    }

    deinit {
        source.withLock { $0.cancel() }
    }
}

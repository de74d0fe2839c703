import Dispatch
import Synchronization

/// Calls a handler on a serial queue whenever a file descriptor has something to read.
///
/// The only file that makes read sources: it asks for a `@Sendable` handler, which Dispatch on
/// Linux does not. The descriptor is kept open until the source is truly done with it, because a
/// number that is closed too early may already belong to another file.
package final class ReadSource: Sendable {
    private let source: Mutex<any DispatchSourceRead>
    private let queue: DispatchQueue
    private let finished = DispatchSemaphore(value: 0)

    /// Starts watching. The handler should read until nothing is left.
    package convenience init(
        _ descriptor: FileDescriptor, name: String, handler: @escaping @Sendable () -> Void
    ) {
        self.init(number: descriptor.number, of: descriptor, name: name, handler: handler)
    }

    /// Starts watching a descriptor that `owner` keeps open.
    package init(
        number: Int32, of owner: any Sendable, name: String,
        handler: @escaping @Sendable () -> Void
    ) {
        queue = DispatchQueue(label: "roost.\(name)", qos: .userInteractive)
        let source = DispatchSource.makeReadSource(fileDescriptor: number, queue: queue)
        source.setEventHandler(handler: handler)
        source.setCancelHandler { [finished] in
            withExtendedLifetime(owner) {}
            finished.signal()
        }
        source.activate()
        self.source = Mutex(source)
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
    package func cancelAndWait(atMost limit: DispatchTimeInterval = .milliseconds(500)) -> Bool {
        cancel()
        guard finished.wait(timeout: .now() + limit) == .success else { return false }
        finished.signal()
        return true
    }

    deinit {
        source.withLock { $0.cancel() }
    }
}

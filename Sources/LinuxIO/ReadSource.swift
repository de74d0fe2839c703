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

    /// Starts watching. The handler should read until nothing is left.
    package init(
        _ descriptor: FileDescriptor, name: String, handler: @escaping @Sendable () -> Void
    ) {
        queue = DispatchQueue(label: "roost.\(name)", qos: .userInteractive)
        let source = DispatchSource.makeReadSource(
            fileDescriptor: descriptor.number, queue: queue)
        source.setEventHandler(handler: handler)
        source.setCancelHandler { withExtendedLifetime(descriptor) {} }
        source.activate()
        self.source = Mutex(source)
    }

    /// Stops watching. The handler may be in its last turn when this returns.
    package func cancel() {
        source.withLock { $0.cancel() }
    }

    deinit {
        source.withLock { $0.cancel() }
    }
}

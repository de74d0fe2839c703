import Dispatch
import Synchronization

/// Calls a handler on a serial queue when a signal arrives.
///
/// Dispatch installs its own signal handler on Linux. Do not ignore the signal first: in the
/// moment before the source is registered it would be lost.
package final class SignalSource: Sendable {
    private let source: Mutex<any DispatchSourceSignal>

    /// Returns when the signal is truly caught: until Dispatch has installed its handler, it would
    /// still end the process on the spot.
    package init(_ signal: Int32, handler: @escaping @Sendable () -> Void) {
        let queue = DispatchQueue(label: "roost.signal.\(signal)")
        let source = DispatchSource.makeSignalSource(signal: signal, queue: queue)
        source.setEventHandler(handler: handler)
        let caught = DispatchSemaphore(value: 0)
        source.setRegistrationHandler { caught.signal() }
        source.activate()
        caught.wait()
        self.source = Mutex(source)
    }

    deinit {
        source.withLock { $0.cancel() }
    }
}

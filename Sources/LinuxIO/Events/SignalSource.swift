import Dispatch
import Synchronization
import Threads

/// Calls a handler on a serial queue when a signal arrives.
///
/// Dispatch installs its own signal handler on Linux. Do not ignore the signal first: in the
/// moment before the source is registered it would be lost.
package final class SignalSource: Sendable {
    private let source: Mutex<any DispatchSourceSignal>

    /// Returns when the signal is truly caught: until Dispatch has installed its handler, it would
    /// still end the process on the spot.
    package init(_ signal: Int32, handler: @escaping @Sendable () -> Void) {
        let queue = DispatchQueue(
            label: "roost.signal.\(signal)", qos: Purpose.control.qos)
        let source = DispatchSource.makeSignalSource(signal: signal, queue: queue)
        source.setEventHandler(handler: handler)
        let caught = Latch()
        source.setRegistrationHandler { caught.open() }
        source.activate()
        caught.wait()
        self.source = Mutex(source)
    }

    deinit {
        source.withLock { $0.cancel() }
    }
}

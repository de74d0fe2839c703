import Glibc
import LinuxIO
import Synchronization

/// Signals as something that can be waited for in `poll`, together with keys and sockets.
final class SignalInbox: Sendable {
    /// Can be read when a signal has come.
    let descriptor: FileDescriptor
    private let received: Received
    private let source: SignalSource

    private final class Received: Sendable {
        let wake: FileDescriptor
        let signals = Mutex<[Int32]>([])

        init(_ wake: FileDescriptor) { self.wake = wake }

        func add(_ signal: Int32) {
            signals.withLock { $0.append(signal) }
            // Fails only when nothing more fits, and then it is awake.
            try? wake.write([0])
        }
    }

    init(_ signals: [Int32]) throws(IOError) {
        let (wake, descriptor) = try FileDescriptor.pair()
        let received = Received(wake)
        self.descriptor = descriptor
        self.received = received
        source = try SignalSource(signals) { received.add($0) }
    }

    /// What has come since the last time, in its order.
    func take() -> [Int32] {
        _ = try? descriptor.read(atMost: 256)
        return received.signals.withLock { signals in
            defer { signals = [] }
            return signals
        }
    }
}

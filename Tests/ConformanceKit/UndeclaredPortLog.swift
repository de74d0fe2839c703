import Core
import Synchronization

/// A log that nobody reads, except for one line: that a driver uses a port which it does not declare.
///
/// It works with such a port, and no policy can ever be connected to it: nothing else tells of that.
final class UndeclaredPortLog: LogOutput {
    private let found = Mutex<String?>(nil)

    func write(_ level: LogLevel, source: String, _ message: String) {
        guard message.hasPrefix(DriverContext.undeclaredPort) else { return }
        found.withLock { $0 = $0 ?? message }
    }

    /// - Throws: that there was such a line.
    func refuseUndeclared() throws {
        guard let message = found.withLock({ $0 }) else { return }
        throw CheckFailure("\(message); is it in `ports`, or in `ports(for:)` with these settings?")
    }
}

import Glibc

/// Tells systemd how the service is, with the datagram protocol of sd_notify(3).
///
/// The protocol is a stable interface, so no library is needed for it.
package struct ServiceNotifier: Sendable {
    private let descriptor: FileDescriptor
    private let path: String
    /// Within which time systemd wants a sign of life; `nil` when it does not watch this process.
    package let watchdogLimit: Duration?

    /// Reads `NOTIFY_SOCKET`, `WATCHDOG_USEC` and `WATCHDOG_PID`.
    ///
    /// - Returns: `nil` when no service manager wants to know.
    package init?(environment: (String) -> String?) {
        guard let path = environment("NOTIFY_SOCKET"), path.hasPrefix("/") || path.hasPrefix("@"),
            let descriptor = try? FileDescriptor.socket(AF_UNIX, SOCK_DGRAM)
        else { return nil }
        self.descriptor = descriptor
        self.path = path
        watchdogLimit = Self.watchdogLimit(environment)
    }

    private static func watchdogLimit(_ environment: (String) -> String?) -> Duration? {
        guard let text = environment("WATCHDOG_USEC"), let microseconds = Int64(text),
            (1...Int64.max / 1000).contains(microseconds)
        else { return nil }
        if let pid = environment("WATCHDOG_PID"), pid != "\(getpid())" { return nil }
        return .microseconds(microseconds)
    }

    /// Sends `lines`. A failure is not reported: there is nobody to report it to.
    package func notify(_ lines: String) {
        let bytes = Array(lines.utf8)
        _ = withUnixAddress(path) {
            sendto(
                descriptor.number, bytes, bytes.count, Int32(MSG_NOSIGNAL), $0, $1) >= 0 ? 0 : -1
        }
    }
}

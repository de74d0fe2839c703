import CommandKit
import Core
import LinuxIO

/// systemd behind Core's protocol.
struct SystemdManager: ServiceManager {
    private let notifier: ServiceNotifier

    var watchdogLimit: Duration? { notifier.watchdogLimit }

    func notify(_ lines: String) {
        notifier.notify(lines)
    }

    /// systemd when it started us, otherwise nobody.
    static func current() -> any ServiceManager {
        guard let notifier = ServiceNotifier(environment: Console.environment) else {
            return NoServiceManager()
        }
        return SystemdManager(notifier: notifier)
    }
}

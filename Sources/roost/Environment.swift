import Core
import Glibc
import LinuxIO

/// systemd behind Core's protocol.
struct SystemdManager: ServiceManager {
    private let notifier: ServiceNotifier

    var watchdogLimit: Duration? { notifier.watchdogLimit }

    func notify(_ lines: String) {
        notifier.notify(lines)
    }

    /// systemd when it started us, else nobody.
    static func current() -> any ServiceManager {
        guard let notifier = ServiceNotifier(environment: Console.environment) else {
            return NoServiceManager()
        }
        return SystemdManager(notifier: notifier)
    }
}

/// A log on standard error, for the journal when that is where it goes.
func makeLog(_ threshold: LogLevel, clock: any Scheduler) -> TextLog {
    TextLog(
        style: standardErrorIsJournal() ? .journal : .terminal, threshold: threshold, clock: clock,
        sink: { Console.write($0, to: STDERR_FILENO) })
}

/// Whether standard error is the journal's: systemd says which file it connected, so that a
/// redirected one is not mistaken for it.
private func standardErrorIsJournal() -> Bool {
    guard let stream = Console.environment("JOURNAL_STREAM") else { return false }
    var status = stat()
    guard fstat(STDERR_FILENO, &status) == 0 else { return false }
    return stream == "\(status.st_dev):\(status.st_ino)"
}

import Core
import Glibc
import LinuxIO
import Program
import Threads

/// What SIGHUP does to a service. From a terminal that goes away it ends it, as the other signals do; where there is no
/// terminal, somebody has sent it to have the file of the service applied.
enum HangUp {
    /// Applies the file as `roost apply` does, on a thread of its own. What comes of it is in the log and the status.
    ///
    /// - Returns: `nil` for a service with a terminal.
    static func action(
        applying path: String, at socket: String, log: Log
    ) -> (@Sendable () -> Void)? {
        guard !hasTerminal else { return nil }
        return {
            WorkerThread.start("reload", for: .service) { applyFile(path, at: socket, log) }
        }
    }

    private static var hasTerminal: Bool {
        (try? FileDescriptor(open: "/dev/tty", O_RDONLY | O_NONBLOCK | O_NOCTTY)) != nil
    }

    private static func applyFile(_ path: String, at socket: String, _ log: Log) {
        log.notice("SIGHUP: applying \(path)")
        do throws(CommandError) {
            try ApplyCommand.applyFile(path, at: [socket])
        } catch {
            log.warning("\(path) was not applied: \(error.message.prefix { $0 != "\n" })")
        }
    }
}

import CommandKit
import Core
import Glibc
import LinuxIO
import Synchronization
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
        let reload = Reload()
        return {
            guard reload.begins() else { return }
            let hasThread = WorkerThread.start("reload", for: .service) {
                repeat { applyFile(path, at: socket, log) } while reload.goesOn()
            }
            guard !hasThread else { return }
            reload.abandon()
            log.warning("\(path) was not applied: no thread is left for it; send SIGHUP again")
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
            log.warning("\(path) was not applied: \(error.message)")
        }
    }
}

/// One thread applies the file, however many SIGHUPs come. Each SIGHUP that comes while it does has the file read once
/// more afterwards: two threads could apply what they have read in the wrong order.
private final class Reload: Sendable {
    private enum Turn { case idle, running, again }

    private let turn = Mutex(Turn.idle)

    /// - Returns: whether a thread must be started.
    func begins() -> Bool {
        turn.withLock { turn in
            defer { turn = turn == .idle ? .running : .again }
            return turn == .idle
        }
    }

    /// - Returns: whether the file must be read again.
    func goesOn() -> Bool {
        turn.withLock { turn in
            defer { turn = turn == .again ? .running : .idle }
            return turn == .again
        }
    }

    func abandon() { turn.withLock { $0 = .idle } }
}

import Glibc
import Synchronization

extension ChildProcess {
    /// How a child ended. Its number is waited for once only: afterwards it may be another's.
    final class ExitStatus: Sendable {
        private let stored = Mutex<Int32?>(nil)

        var status: Int32? { stored.withLock { $0 } }

        /// Waits without the lock, which `kill` needs, and leaves the number to `reap`.
        func wait(_ identifier: pid_t) {
            var information = siginfo_t()
            _ = try? systemCall("waitid") {
                waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT)
            }
        }

        func reap(_ identifier: pid_t, _ options: Int32) -> Int32? {
            stored.withLock { stored in
                if let stored { return stored }
                var raw: Int32 = 0
                var result: pid_t
                repeat {
                    result = waitpid(identifier, &raw, options)
                } while result < 0
                    && errno == EINTR
                guard result != 0 else { return nil }
                // Without a child to wait for (-1) its end is unknown: count it as a failure.
                let signal = raw & 0x7F
                stored = result < 0 ? -1 : signal == 0 ? (raw >> 8) & 0xFF : 128 + signal
                return stored
            }
        }
    }
}

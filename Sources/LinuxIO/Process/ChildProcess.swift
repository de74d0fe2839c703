import CSpawn
import Glibc
import Synchronization

/// A program started by this one. Killed with its last owner if it still runs then.
package final class ChildProcess: Sendable {
    package let identifier: pid_t
    private let exitStatus = ExitStatus()

    /// Starts a program with its standard output and error in one file, which is emptied first.
    ///
    /// `path` is the program's file; `/proc/self/exe` is this very program.
    ///
    /// - Throws: why it cannot be started.
    package init(_ path: String, _ arguments: [String], logPath: String) throws(IOError) {
        identifier = try Self.spawn(path, arguments) { actions in
            posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
            posix_spawn_file_actions_addopen(
                &actions, STDOUT_FILENO, logPath, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
            posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
        }
    }

    /// Starts a program that reads from `input`, with this program's standard output and error.
    ///
    /// - Throws: why it cannot be started.
    package init(
        _ path: String, _ arguments: [String], input: FileDescriptor
    ) throws(IOError) {
        identifier = try Self.spawn(path, arguments) { actions in
            posix_spawn_file_actions_adddup2(&actions, input.number, STDIN_FILENO)
        }
    }

    /// Starts a program that speaks over `socket` on its standard input and output, in the directory `folder`; its standard
    /// error is `errors`. It leads a group of its own, which `killGroup` ends: what it starts, and no terminal's keys.
    ///
    /// - Throws: why it cannot be started.
    package init(
        _ path: String, in folder: String, socket: FileDescriptor, errors: FileDescriptor
    ) throws(IOError) {
        identifier = try Self.spawn(path, [], leadsGroup: true) { actions in
            roost_spawn_in(&actions, folder)
            posix_spawn_file_actions_adddup2(&actions, socket.number, STDIN_FILENO)
            posix_spawn_file_actions_adddup2(&actions, socket.number, STDOUT_FILENO)
            posix_spawn_file_actions_adddup2(&actions, errors.number, STDERR_FILENO)
        }
    }

    private static func spawn(
        _ path: String, _ arguments: [String], leadsGroup: Bool = false,
        _ connect: (inout posix_spawn_file_actions_t) -> Void
    ) throws(IOError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        connect(&actions)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Dispatch's threads block signals and a child inherits that: it would never see SIGTERM.
        var noSignals = sigset_t()
        sigemptyset(&noSignals)
        posix_spawnattr_setsigmask(&attributes, &noSignals)
        let group = leadsGroup ? POSIX_SPAWN_SETPGROUP : 0
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | group))
        var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
        defer { words.forEach { free($0) } }
        words.append(nil)
        var identifier: pid_t = 0
        let code = posix_spawn(&identifier, path, &actions, &attributes, words, environ)
        guard code == 0 else { throw IOError(call: "posix_spawn", subject: path, code: code) }
        return identifier
    }

    deinit {
        kill(SIGKILL)
        _ = waitForEnd()
    }

    /// Sends a signal; nothing happens when the program has ended and was waited for.
    package func kill(_ signal: Int32) {
        if exitStatus.status == nil { Glibc.kill(identifier, signal) }
    }

    /// Sends a signal to the group that the program leads, also where it has ended and others of the group have not, but
    /// not after it was waited for: its number may be another's then.
    package func killGroup(_ signal: Int32) {
        if exitStatus.status == nil { Glibc.kill(-identifier, signal) }
    }

    /// What can be read once the program has ended, whoever still has its output open.
    ///
    /// - Throws: that the process has no descriptor left.
    package func openEnd() throws(IOError) -> FileDescriptor {
        FileDescriptor(
            adopting: try systemCall("pidfd_open") { roost_open_process(identifier) })
    }

    /// Whether the program has ended, waited for or not.
    package var hasEnded: Bool {
        if exitStatus.status != nil { return true }
        var information = siginfo_t()
        information.si_signo = 0
        let result = waitid(
            P_PID, id_t(identifier), &information, WEXITED | WNOHANG | WNOWAIT)
        return result != 0 || information.si_signo != 0
    }

    /// The exit code if the program has ended; 128 + N when signal N killed it. Does not wait.
    package func poll() -> Int32? {
        exitStatus.reap(identifier, WNOHANG)
    }

    /// Waits for the end and returns the exit code, as `poll` does. Meanwhile others may `kill` it.
    package func waitForEnd() -> Int32 {
        exitStatus.wait(identifier)
        return exitStatus.reap(identifier, 0) ?? -1
    }
}

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

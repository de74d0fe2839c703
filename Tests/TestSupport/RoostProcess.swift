import Core
import Glibc
import LinuxIO
import Synchronization
import Values

/// The real command as a process of its own: started, watched and, at the latest with this object,
/// killed.
///
/// What it prints goes to files, so nothing waits for a reader and it can be looked at any time.
package final class RoostProcess: Sendable {
    /// How a process came to its end.
    package enum End: Equatable, Sendable {
        case exited(Int32)
        case killed(signal: Int32)
    }

    package let pid: pid_t
    private let files: TemporaryDirectory
    private let knownEnd = Mutex<End?>(nil)

    /// Starts `roost` with these words, and with `environment` on top of this process's own, less
    /// what systemd and a session would say about runtime directories and notifications.
    package convenience init(_ words: String..., environment: [String: String] = [:]) throws {
        try self.init(words, environment: environment)
    }

    /// With a `terminal` it runs in a session of its own, of which that is the terminal, and where its
    /// output goes if it `printsOnTerminal`; without, `input` is where standard input comes from, and one that
    /// `leadsSession` has no terminal at all;
    /// `errors` where standard error goes when not to a file for `errors` and `waitFor`. `wrapper` is
    /// a command that runs the rest in its own place, such as `nsenter`; `program` another one that was built
    /// with these tests.
    package init(
        _ words: [String], program: String? = nil, environment: [String: String] = [:],
        under wrapper: [String] = [],
        input: String = "/dev/null", leadsSession: Bool = false, terminal: PseudoTerminal? = nil,
        printsOnTerminal: Bool = false, errors: String? = nil
    ) throws {
        files = try TemporaryDirectory()
        pid = try spawn(
            wrapper + [try program.map(builtProgram) ?? roostBinary()] + words,
            environment: environment,
            input: terminal?.path ?? input, leadsSession: leadsSession || terminal != nil,
            output: terminal.flatMap { printsOnTerminal ? $0.path : nil } ?? "\(files.path)/out",
            errors: errors ?? "\(files.path)/err")
    }

    deinit {
        guard end == nil else { return }
        kill(pid, SIGKILL)
        var status: Int32 = 0
        waitpid(pid, &status, 0)
    }

    /// What it has written to standard output so far.
    package var output: String { text("out") }
    /// What it has written to standard error so far: its log.
    package var errors: String { text("err") }

    /// How it ended; `nil` while it runs.
    package var end: End? {
        knownEnd.withLock { known in
            var status: Int32 = 0
            guard known == nil, waitpid(pid, &status, WNOHANG) == pid else { return known }
            let signal = status & 0x7F
            known = signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: signal)
            return known
        }
    }

    package func send(signal: Int32) {
        if end == nil { kill(pid, signal) }
    }

    /// Waits until it has ended. The limit finds a process that hangs; a test of how long something takes gives its own. On a
    /// slow machine a simulated day with its record takes more than 20 s.
    ///
    /// - Throws: an error if it still runs, with everything it said.
    package func wait(within limit: Duration = .seconds(180)) throws -> End {
        guard eventually(within: limit, { end != nil }), let end else {
            throw TestSupportError("still running after \(limit)\n\(said)")
        }
        return end
    }

    /// Waits until its log or output has this text in it.
    ///
    /// - Throws: that it did not come, or that the process ended first, with everything it said.
    package func waitFor(_ text: String, within limit: Duration = .seconds(20)) throws {
        let isSaid = { self.errors.contains(text) || self.output.contains(text) }
        _ = eventually(within: limit) { isSaid() || end != nil }
        guard isSaid() else { throw TestSupportError("\"\(text)\" was not said\n\(said)") }
    }

    private var said: String { "output:\n\(output)\nerrors:\n\(errors)" }

    private func text(_ name: String) -> String {
        let bytes = try? readFile("\(files.path)/\(name)", atMost: 16 << 20)
        return String(decoding: bytes ?? [], as: UTF8.self)
    }
}

/// `ROOST_BINARY`, or the command that was built together with these tests.
private func roostBinary() throws -> String {
    if let given = getenv("ROOST_BINARY") { return String(cString: given) }
    return try builtProgram("roost")
}

/// `POSIX_SPAWN_SETSID` of spawn.h (glibc 2.26), which Swift's Glibc module leaves out.
private let newSession: Int16 = 0x80

private func spawn(
    _ words: [String], environment: [String: String], input: String, leadsSession: Bool,
    output: String, errors: String
) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let write = O_WRONLY | O_CREAT | O_APPEND
    // The first terminal that the leader of a session opens becomes the session's.
    posix_spawn_file_actions_addopen(
        &actions, STDIN_FILENO, input, leadsSession ? O_RDWR : O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, write, 0o600)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors, write, 0o600)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // As a shell would start it: no signal blocked or ignored by inheritance.
    var all = sigset_t()
    sigfillset(&all)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(
        &attributes,
        Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK)
            | (leadsSession ? newSession : 0))
    let variables = try inherited().merging(environment) { $1 }.map { "\($0)=\($1)" }
    var pid: pid_t = 0
    let program = words.first ?? ""
    let code = withCStrings(words) { words in
        withCStrings(variables) {
            posix_spawn(&pid, program, &actions, &attributes, words, $0)
        }
    }
    guard code == 0 else { throw TestSupportError("posix_spawn \(program): error \(code)") }
    return pid
}

/// This process's environment without what would lead `roost` out of its test directory.
private func inherited() throws -> [String: String] {
    let unwanted = ["RUNTIME_DIRECTORY", "XDG_RUNTIME_DIR", "NOTIFY_SOCKET", "WATCHDOG_USEC"]
    var variables: [String: String] = [:]
    for entry in try readFile("/proc/self/environ", atMost: 16 << 20).split(separator: 0) {
        let parts = String(decoding: entry, as: UTF8.self).split(separator: "=", maxSplits: 1)
        if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
    }
    return variables.filter { !unwanted.contains($0.key) }
}

/// Calls `body` with a null-terminated array of C strings.
private func withCStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
    let copies = strings.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
}

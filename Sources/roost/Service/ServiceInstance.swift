import CommandKit
import Core
import LinuxIO
import Threads

/// A configuration and the runtime directory in which only one process may use it.
struct ServiceInstance {
    static let usage = """
        --runtime DIR: where sockets and markers are; $RUNTIME_DIRECTORY, /run/roost,
        $XDG_RUNTIME_DIR/roost or /tmp/roost-UID unless given.
        """

    let path: String
    let configuration: Configuration
    let offer: ConfigurationOffer
    let runtime: String
    /// What `--runtime` said.
    let runtimeOption: String?
    /// Held for as long as this is.
    private let lock: DirectoryLock

    /// Reads `CONFIG [--runtime DIR]`, and takes the directory for this process.
    init(_ words: [String]) throws(CommandError) {
        let arguments = try Arguments(words, options: ["--runtime"])
        path = try arguments.single("one configuration file")
        (configuration, offer) = try ConfigurationFile.offer(path)
        runtimeOption = arguments["--runtime"]
        runtime = try RuntimeDirectory.make(option: runtimeOption, for: .service(mayBeRoot: false))
        lock = try RuntimeDirectory.lock(runtime)
        try Self.checkThreads(for: configuration)
    }

    /// Dispatch has a thread for each timer that is due. One that finds a second timer due makes a thread for it before it
    /// serves the first, and where that fails it tries again every second, for ever: the first timer never fires. So the
    /// threads of all timers must be there: better not to begin.
    ///
    /// Of the service itself 12 threads and 8 timers at most; of a driver a thread that waits for its device, one that calls
    /// it, and timers for its work, its next start, its polls and its hand; of a policy its step.
    private static func checkThreads(for configuration: Configuration) throws(CommandError) {
        let count = 20 + 6 * configuration.drivers.count + configuration.policies.count
        guard !WorkerThread.canStart(count) else { return }
        throw .failed(
            "this user may not have the \(count) threads that this configuration may need (ulimit -u; "
                + "the unit's TasksMax=)")
    }
}

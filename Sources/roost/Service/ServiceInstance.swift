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

    /// Dispatch, which has the timers, would wait without end for a thread that it cannot make, and whoever needs it, too:
    /// better not to begin.
    private static func checkThreads(for configuration: Configuration) throws(CommandError) {
        let count = 8 + 2 * (configuration.drivers.count + configuration.policies.count)
        guard !WorkerThread.canStart(count) else { return }
        throw .failed(
            "this user may not have the \(count) threads that this configuration may need (ulimit -u; "
                + "the unit's TasksMax=)")
    }
}

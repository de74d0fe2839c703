import Core
import Glibc
import LinuxIO

/// `roost run CONFIG`: the service itself.
enum RunCommand {
    static let usage = """
        roost run CONFIG [--runtime DIR]
              run as a service, in the foreground, until SIGTERM, SIGINT or SIGHUP: then every device
              is brought to its safe state. One roost a runtime directory.

        --runtime DIR: where sockets and markers are; $RUNTIME_DIRECTORY, /run/roost,
        $XDG_RUNTIME_DIR/roost or /tmp/roost-UID unless given.
        """

    static func main(_ words: [String]) throws(CommandError) -> Int32 {
        let arguments = try Arguments(words, valued: ["--runtime"])
        let path = try arguments.single("one configuration file")
        let configuration = try ConfigurationFile.load(path)
        let runtime = try RuntimeDirectory.make(option: arguments["--runtime"])
        let lock = try RuntimeDirectory.lock(runtime)
        defer { withExtendedLifetime(lock) {} }
        let scheduler = DispatchScheduler()
        let level = configuration.general.logLevel.level
        return try withLog(level, clock: scheduler) { log throws(CommandError) in
            let host = try SupervisorHost(
                configuration, runtime: runtime, manager: SystemdManager.current(),
                scheduler: scheduler, log: log)
            return try serve(host, runtime)
        }
    }

    private static func serve(
        _ host: SupervisorHost, _ runtime: String
    ) throws(CommandError) -> Int32 {
        let general = host.supervisor.configuration.general
        let server = try controlServer(
            at: SystemPaths(runtime: runtime).resolve(general.controlSocket), host)
        defer { server.close() }
        host.supervisor.start()
        return host.waitForEnd()
    }

    private static func controlServer(
        at socket: String, _ host: SupervisorHost
    ) throws(CommandError) -> ControlServer {
        do throws(IOError) {
            let service = ControlService(
                host.supervisor, scheduler: host.scheduler, log: host.log)
            return try ControlServer(path: socket, service: service, log: host.log)
        } catch {
            let isTaken = error.code == EADDRINUSE
            throw .failed(
                isTaken ? "another roost is running: it answers at \(socket)" : "\(error)")
        }
    }
}

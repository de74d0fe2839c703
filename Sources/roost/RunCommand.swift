import Core
import Devices
import Dispatch
import Glibc
import LinuxIO

/// `roost run CONFIG`: the service itself.
enum RunCommand {
    static func main(_ words: [String]) throws(CommandFailure) -> Int32 {
        let arguments = try Arguments(words, valued: ["--runtime"])
        let path = try arguments.single("one configuration file")
        let configuration = try ConfigurationFile.load(path)
        let runtime = try RuntimeDirectory.make(option: arguments["--runtime"])
        let lock = try RuntimeDirectory.lock(runtime)
        defer { withExtendedLifetime(lock) {} }
        let service = try Service(configuration, runtime: runtime)
        service.start()
        return service.waitForEnd()
    }
}

/// A running supervisor with its log, its control socket and its signals.
private final class Service: Sendable {
    private let supervisor: Supervisor
    private let server: ControlServer
    private let signals: [SignalSource]
    private let end = DispatchSemaphore(value: 0)
    private let outcome: Outcome

    init(_ configuration: Configuration, runtime: String) throws(CommandFailure) {
        let scheduler = DispatchScheduler()
        let log = Log(
            makeLog(configuration.general.logLevel.level, clock: scheduler), source: "roost")
        let (end, outcome) = (end, Outcome())
        self.outcome = outcome
        let supervisor = Supervisor(
            configuration, scheduler: scheduler, log: log, runtime: runtime,
            manager: SystemdManager.current(),
            onStopped: { allSafe in
                outcome.set(allSafe ? ExitCode.done : ExitCode.failed)
                end.signal()
            })
        self.supervisor = supervisor
        let socket = SystemPaths(runtime: runtime).resolve(configuration.general.controlSocket)
        do throws(IOError) {
            server = try ControlServer(
                path: socket,
                service: ControlService(supervisor, scheduler: scheduler, log: log), log: log)
        } catch {
            let isTaken = error.code == EADDRINUSE
            throw .failed(
                isTaken ? "another roost is running: it answers at \(socket)" : "\(error)")
        }
        signals = Self.stopSignals.map { number, name in
            SignalSource(number) { supervisor.stop(because: name) }
        }
    }

    /// What ends the service. A terminal that goes away (`SIGHUP`) must not leave a drone in the air.
    private static let stopSignals = [
        (SIGTERM, "SIGTERM"), (SIGINT, "SIGINT"), (SIGHUP, "SIGHUP"),
    ]

    func start() {
        supervisor.start()
    }

    /// Parks the main thread until everything has stopped.
    func waitForEnd() -> Int32 {
        end.wait()
        server.close()
        return outcome.code
    }
}

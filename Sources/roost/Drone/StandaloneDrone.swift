import CommandKit
import Core
import LinuxIO

/// One drone with its shipped driver in this process, without the service: what the commands of
/// `roost drone` that speak to a drone stand on.
///
/// It is a supervisor with one driver and no policy, so that restarts, faults, the flight marker and
/// the end (land, wait until the drone says so, close) are those of the service.
final class StandaloneDrone: Sendable {
    /// The options that say which drone; a command adds its own.
    static let options: Set<String> = ["--config", "--driver", "--address", "--runtime"]

    static let usage = """
        Which drone: --address IP (192.168.1.1 unless given), or --config FILE [--driver NAME], the
        "ardrone" of a configuration with its settings. Only one program may command a drone: stop
        the service first. --runtime DIR is where the flight marker is.
        """

    let host: SupervisorHost
    let scheduler: DispatchScheduler
    private let connections: PortConnections
    private let lock: DirectoryLock

    /// Takes the runtime directory for this process. Nothing is sent before `start`.
    ///
    /// - Throws: that the arguments are invalid, the configuration is bad, or a roost is running that may
    ///   command a drone. Two that do take the command numbers from each other.
    init(_ arguments: Arguments, log: any LogOutput) throws(CommandError) {
        let configuration = try DroneSelection.configuration(arguments)
        try InstanceGuard.refuseDrone(runtime: arguments["--runtime"])
        let runtime = try RuntimeDirectory.make(option: arguments["--runtime"])
        lock = try InstanceGuard.lockForDrone(runtime)
        let scheduler = DispatchScheduler()
        host = try SupervisorHost(
            configuration, runtime: runtime, manager: NoServiceManager(), scheduler: scheduler,
            log: log)
        let name = configuration.drivers.first?.name ?? ""
        connections = host.supervisor.connections(ofDriver: name) ?? PortConnections([:])
        self.scheduler = scheduler
    }

    /// Starts the driver, lets `body` use it, and brings the drone to its safe state before it
    /// returns: what flies lands.
    ///
    /// - Returns: the exit code of `body`; 1 when the drone did not become safe in time.
    static func use(
        _ arguments: Arguments, log: any LogOutput,
        _ body: (StandaloneDrone) throws(CommandError) -> Int32
    ) throws(CommandError) -> Int32 {
        let drone = try StandaloneDrone(arguments, log: log)
        drone.start()
        do throws(CommandError) {
            let code = try body(drone)
            let ending = drone.finish(because: "done")
            return ending == ExitCode.success ? code : ending
        } catch {
            _ = drone.finish(because: "it failed")
            throw error
        }
    }

    func start() {
        host.supervisor.start()
    }

    /// Brings the drone to its safe state, waits for that and closes the driver.
    func finish(because why: String) -> Int32 {
        host.supervisor.stop(because: why)
        return host.waitForEnd()
    }

    // MARK: Its ends

    func source<Value>(_ port: Port<Value>) -> Source<Value> { connections.source(port) }
    func sink<Command>(_ port: Port<Command>) -> Sink<Command> { connections.sink(port) }

    /// How its driver is, as `roost status` tells it.
    var report: DriverReport? {
        host.supervisor.status(at: scheduler.now).drivers.first
    }
}

import ARDrone
import CommandKit
import Control
import Core
import JSON
import Threads

/// A way to a drone: through the roost that commands it, or, where none runs, with the same driver
/// in this process. What is asked and answered is the same.
///
/// There is never a second controller: two take the command numbers from each other.
struct DroneConnection {
    static let options: Set<String> = StandaloneDrone.options.union(["--socket"])

    static let usage = """
        Where a roost runs, these go through it (--runtime DIR or --socket PATH says which,
        --driver NAME which drone). Otherwise this process speaks to the drone: at --address IP
        (192.168.1.1 unless given), or with the settings of --config FILE [--driver NAME].
        """

    /// Longer than anything that is asked takes.
    private static let timeout = Duration.seconds(45)
    private static let connectLimit = Duration.seconds(30)

    let driver: String?
    private let asking: (JSONValue) throws(CommandError) -> JSONValue

    /// Finds the way and uses it.
    static func use(
        _ arguments: Arguments, _ body: (DroneConnection) throws(CommandError) -> Int32
    ) throws(CommandError) -> Int32 {
        if arguments["--address"] == nil, arguments["--config"] == nil {
            let paths = RuntimeDirectory.findSocket(
                runtime: arguments["--runtime"], socket: arguments["--socket"])
            do throws(CommandError) {
                _ = try ControlClient(paths: paths)
                return try body(through(paths, arguments["--driver"]))
            } catch {
                guard error.code == ExitCode.notRunning, arguments["--socket"] == nil else {
                    throw error
                }
            }
        }
        return try withLog(.warning, clock: DispatchScheduler()) { log throws(CommandError) in
            try StandaloneDrone.use(arguments, log: log) { drone throws(CommandError) in
                try waitForContact(drone)
                return try body(inside(drone))
            }
        }
    }

    /// Asks one thing and waits for what came of it.
    ///
    /// - Throws: what was wrong with it.
    func ask(_ request: [String: JSONValue]) throws(CommandError) -> JSONValue {
        try asking(.object(request))
    }

    /// Asks the drone's driver to do something once.
    func request(
        _ name: String, _ arguments: [String: JSONValue]
    ) throws(CommandError) -> JSONValue {
        try ask([
            "request": "send", "to": .string(try report().name), "name": .string(name),
            "arguments": .object(arguments),
        ])
    }

    /// Has something done and says what came of it.
    func act(_ name: String, _ arguments: [String: JSONValue]) throws(CommandError) -> Int32 {
        if case .string(let message)? = try request(name, arguments)["message"] {
            Console.out(message)
        }
        return ExitCode.success
    }

    /// How the drone's driver is.
    func report() throws(CommandError) -> DriverReport {
        let status = try ask(["request": "status"])["status"] ?? .null
        guard let report = try? status.decode(as: StatusReport.self) else {
            throw .failed("roost gave a status that this version does not understand")
        }
        let drones = report.drivers.filter { $0.driver == ARDrone.name }
        guard !drones.isEmpty else { throw .failed("this roost has no drone") }
        let names = drones.map(\.name).joined(separator: ", ")
        let meant = drones.filter { driver == nil || $0.name == driver }
        guard let drone = meant.first else {
            throw .failed("no drone is called \"\(driver ?? "")\"; there are: \(names)")
        }
        guard meant.count == 1 else {
            throw .usage("there are several drones; say which (--driver NAME): \(names)")
        }
        return drone
    }

    // MARK: The two ways

    private static func through(_ paths: [String], _ driver: String?) -> DroneConnection {
        DroneConnection(driver: driver) { request throws(CommandError) in
            try ControlClient(paths: paths).ask(request, within: timeout)
        }
    }

    private static func inside(_ drone: StandaloneDrone) -> DroneConnection {
        let service = ControlService(
            drone.host.supervisor, scheduler: drone.scheduler, log: drone.host.log)
        return DroneConnection(driver: nil) { request throws(CommandError) in
            let answer = Locked<JSONValue?>(nil)
            service.handle(request) { answer.value = $0 }
            _ = drone.host.wait(atMost: timeout) { answer.value != nil }
            return try ControlClient.unwrap(answer.value ?? .null)
        }
    }

    /// Waits until the drone is set up, or flies: a few seconds where one is there.
    private static func waitForContact(_ drone: StandaloneDrone) throws(CommandError) {
        let isThere = drone.host.wait(atMost: connectLimit) {
            let state = linkState(drone)
            return state == .absent || state?.isInContact == true
        }
        let state = linkState(drone)
        guard isThere, state != .absent else {
            throw .failed(
                state == .absent
                    ? "no drone answers; is this machine in its Wi-Fi, and the address right?"
                    : "the drone is \(state?.rawValue ?? "not there") and does not get ready")
        }
    }

    private static func linkState(_ drone: StandaloneDrone) -> ARDrone.LinkState? {
        drone.report.flatMap { ARDrone.LinkReport($0)?.state }
    }
}

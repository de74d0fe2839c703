import CommandKit
import Core
import Glibc
import LinuxIO
import Simulators
import Threads
import Values

/// `roost simulate ...`: a world without hardware.
enum SimulateCommand {
    static let usage = """
        \(SimulatedDroneCommand.usage)
        \(worldUsage)
        \(FlightsCommand.usage)
        \(HouseCommand.usage)
        \(DemoCommand.usage)

        The address is 127.0.0.1 unless given: nothing leaves this machine.
        """

    static let worldUsage = """
        roost simulate world   the same drone, a gpsd that knows where it is (TCP 2947), and a house
              behind files like those in /sys, below DIR/world/sys: 1-Wire, a converter, PWM and the
              lines GPIO2 to GPIO27; what somebody writes there stays
              [--address IP] [--runtime DIR] [--seed N]
              takes the faults of simulate drone on standard input, one a line
        """

    static func world(_ words: [String]) throws(CommandError) -> Int32 {
        let arguments = try Arguments(words, options: ["--address", "--runtime", "--seed"])
        guard arguments.positional.isEmpty else {
            throw .usage("simulate world takes options only")
        }
        let runtime = try RuntimeDirectory.make(option: arguments["--runtime"])
        let scheduler = DispatchScheduler()
        let world = try WorldHost(
            address: try arguments.address(), runtime: runtime,
            seed: UInt64(try arguments.number("--seed", 0...1e9) ?? 1),
            scheduler: scheduler)
        Console.out("simulated world at \(world.address); its files are in \(world.sysfs)")
        FaultConsole.start(for: world.drone)
        try tell(world.drone, scheduler: scheduler)
        world.stop()
        return ExitCode.success
    }

    /// Says what a drone does, where that has changed, until a signal comes.
    static func tell(
        _ drone: SimulatedDrone, scheduler: DispatchScheduler
    ) throws(CommandError) {
        let last = Locked("")
        let timer = scheduler.every(.milliseconds(200), name: "phase") { _ in
            let phase = drone.truth.phaseText
            let isNew = last.withLock { last in
                defer { last = phase }
                return last != phase
            }
            if isNew { Console.out(drone.truth.line) }
        }
        try waitForSignal()
        timer.cancel()
    }

    private static func waitForSignal() throws(CommandError) {
        let end = Latch()
        let signals = try orFail(try SignalSource([SIGTERM, SIGINT]) { _ in end.open() })
        withExtendedLifetime(signals) { end.wait() }
    }
}

extension DroneGroundTruth {
    fileprivate var phaseText: String {
        "\(phase)" + (isLinkLost ? ", has lost its controller" : "")
    }

    fileprivate var line: String {
        "drone: \(phaseText), height \(fixedText(of: altitudeMetres, decimals: 1)) m, "
            + "battery \(fixedText(of: batteryPercent, decimals: 0)) %"
    }
}

extension Arguments {
    /// The address to simulate at, with gpsd's port.
    func address() throws(CommandError) -> IPv4Endpoint {
        let text = self["--address"] ?? "127.0.0.1"
        guard let endpoint = IPv4Endpoint(text, port: WorldHost.gpsdPort) else {
            throw .usage("--address must be an IPv4 address, found \"\(text)\"")
        }
        return endpoint
    }
}

import CommandKit
import Core
import LinuxIO
import Values

/// `roost poke`: one actuator, for a moment, without the service.
enum PokeCommand {
    static let usage = """
        roost poke NAME VALUE [--for SECONDS] [--config FILE] [--runtime DIR]
              commands one actuator of a configuration (/etc/roost/roost.json unless given): a servo 90deg
              or release, a switch on or off, a dimmer 40%. NAME is its driver, or with its port
              "lamps.red". It holds for 2 s unless said (at most 10), then the device goes to its safe
              state. Nothing else of the configuration is started. Refused while a roost is running,
              for an aircraft, for a guarded output, and for sending the bolt of a pet door out.
        """

    /// A command is given again long before it is over, so that it ends when this does.
    private static let period = Duration.milliseconds(100)
    private static let lease = Duration.milliseconds(500)
    private static let startLimit = Duration.seconds(5)

    static func main(_ words: [String]) throws(CommandError) -> Int32 {
        let arguments = try Arguments(words, options: ["--for", "--config", "--runtime"])
        guard arguments.positional.count == 2 else { throw .usage("poke takes a name and a value") }
        let seconds = try arguments.number("--for", 0.2...10) ?? 2
        let configuration = try ConfigurationFile.load(
            arguments["--config"] ?? DoctorCommand.installed)
        let poke = try Poke(arguments.positional[0], arguments.positional[1], in: configuration)
        return try SupervisorHost.withoutService(
            configuration.keepingOnly([poke.driver]), runtime: arguments["--runtime"]
        ) { host throws(CommandError) in
            try give(poke, for: .seconds(seconds), host)
        }
    }

    /// - Returns: the exit code: 0 when the device took the command and is safe again.
    private static func give(
        _ poke: Poke, for time: Duration, _ host: SupervisorHost
    ) throws(CommandError) -> Int32 {
        let name = poke.driver.name
        let writer = PokeWriter(
            poke, host.supervisor.connections(ofDriver: name) ?? PortConnections([:]))
        host.supervisor.start()
        let isRunning = host.wait(atMost: startLimit) { report(host)?.state == .running }
        if isRunning {
            hold(writer, for: time, host)
            Console.out("\(name): \(state(host))")
        }
        let fault = report(host)?.lastError?.text
        host.supervisor.stop(because: "poked")
        let code = host.waitForEnd()
        guard isRunning, fault == nil else {
            throw .failed("\(name): \(fault ?? "it did not start")")
        }
        Console.out("\(name): back in its safe state")
        return code
    }

    private static func hold(_ writer: PokeWriter, for time: Duration, _ host: SupervisorHost) {
        let end = host.scheduler.now + time
        while host.scheduler.now < end {
            writer.send(host.scheduler.now + lease)
            _ = host.wait(atMost: min(period, end - host.scheduler.now)) { false }
        }
    }

    private static func report(_ host: SupervisorHost) -> DriverReport? {
        host.supervisor.status(at: host.scheduler.now).drivers.first
    }

    /// What the driver says of itself at the end of the command.
    private static func state(_ host: SupervisorHost) -> String {
        let values = report(host)?.sources.sorted { $0.key < $1.key }
            .compactMap { source in source.value.text.map { "\(source.key) \($0)" } }
        return values.flatMap { $0.isEmpty ? nil : $0.joined(separator: ", ") } ?? "commanded"
    }
}

import CommandKit
import Core
import LinuxIO

/// `roost park CONFIG`: brings every device to its safe state with nothing running.
///
/// systemd calls it after the service has ended (`ExecStopPost=`), however it ended: a PWM channel
/// and a flying drone outlive the process that drove them. With a configuration that is bad or gone
/// it still lands what the notes in the runtime directory say to be in the air.
enum ParkCommand {
    static let usage = """
        roost park CONFIG [--runtime DIR]
              bring every device to its safe state; nothing must be running. With a bad CONFIG it can
              only land what was left in the air.

        \(ServiceInstance.usage)
        """

    static func main(_ words: [String]) throws(CommandError) -> Int32 {
        let arguments = try Arguments(words, options: ["--runtime"])
        let path = try arguments.single("one configuration file")
        let runtime = try RuntimeDirectory.make(
            option: arguments["--runtime"], for: .service(mayBeRoot: true))
        let lock = try RuntimeDirectory.lock(runtime)
        defer { withExtendedLifetime(lock) {} }
        let clock = DispatchScheduler()
        return try withLog(.info, clock: clock) { output throws(CommandError) in
            try park(path, runtime, clock, Log(output, source: "park"))
        }
    }

    private static func park(
        _ path: String, _ runtime: String, _ clock: any Scheduler, _ log: Log
    ) throws(CommandError) -> Int32 {
        let left = ConfigurationFile.registry.leftBehind(in: runtime)
        for device in left {
            log.notice("\(device.description) was left in the air: it is told to land")
        }
        do throws(CommandError) {
            // A mission that is gone must not keep a servo where it is.
            let configuration = try ConfigurationFile.load(path, withPolicies: false)
            return report(configuration, runtime, left, clock, log)
        } catch {
            // `roost run` has listed its problems, or `roost check` will.
            log.error(
                "the configuration \(path) is bad or cannot be read (see: roost check), so nobody "
                    + "knows which devices to park: servos and switches stay as they are")
            _ = report(try ConfigurationFile.empty(), runtime, left, clock, log)
            return error.code
        }
    }

    /// Parks, and says of each device that moves something what came of it.
    private static func report(
        _ configuration: Configuration, _ runtime: String, _ left: [LeftBehind],
        _ clock: any Scheduler, _ log: Log
    ) -> Int32 {
        let failures = configuration.park(runtime: runtime, clock: clock, left: left)
        for (name, fault) in failures { log.error("\(name) could not be made safe: \(fault)") }
        let remaining = ConfigurationFile.registry.leftBehind(in: runtime).map(\.description)
        for device in left where !remaining.contains(device.description) {
            log.notice("\(device.description) has landed")
        }
        let safe = configuration.actuators.filter { name in !failures.contains { $0.driver == name }
        }
        if !safe.isEmpty { log.info("in their safe state: \(safe.joined(separator: ", "))") }
        return failures.isEmpty ? ExitCode.success : ExitCode.failed
    }
}

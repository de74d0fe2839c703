import Core

/// `roost park CONFIG`: brings every device to its safe state with nothing running.
///
/// systemd calls it after the service has ended (`ExecStopPost=`), however it ended: a PWM channel
/// and a flying drone outlive the process that drove them.
enum ParkCommand {
    static let usage = """
        roost park CONFIG [--runtime DIR]
              bring every device to its safe state; nothing must be running

        \(ServiceInstance.usage)
        """

    static func main(_ words: [String]) throws(CommandError) -> Int32 {
        // A mission that is gone must not keep a drone in the air.
        let instance = try ServiceInstance(words, withPolicies: false)
        defer { withExtendedLifetime(instance) {} }
        let failures = instance.configuration.park(
            runtime: instance.runtime, clock: DispatchScheduler())
        for (driver, fault) in failures {
            Console.error("roost: \(driver) could not be made safe: \(fault)")
        }
        return failures.isEmpty ? ExitCode.success : ExitCode.failed
    }
}

import Core

/// `roost park CONFIG`: brings every device to its safe state with nothing running.
///
/// systemd calls it after the service has ended (`ExecStopPost=`), however it ended: a PWM channel
/// and a flying drone outlive the process that drove them.
enum ParkCommand {
    static let usage = """
        roost park CONFIG [--runtime DIR]
              bring every device to its safe state; nothing must be running

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
        let failures = configuration.park(runtime: runtime)
        for (driver, fault) in failures {
            Console.error("roost: \(driver) could not be made safe: \(fault)")
        }
        return failures.isEmpty ? ExitCode.done : ExitCode.failed
    }
}

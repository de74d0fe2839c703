import Core
import Devices
import Program

/// `roost restart NAME`: one driver of the running roost, from its beginning.
enum RestartCommand {
    static let usage = """
        roost restart NAME [--runtime DIR] [--socket PATH]
              close the driver NAME of the running roost and start it again, also one that has failed for
              good, with the drivers that were given up with it; everything else goes on

        Refused while the driver, or what a policy moves by what it says, is not in its safe state: an
        aircraft in the air, a bolt that is out. Ends with 0 when the driver runs.

        \(ServiceInstance.usage)
        --socket PATH: the control socket to speak to.
        """

    /// For so long it looks whether the driver runs.
    private static let waitLimit = Duration.seconds(10)

    static func main(_ words: [String]) throws(CommandError) -> Int32 {
        let arguments = try Arguments(words, options: ["--runtime", "--socket"])
        let name = try arguments.single("the name of a driver")
        let paths = RuntimeDirectory.findSocket(
            runtime: arguments["--runtime"], socket: arguments["--socket"])
        _ = try ControlClient(paths: paths).ask(["request": "restart", "driver": .string(name)])
        try awaitRunning(StatusQuery(paths: paths, name: name, isJSON: false))
        Console.out("\(name): running")
        return ExitCode.success
    }

    private static func awaitRunning(_ query: StatusQuery) throws(CommandError) {
        let clock = DispatchScheduler()
        let start = clock.now
        while clock.now - start < waitLimit {
            let drivers = try query.answer().report.drivers
            guard let driver = drivers.first(where: { $0.name == query.name }) else { break }
            switch driver.state {
            case .running: return
            case .backoff, .failed:
                throw .failed("\(driver.name): \(driver.lastError?.text ?? "it does not run")")
            case .idle, .starting, .closing, .stopped: clock.sleep(for: .milliseconds(100))
            }
        }
        throw .failed(
            "it does not run after \(text(of: waitLimit)); see: roost status \(query.name ?? "")")
    }
}

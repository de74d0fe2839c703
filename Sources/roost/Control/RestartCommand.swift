import CommandKit
import Control
import Core
import JSON
import Values

/// `roost restart NAME`: one driver or policy of the running roost, from its beginning.
enum RestartCommand {
    static let usage = """
        roost restart NAME [--runtime DIR] [--socket PATH]
              close the driver NAME of the running roost and start it again, also one that has failed for
              good, with the drivers that were given up with it; or have the policy NAME restart with
              what it remembers, also one that was given up; everything else goes on

        Refused while the driver, or what a policy moves by what it says, or what the policy moves, is not
        in its safe state: an aircraft in the air, a bolt that is out. Ends with 0 when the driver runs, or
        the policy has made a step.

        \(ServiceInstance.usage)
        --socket PATH: the control socket to speak to.
        """

    /// For so long it looks whether the driver or policy runs.
    private static let waitLimit = Duration.seconds(10)

    static func main(_ words: [String]) throws(CommandError) -> Int32 {
        let arguments = try Arguments(words, options: ["--runtime", "--socket"])
        let name = try arguments.single("the name of a driver or a policy")
        let paths = RuntimeDirectory.findSocket(
            runtime: arguments["--runtime"], socket: arguments["--socket"])
        let query = StatusQuery(paths: paths, name: name, isJSON: false)
        let before = try query.answer().report.policies.first { $0.name == name }
        _ = try ControlClient(paths: paths).ask(["request": "restart", "name": .string(name)])
        try awaitRunning(query, after: before?.ticks ?? 0)
        Console.out("\(name): running")
        return ExitCode.success
    }

    private static func awaitRunning(
        _ query: StatusQuery, after ticks: UInt64
    ) throws(CommandError) {
        let clock = DispatchScheduler()
        let start = clock.now
        while clock.now - start < waitLimit {
            let report = try query.answer().report
            if let driver = report.drivers.first(where: { $0.name == query.name }) {
                if try isRunning(driver) { return }
            }
            if report.policies.contains(where: { $0.name == query.name && $0.ticks > ticks }) {
                return
            }
            clock.sleep(for: .milliseconds(100))
        }
        throw .failed(
            "it does not run after \(text(of: waitLimit)); see: roost status \(query.name ?? "")")
    }

    private static func isRunning(_ driver: DriverReport) throws(CommandError) -> Bool {
        switch driver.state {
        case .running: return true
        case .backoff, .failed:
            throw .failed("\(driver.name): \(driver.lastError?.text ?? "it does not run")")
        case .idle, .starting, .closing, .stopped: return false
        }
    }
}

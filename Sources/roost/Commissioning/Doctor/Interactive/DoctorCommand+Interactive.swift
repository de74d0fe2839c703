import CommandKit
import Core
import Glibc
import Values

extension DoctorCommand {
    /// Reads the sensors through the service, or by itself where none runs.
    static func interact(
        _ configuration: Configuration, runtime: String?
    ) throws(CommandError) -> [Diagnosis] {
        let checks = InteractiveDoctor.checks(of: configuration)
        guard !checks.isEmpty else {
            return told([.right("by hand", "nothing that a person could change by hand")])
        }
        let sockets = RuntimeDirectory.findSocket(runtime: runtime, socket: nil)
        if (try? ask(sockets).get()) != nil {
            return run(checks, DispatchScheduler()) { try? ask(sockets).get() }
        }
        let sensors = configuration.drivers.filter { driver in
            checks.contains { $0.driver == driver.name }
                && !driver.ports.contains { $0.flow == .command }
        }
        return try SupervisorHost.withoutService(
            configuration.keepingOnly(sensors), runtime: runtime
        ) { host throws(CommandError) in
            host.supervisor.start()
            defer {
                host.supervisor.stop(because: "looked at")
                _ = host.waitForEnd()
            }
            return run(checks, host.scheduler) {
                host.supervisor.status(at: host.scheduler.now)
            }
        }
    }

    private static func run(
        _ checks: [StimulusCheck], _ clock: any Scheduler, _ report: @escaping () -> StatusReport?
    ) -> [Diagnosis] {
        let keyboard = Keyboard()
        let doctor = InteractiveDoctor(
            clock: clock, report: report, say: { Console.out("  -----  \($0)") },
            isSkipped: keyboard.isEnterPressed(within:))
        return checks.map { told(doctor.run([$0]))[0] }
    }

    private static func told(_ diagnoses: [Diagnosis]) -> [Diagnosis] {
        tell(diagnoses)
        return diagnoses
    }
}

/// Standard input as the key to go on with; one that has ended, or is no terminal, says nothing.
private final class Keyboard {
    private var hasEnded = isatty(STDIN_FILENO) == 0

    func isEnterPressed(within limit: Duration) -> Bool {
        let milliseconds = Int32(clamping: limit.nanoseconds / 1_000_000)
        var poller = pollfd(fd: hasEnded ? -1 : STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        guard poll(&poller, 1, milliseconds) > 0 else { return false }
        hasEnded = readLine() == nil
        return !hasEnded
    }
}

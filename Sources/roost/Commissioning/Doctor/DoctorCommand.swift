import CommandKit
import Control
import Core
import Glibc
import LinuxIO
import Terminal

/// `roost doctor`: what is wrong with this machine, and the command that mends it.
enum DoctorCommand {
    static let usage = """
        roost doctor [CONFIG] [--interactive] [--runtime DIR]
              looks at the machine and at every device of a configuration (/etc/roost/roost.json unless
              given), and says what is wrong and the command or line that mends it. Changes nothing.
              Exit code 1 when something is wrong.

        --interactive: then asks you to cover each light sensor, move what each switch watches, press each
        button, and says what it saw; Enter leaves one out. It reads them through the service, or by itself
        where none runs (as root or the service's user). It commands nothing.
        """

    static let installed = "/etc/roost/roost.json"

    static func main(_ words: [String]) throws(CommandError) -> Int32 {
        let arguments = try Arguments(words, options: ["--runtime"], flags: ["--interactive"])
        guard arguments.positional.count <= 1 else {
            throw .usage("doctor takes one configuration")
        }
        let path = arguments.positional.first ?? (access(installed, F_OK) == 0 ? installed : nil)
        var diagnoses = diagnose(path, runtime: arguments["--runtime"])
        tell(diagnoses)
        if arguments.has("--interactive") {
            let seen = try interact(
                try ConfigurationFile.load(path ?? installed), runtime: arguments["--runtime"])
            diagnoses += seen
        }
        Console.out(text(of: Diagnosis.summary(diagnoses)))
        return diagnoses.contains { $0.verdict == .wrong } ? ExitCode.failed : ExitCode.success
    }

    static func tell(_ diagnoses: [Diagnosis]) {
        let columns = Console.outputIsTerminal ? Console.terminalSize.columns : 100
        for line in diagnoses.flatMap({ $0.lines(columns: columns) }) {
            Console.out(text(of: line))
        }
    }

    private static func text(of line: StyledText) -> String {
        Console.text(of: line, onScreen: Console.outputIsTerminal)
    }

    private static func diagnose(_ path: String?, runtime: String?) -> [Diagnosis] {
        guard let path else {
            return MachineChecks(sysfs: "/sys").all + [
                .doubtful("configuration", "none given, and no \(installed)", "roost scan >my.json")
            ]
        }
        do throws(CommandError) {
            let configuration = try ConfigurationFile.load(path)
            return diagnose(configuration, path, runtime: runtime)
        } catch {
            return MachineChecks(sysfs: "/sys").all + [
                .wrong("configuration", error.message, "roost check \(path)")
            ]
        }
    }

    private static func diagnose(
        _ configuration: Configuration, _ path: String, runtime: String?
    ) -> [Diagnosis] {
        let system = configuration.systemPaths(runtime: runtime ?? "/run/roost")
        let status = ask(RuntimeDirectory.findSocket(runtime: runtime, socket: nil))
        let service = ServiceChecks(
            configuration: configuration, filter: UnitFilter(unit: "roost.service"), status: status)
        let permissions = PermissionChecks(system: system, account: ServiceChecks.account)
        let drivers = DriverChecks(
            configuration: configuration, system: system, boot: BootConfiguration(),
            status: try? status.get(), clock: DispatchScheduler())
        return MachineChecks(sysfs: system.sysfs).all + [.right("configuration", "\(path) is good")]
            + service.all
            + configuration.drivers.flatMap { permissions.check($0) + [drivers.check($0)] }
    }

    static func ask(_ paths: [String]) -> Result<StatusReport, CommandError> {
        Result { () throws(CommandError) in
            try ControlClient(paths: paths).status()
        }
    }
}

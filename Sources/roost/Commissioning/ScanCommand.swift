import CommandKit
import Core
import Glibc

/// `roost scan`: what is on this machine, as a configuration to go on from.
enum ScanCommand {
    static let usage = """
        roost scan            what is on this machine, as a configuration: what measures ready to use, what
                              moves or is a guess behind "//"; takes nothing, moves nothing, writes nothing
              [--sysfs DIR] [--dev DIR]   instead of /sys and /dev
        """

    static func main(_ words: [String]) throws(CommandError) -> Int32 {
        let arguments = try Arguments(words, options: ["--sysfs", "--dev"])
        guard arguments.positional.isEmpty else { throw .usage("scan takes options only") }
        let system = SystemPaths(
            sysfs: arguments["--sysfs"] ?? "/sys", dev: arguments["--dev"] ?? "/dev", runtime: "")
        let findings = ConfigurationFile.registry.drivers.flatMap { kind in
            kind.discover(system).map { (kind.name, $0) }
        }
        Console.write(ScannedConfiguration(findings).text, to: STDOUT_FILENO)
        return ExitCode.success
    }
}

import CommandKit
import Core
import Glibc
import LinuxIO
import Values

/// `roost selftest`: the failures of docs/safety.md, rehearsed with the settings of this installation.
enum SelftestCommand {
    static let usage = """
        roost selftest [CONFIG] [--service] [--report FILE] [--address IP]
              makes go wrong what docs/safety.md tells of, and says whether what should follow does: with this
              program and the settings of a configuration (/etc/roost/roost.json unless given), against a
              simulated drone and a simulated bolt. Nothing real moves; the service may run meanwhile. Takes
              three minutes for a door and five for a drone. Exit code 1 when a promise is not kept.

        --service: then the real service, too: its drivers are started again one after the other, it is killed,
        hangs until the watchdog ends it, and is stopped. Needs root. Refused as soon as something that it
        moves is not at rest.
        --report FILE: writes the report card there, too.
        --address IP: of this machine, for the simulated devices; 127.0.0.83 unless given.
        """

    private static let usualAddress = "127.0.0.83"

    static func main(_ words: [String]) throws(CommandError) -> Int32 {
        let arguments = try Arguments(
            words, options: ["--report", "--address"], flags: ["--service"])
        guard arguments.positional.count <= 1 else {
            throw .usage("selftest takes one configuration")
        }
        let isForService = arguments.has("--service")
        guard !isForService || geteuid() == 0 else {
            throw .failed("--service needs root: sudo roost selftest --service")
        }
        let path = arguments.positional.first ?? DoctorCommand.installed
        let configuration = try ConfigurationFile.load(path)
        let directory = try TemporaryFolder()
        var card = ReportCard.here(path, try SettingsFile.source(path))
        (card.head + [""]).forEach(Console.out)
        let clock = DispatchScheduler()
        let selftest = Selftest(
            configuration: configuration, path: path,
            address: arguments["--address"] ?? usualAddress, directory: directory.path,
            clock: clock
        ) { result in
            card.add(result)
            ReportCard.lines(result).forEach(Console.out)
        }
        try selftest.runTwins()
        if isForService { selftest.runService() }
        Console.out("\n\(card.summary)")
        if let report = arguments["--report"] { try TrialOutput.write(card.text, to: report) }
        return card.isKept ? ExitCode.success : ExitCode.failed
    }
}

/// A folder that is gone with this.
private final class TemporaryFolder {
    let path: String

    init() throws(CommandError) {
        var template = Array("/tmp/roost-selftest.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw .failed("no folder in /tmp: \(IOError(call: "mkdtemp", code: errno).reason)")
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        let remove = try? ChildProcess("/bin/rm", ["-rf", path], logPath: "/dev/null")
        _ = remove?.waitForEnd()
    }
}

import CommandKit
import Core
import Glibc
import LinuxIO
import Notify
import Values

signal(SIGPIPE, SIG_IGN)

let usage = """
    roost-notify CONFIG
          sends messages about the running roost to telephones and programs, by ntfy or a webhook, until a signal ends it.
          A process of its own: what goes wrong here is not the service's. docs/notify.md has the keys of CONFIG.
    roost-notify --check CONFIG
          says whether CONFIG and the files with the tokens are good, and sends nothing. Exit code 10: they are not.
    roost-notify --test CONFIG
          sends a test to each channel and says what came of it; 1 when one did not take it.
    """

func notify(_ path: String) throws(CommandError) -> Int32 {
    let settings: NotifySettings = try SettingsFile.read(path)
    let clock = DispatchScheduler()
    return try withLog(.info, clock: clock) { output throws(CommandError) in
        let log = Log(output, source: "notify")
        let end = EndRequest()
        let signals = try orFail(try SignalSource([SIGTERM, SIGINT]) { _ in end.set() })
        let notifier = try orFail(try Notifier(settings, clock: clock, log: log))
        log.notice("messages go to \(settings.channels.keys.sorted().joined(separator: ", "))")
        notifier.run(until: end)
        withExtendedLifetime(signals) {}
        return ExitCode.success
    }
}

func rehearse(_ path: String) throws(CommandError) -> Int32 {
    let settings: NotifySettings = try SettingsFile.read(path)
    let outcomes = try orFail(try Rehearsal.run(settings, clock: DispatchScheduler()))
    for (name, delivery) in outcomes.sorted(by: { $0.key < $1.key }) {
        switch delivery {
        case .delivered: Console.out("\(name): delivered")
        case .refused(let why), .failed(let why, _): Console.out("\(name): NOT delivered: \(why)")
        }
    }
    return outcomes.values.allSatisfy { $0 == .delivered } ? ExitCode.success : ExitCode.failed
}

func check(_ path: String) throws(CommandError) -> Int32 {
    let settings: NotifySettings = try SettingsFile.read(path)
    var problems: [String] = []
    for (name, channel) in settings.channels.sorted(by: { $0.key < $1.key }) {
        do throws(PlainError) {
            _ = try Channel(channel).token()
        } catch {
            problems.append("\(path): channels.\(name).token_file: \(error)")
        }
    }
    guard problems.isEmpty else { throw SettingsFile.bad(problems) }
    Console.out("\(path): good")
    return ExitCode.success
}

func main(_ words: [String]) throws(CommandError) -> Int32 {
    let arguments = try Arguments(words, flags: ["--check", "--test"])
    let path = try arguments.single("one configuration file")
    if arguments.has("--check") { return try check(path) }
    return arguments.has("--test") ? try rehearse(path) : try notify(path)
}

let table = CommandTable(
    program: "roost-notify",
    summary: "sends messages about a running roost to telephones and programs",
    files: [
        (
            "/etc/roost/notify.json",
            "What the service roost-notify reads; without it that does not start."
        ),
        ("/var/lib/roost-notify/state.json", "What has not gone out yet."),
    ],
    commands: [Command("", usage, main)])
exit(table.run(Array(CommandLine.arguments.dropFirst())))

import CommandKit
import Core
import Glibc
import LinuxIO
import MQTTBridge
import Values

signal(SIGPIPE, SIG_IGN)

let usage = """
    roost-mqtt CONFIG
          tells an MQTT broker how the running roost is, and Home Assistant what there is, until a signal ends it.
          A process of its own: what goes wrong here is not the service's. docs/mqtt.md has the keys of CONFIG.
    roost-mqtt --check CONFIG
          says whether CONFIG and the file with the password are good, and speaks to no broker. Exit code 10: they are not.
    """

/// Of the process, in bytes; it has 10 MiB at rest. A broker that keeps to no packet size cannot make libmosquitto take
/// more: it is told that there is no memory, and the connection ends.
let dataLimit = 24 << 20

func check(_ settings: BridgeSettings, _ path: String) throws(CommandError) -> Int32 {
    do throws(PlainError) {
        _ = try settings.options()
    } catch {
        throw SettingsFile.bad(["\(path): password_file: \(error)"])
    }
    Console.out("\(path): good")
    return ExitCode.success
}

func bridge(_ settings: BridgeSettings) throws(CommandError) -> Int32 {
    let clock = DispatchScheduler()
    return try withLog(.info, clock: clock) { output throws(CommandError) in
        let log = Log(output, source: "mqtt")
        limitData(to: dataLimit)
        let bridge = try orFail(try Bridge(settings, clock: clock, log: log))
        log.notice("the broker is \(settings.host):\(settings.port)")
        try orFail(try bridge.run())
        return ExitCode.failed
    }
}

func main(_ words: [String]) throws(CommandError) -> Int32 {
    let arguments = try Arguments(words, flags: ["--check"])
    let path = try arguments.single("one configuration file")
    let settings: BridgeSettings = try SettingsFile.read(path)
    return try arguments.has("--check") ? check(settings, path) : bridge(settings)
}

let table = CommandTable(
    program: "roost-mqtt",
    summary: "tells an MQTT broker and Home Assistant how a running roost is",
    files: [
        (
            "/etc/roost/mqtt.json",
            "What the service roost-mqtt reads; without it that does not start."
        )
    ],
    commands: [Command("", usage, main)])
exit(table.run(Array(CommandLine.arguments.dropFirst())))

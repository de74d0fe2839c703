import Core
import Glibc
import LinuxIO
import MQTT
import MQTTBridge
import Program

signal(SIGPIPE, SIG_IGN)

let usage = """
    roost-mqtt CONFIG
          tells an MQTT broker how the running roost is, and Home Assistant what there is, until a signal ends it.
          A process of its own: what goes wrong here is not the service's. docs/mqtt.md has the keys of CONFIG.
    """

func bridge(_ path: String) throws(CommandError) -> Int32 {
    let settings: BridgeSettings = try SettingsFile.read(path)
    let clock = DispatchScheduler()
    return try withLog(.info, clock: clock) { output throws(CommandError) in
        let log = Log(output, source: "mqtt")
        let connection = try orFail(try MQTTConnection(settings.options()))
        log.notice("the broker is \(settings.host):\(settings.port)")
        try orFail(try Bridge(settings, connection, clock: clock, log: log).run())
        return ExitCode.failed
    }
}

let words = Array(CommandLine.arguments.dropFirst())
guard words.count == 1, !words[0].hasPrefix("-") else {
    let isHelp = ["--help", "-h"].contains(words.first)
    Console.write("\(usage)\n", to: isHelp ? STDOUT_FILENO : STDERR_FILENO)
    exit(isHelp ? ExitCode.success : ExitCode.usage)
}
do throws(CommandError) {
    exit(try bridge(words[0]))
} catch {
    Console.error("roost-mqtt: \(error.message)")
    exit(error.code)
}

import BlueZ
import BluetoothBridge
import CommandKit
import Core
import Glibc
import LinuxIO
import Values

signal(SIGPIPE, SIG_IGN)

let usage = """
    roost-bluetooth CONFIG
          lets phones that are paired ask the running roost over Bluetooth, and tells them what came of it, until a
          signal ends it. A process of its own: what goes wrong here is not the service's. docs/bluetooth.md has the
          keys of CONFIG.
    roost-bluetooth --pair CONFIG
          lets one phone pair within two minutes, by six digits that are shown here and typed in there.
    """

func serve(_ settings: BluetoothSettings) throws(CommandError) -> Int32 {
    let clock = DispatchScheduler()
    return try withLog(.info, clock: clock) { output throws(CommandError) in
        let log = Log(output, source: "bluetooth")
        try orFail(try BluetoothBridge(settings, clock: clock, log: log).run())
        return ExitCode.failed
    }
}

func pair(_ settings: BluetoothSettings) throws(CommandError) -> Int32 {
    let clock = DispatchScheduler()
    let time = Duration.seconds(120)
    let display = try orFail(try PasskeyDisplay(on: settings.adapter, for: time), "cannot pair")
    Console.error("pair \"\(settings.name)\" at the phone within two minutes; Ctrl-C ends it")
    let end = clock.now + time
    while clock.now < end {
        for event in try orFail(try display.work()) {
            switch event {
            case .passkey(let digits, let device):
                Console.out("\(digits.prefix(3)) \(digits.suffix(3))")
                Console.error("to be typed in at the phone \(device)")
            case .paired(let device):
                Console.out("paired: \(device)")
                return ExitCode.success
            }
        }
        let wait = display.wait(at: clock.now)
        var polled = pollfd(fd: wait.descriptor, events: wait.events, revents: 0)
        poll(&polled, 1, wait.milliseconds < 0 ? 1000 : min(wait.milliseconds, 1000))
    }
    throw .failed("not paired: no phone did within two minutes")
}

func main(_ words: [String]) throws(CommandError) -> Int32 {
    let arguments = try Arguments(words, flags: ["--pair"])
    let path = try arguments.single("one configuration file")
    let settings: BluetoothSettings = try SettingsFile.read(path)
    return try arguments.has("--pair") ? pair(settings) : serve(settings)
}

let table = CommandTable(
    program: "roost-bluetooth",
    summary: "lets paired telephones ask a running roost over Bluetooth",
    files: [
        (
            "/etc/roost/bluetooth.json",
            "What the service roost-bluetooth reads; without it that does not start."
        )
    ],
    commands: [Command("", usage, main)])
exit(table.run(Array(CommandLine.arguments.dropFirst())))

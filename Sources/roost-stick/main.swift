import CommandKit
import Core
import Deployment
import Glibc
import LinuxIO
import Signatures
import Threads

signal(SIGPIPE, SIG_IGN)

let usage = """
    roost-stick CONFIG
          deploys the configuration on the stick that is plugged in: checks that the owner has signed it for this
          machine, shows by lamp and buzzer how much would change, and applies it on a press of the button. Once;
          systemd starts it when a stick comes. docs/stick.md has the keys of CONFIG.

    Exit codes: 0 done, 1 refused or failed, 2 invalid arguments, 10 the configuration is bad.
    """
let adoptUsage = """
    roost-stick adopt CONFIG FILE ...
          takes a configuration, and the files that it names, for the first that others come after.
    """
let rollbackUsage = """
    roost-stick rollback CONFIG
          takes back a deployment that is only being tried, and has the service started again without it. The unit
          does so when roost-stick has ended before it was known whether a deployment stays, however it ended.
    """
let verifyUsage = """
    roost-stick verify CONFIG [DIR]
          says what is on a stick (in DIR/roost), whether it is signed and meant for this machine. Changes nothing.
    """
let packUsage = """
    roost-stick pack FILE ... --key KEY --machine NAME --to DIR [--number N]
          for the owner's own computer: signs a configuration, and the files that it names, with the private key in
          the file KEY, and puts them on the stick that is mounted at DIR. N must be greater than that of the one
          before; the seconds since 1970 unless given.
    """

/// The settings in a file, and the key that they name.
func settings(_ path: String) throws(CommandError) -> (DeploymentSettings, Ed25519Key) {
    let settings: DeploymentSettings = try SettingsFile.read(path)
    let pem = try orFail(try readFile(settings.key, atMost: 1 << 16), "the owner's public key")
    return (settings, try orFail(try Ed25519Key.verifying(pem: pem), settings.key))
}

func deploy(_ words: [String]) throws(CommandError) -> Int32 {
    let path = try Arguments(words).single("one configuration file")
    let (settings, key) = try settings(path)
    let clock = DispatchScheduler()
    return try withLog(.info, clock: clock) { output throws(CommandError) in
        let end = Latch()
        let signals = try orFail(try SignalSource([SIGTERM, SIGINT]) { _ in end.open() })
        let deployment = StickDeployment(
            settings, key: key, roost: RunningRoost(at: settings.controlSocket), clock: clock,
            log: Log(output, source: "stick"), pause: { end.wait(atMost: $0) })
        let ending = deployment.run()
        withExtendedLifetime(signals) {}
        return ending.isGood ? ExitCode.success : ExitCode.failed
    }
}

func adopt(_ words: [String]) throws(CommandError) -> Int32 {
    guard words.count >= 2 else { throw .usage("adopt takes CONFIG and the file to adopt") }
    let (settings, _) = try settings(words[0])
    let store = DeploymentStore(settings)
    if let number = try? store.number() {
        throw .failed("deployment \(number) is there already; others come by stick")
    }
    let files = try orFail(try Packing.files(Array(words.dropFirst())))
    try orFail(try store.stage(0, files))
    try orFail(try store.keep(0))
    Console.out("adopted. Next: sudo ln -sf \(settings.runtime)/roost.json /etc/roost/roost.json")
    return ExitCode.success
}

func rollback(_ words: [String]) throws(CommandError) -> Int32 {
    let path = try Arguments(words).single("one configuration file")
    let settings: DeploymentSettings = try SettingsFile.read(path)
    let store = DeploymentStore(settings)
    guard try orFail(try store.rollBack()) else { return ExitCode.success }
    Console.out("TAKEN BACK: roost-stick has ended before it was known whether it stays")
    // The unit that takes the request is stopped as soon as this one has ended.
    guard store.awaitRestart(DispatchScheduler()) else {
        throw .failed("nothing starts the service again: sudo systemctl restart roost")
    }
    return ExitCode.success
}

func verify(_ words: [String]) throws(CommandError) -> Int32 {
    guard (1...2).contains(words.count) else { throw .usage("verify takes CONFIG and a directory") }
    let (settings, key) = try settings(words[0])
    let place = words.count == 2 ? words[1] : settings.stick
    let deployment = try orFail(
        try SignedDeployment(in: "\(place)/\(SignedDeployment.folder)", key: key))
    let manifest = deployment.manifest
    Console.out("signed by the owner: deployment \(manifest.number) for \(manifest.machine)")
    for name in manifest.files.keys.sorted() { Console.out("  \(name)") }
    guard manifest.machine == settings.machine else {
        throw .failed("this machine is \(settings.machine)")
    }
    return ExitCode.success
}

func pack(_ words: [String]) throws(CommandError) -> Int32 {
    let arguments = try Arguments(words, options: ["--key", "--machine", "--to", "--number"])
    guard let key = arguments["--key"], let machine = arguments["--machine"],
        let place = arguments["--to"], !arguments.positional.isEmpty
    else { throw .usage("pack takes a configuration, --key, --machine and --to") }
    let now = try orFail(try ClockReading.now()).secondsSince1970
    let number = try arguments.number("--number", 1...9e15) ?? now.rounded(.down)
    guard let number = Int(exactly: number) else { throw .usage("--number is a whole number") }
    let pem = try orFail(try readFile(key, atMost: 1 << 16), "the private key")
    try orFail(
        try Packing.pack(
            arguments.positional, for: machine, number: number,
            key: try Ed25519Key.signing(pem: pem), to: place))
    Console.out("deployment \(number) for \(machine) is at \(place)/\(SignedDeployment.folder)")
    return ExitCode.success
}

let table = CommandTable(
    program: "roost-stick",
    summary: "deploys a configuration from a USB stick that the owner has signed",
    files: [
        ("/etc/roost/stick.json", "What it reads; without it no stick is even mounted."),
        (
            "/var/lib/roost-stick",
            "The configurations that were deployed; current is the one that runs."
        ),
        ("/run/roost-stick/roost.json", "What the service goes by; a link to one of them."),
    ],
    commands: [
        Command("", usage, deploy), Command("adopt", adoptUsage, adopt),
        Command("rollback", rollbackUsage, rollback), Command("verify", verifyUsage, verify),
        Command("pack", packUsage, pack),
    ])
exit(table.run(Array(CommandLine.arguments.dropFirst())))

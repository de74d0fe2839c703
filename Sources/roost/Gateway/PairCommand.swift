import CommandKit
import Core
import Gateway
import Glibc
import LinuxIO
import Values

/// `roost pair`: lets a browser in whose owner can read this terminal.
enum PairCommand {
    static let usage = """
        roost pair NAME watch|command|admin [--file FILE]
              shows a code of six digits. Whoever types it into the page within two minutes gets a token of that
              name, once; after 20 wrong codes, five from one address, and with Ctrl-C, there is none. The roles are those of `roost token`

        --file: /var/lib/roost-gateway/tokens.json unless given. It is the gateway's user's, so:
        sudo -u roost-gateway roost pair ...
        """

    private static let showsFor = Duration.seconds(120)
    private static let looksEvery = Duration.milliseconds(200)

    static func main(_ words: [String]) throws(CommandError) -> Int32 {
        let arguments = try Arguments(words, options: ["--file"])
        guard arguments.positional.count == 2,
            let role = Role(rawValue: arguments.positional[1])
        else { throw .usage("expected NAME and watch, command or admin") }
        let tokens = TokenFile(arguments["--file"] ?? TokenFile.usualPath)
        try TokenCommand.refuseOthers(tokens, command: "pair ...")
        let pairing = try orFail(try Pairing(arguments.positional[0], role))
        guard try !isKnown(pairing, tokens) else {
            throw .failed("there is a token \"\(pairing.name)\" already; remove it first")
        }
        return try show(pairing, tokens)
    }

    private static func show(
        _ pairing: Pairing, _ tokens: TokenFile
    ) throws(CommandError) -> Int32 {
        let shown = try orFail(try ShownPairing(pairing, beside: tokens))
        Console.out("\(pairing.code.prefix(3)) \(pairing.code.suffix(3))")
        Console.error("to be typed into the page within two minutes; Ctrl-C takes it back")
        let clock = DispatchScheduler()
        let end = clock.now + showsFor
        while !shown.isOver, clock.now < end { clock.sleep(for: looksEvery) }
        if try isKnown(pairing, tokens) {
            Console.out("paired: \(pairing.name) may \(pairing.role.rawValue)")
            return ExitCode.success
        }
        throw .failed(
            shown.isOver
                ? "not paired: too many wrong codes were typed in"
                : "not paired: nobody typed in the code within two minutes")
    }

    private static func isKnown(
        _ pairing: Pairing, _ tokens: TokenFile
    ) throws(CommandError) -> Bool {
        try orFail(try tokens.read()).tokens.contains { $0.name == pairing.name }
    }
}

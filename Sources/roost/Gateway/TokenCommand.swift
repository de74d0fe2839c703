import CommandKit
import Core
import Gateway
import Glibc
import LinuxIO
import Values

/// `roost token`: who may use the gateway.
enum TokenCommand {
    static let usage = """
        roost token add NAME watch|command|admin [--file FILE]
              makes a token and shows it, once: its hash alone is kept. watch: see everything; command: ask
              for what can be asked for; admin: also for what cannot be undone
        roost token list [--file FILE]
        roost token remove NAME [--file FILE]
              it is refused from the next second on, also where it is in use

        --file: /var/lib/roost-gateway/tokens.json unless given. It is the gateway's user's, so:
        sudo -u roost-gateway roost token add ...
        """

    static func add(_ words: [String]) throws(CommandError) -> Int32 {
        let arguments = try Arguments(words, options: ["--file"])
        guard arguments.positional.count == 2,
            let role = Role(rawValue: arguments.positional[1])
        else { throw .usage("expected NAME and watch, command or admin") }
        let token = try change(arguments) { book throws(PlainError) in
            try book.add(arguments.positional[0], role)
        }
        Console.out(token)
        return ExitCode.success
    }

    static func list(_ words: [String]) throws(CommandError) -> Int32 {
        let arguments = try Arguments(words, options: ["--file"])
        for entry in try orFail(try file(arguments).read()).tokens {
            Console.out("\(entry.name)  \(entry.role.rawValue)")
        }
        return ExitCode.success
    }

    static func remove(_ words: [String]) throws(CommandError) -> Int32 {
        let arguments = try Arguments(words, options: ["--file"])
        let name = try arguments.single("the name of a token")
        try change(arguments) { book throws(PlainError) in
            guard book.remove(name) else { throw PlainError("there is no token \"\(name)\"") }
        }
        return ExitCode.success
    }

    private static func file(_ arguments: Arguments) -> TokenFile {
        TokenFile(arguments["--file"] ?? TokenFile.usualPath)
    }

    private static func change<Result>(
        _ arguments: Arguments, _ body: (inout TokenBook) throws(PlainError) -> Result
    ) throws(CommandError) -> Result {
        let file = file(arguments)
        try refuseOthers(file, command: "token ...")
        return try orFail(try file.change(body))
    }

    /// What another user writes there, the gateway could not read.
    static func refuseOthers(_ file: TokenFile, command: String) throws(CommandError) {
        let directory = file.path.lastIndex(of: "/").map { String(file.path[...$0]) } ?? "."
        var status = stat()
        guard stat(directory, &status) == 0, status.st_uid != geteuid() else { return }
        let owner = UserAccount.name(of: status.st_uid)
        throw .failed("\(directory) is the user \(owner)'s: sudo -u \(owner) roost \(command)")
    }
}

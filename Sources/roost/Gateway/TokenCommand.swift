import Core
import Gateway
import Glibc
import LinuxIO
import Program

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

    private static let maxBytes = 1 << 16

    static func add(_ words: [String]) throws(CommandError) -> Int32 {
        let arguments = try Arguments(words, options: ["--file"])
        guard arguments.positional.count == 2,
            let role = Role(rawValue: arguments.positional[1])
        else { throw .usage("expected NAME and watch, command or admin") }
        let name = arguments.positional[0]
        var token = ""
        try change(arguments) { book throws(CommandError) in
            token = try orFail(try book.add(name, role))
        }
        Console.out(token)
        return ExitCode.success
    }

    static func list(_ words: [String]) throws(CommandError) -> Int32 {
        let arguments = try Arguments(words, options: ["--file"])
        for entry in try book(path(arguments)).tokens {
            Console.out("\(entry.name)  \(entry.role.rawValue)")
        }
        return ExitCode.success
    }

    static func remove(_ words: [String]) throws(CommandError) -> Int32 {
        let arguments = try Arguments(words, options: ["--file"])
        let name = try arguments.single("the name of a token")
        try change(arguments) { book throws(CommandError) in
            guard book.remove(name) else { throw .failed("there is no token \"\(name)\"") }
        }
        return ExitCode.success
    }

    private static func path(_ arguments: Arguments) -> String {
        arguments["--file"] ?? TokenBook.usualPath
    }

    private static func book(_ path: String) throws(CommandError) -> TokenBook {
        let bytes: [UInt8]
        do throws(IOError) {
            bytes = try readFile(path, atMost: maxBytes)
        } catch {
            if error.code == ENOENT { return TokenBook() }
            throw .failed("\(error)")
        }
        return try orFail(try TokenBook(bytes), path)
    }

    private static func change(
        _ arguments: Arguments, _ body: (inout TokenBook) throws(CommandError) -> Void
    ) throws(CommandError) {
        let path = path(arguments)
        try refuseOthers(path)
        var book = try book(path)
        try body(&book)
        try orFail(try replaceFile(at: path, with: book.bytes, mode: 0o600))
        // It has the hash of a token that was taken away.
        unlink(path + ".before")
    }

    /// What another user writes there, the gateway could not read.
    private static func refuseOthers(_ path: String) throws(CommandError) {
        let directory = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        var status = stat()
        guard stat(directory, &status) == 0, status.st_uid != geteuid() else { return }
        let owner = UserAccount.name(of: status.st_uid)
        throw .failed("\(directory) is the user \(owner)'s: sudo -u \(owner) roost token ...")
    }
}

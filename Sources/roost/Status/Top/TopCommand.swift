import CommandKit
import Core
import LinuxIO
import Terminal

/// `roost top`: all drivers and policies, live, with keys.
enum TopCommand {
    static let usage = """
        roost top [--every SECONDS] [--ascii] [--runtime DIR] [--socket PATH]
              all drivers and policies live in the terminal: how each is, its values and their ages, the way of
              its main number, how late policies step, and the last events

        Keys: up and down or k and j select, Enter shows all of what is selected, Esc goes back, s sorts by what is
        wrong or by name, p pauses, ? helps, q quits. When roost is gone, what was known stays until it is back.
        --every SECONDS: how often it is looked at, and a column of the curves is drawn; every 1 s unless given.
        --ascii: nothing but ASCII, as where the locale says no UTF-8.
        \(ServiceInstance.usage)
        --socket PATH: the control socket to speak to.
        """

    static func main(_ words: [String]) throws(CommandError) -> Int32 {
        let arguments = try Arguments(
            words, options: ["--every", "--runtime", "--socket"], flags: ["--ascii"])
        guard arguments.positional.isEmpty else { throw .usage("top takes options only") }
        let seconds = try arguments.number("--every", 0.1...10) ?? 1
        let terminal = try terminal()
        let paths = RuntimeDirectory.findSocket(
            runtime: arguments["--runtime"], socket: arguments["--socket"])
        // Before the screen is taken, so that what is wrong is said where it stays.
        let query = StatusQuery(paths: paths, name: nil, isJSON: false)
        let report = try query.answer().report
        let session = try orFail(
            try TopSession(
                report, from: paths, every: .milliseconds(Int64(seconds * 1000)), on: terminal,
                isASCII: arguments.has("--ascii") || !Console.showsUnicode))
        try orFail(try session.run(), "the terminal cannot be used")
        return ExitCode.success
    }

    private static func terminal() throws(CommandError) -> ControllingTerminal {
        guard Console.outputIsTerminal else {
            throw .failed(
                "top needs a terminal, and standard output is none; roost status --watch writes anywhere"
            )
        }
        guard Console.environment("TERM") != "dumb" else {
            throw .failed(
                "top needs a terminal that can place text, and TERM is \"dumb\"; roost status --watch writes anywhere"
            )
        }
        return try orFail(try ControllingTerminal(), "top needs a terminal with a keyboard")
    }
}

import Core
import LinuxIO
import Values

/// A unit of systemd on this machine, asked and told by `systemctl`.
struct SystemdUnit {
    let name: String
    /// The program that the unit starts.
    let program: String
    /// Where the output of commands goes for a moment.
    let directory: String

    /// One property as `systemctl show` tells it.
    func property(_ property: String) throws(PlainError) -> String {
        let (code, text) = try command(
            "/usr/bin/systemctl", ["show", name, "--property=\(property)", "--value"])
        guard code == 0 else { throw PlainError("systemctl show: \(text)") }
        return String(text.prefix { !$0.isNewline })
    }

    func control(_ words: String...) throws(PlainError) {
        let (code, text) = try command("/usr/bin/systemctl", words + [name])
        guard code == 0 else { throw PlainError("systemctl \(words[0]): \(text)") }
    }

    /// A command of that program.
    func program(_ words: String...) throws(PlainError) -> (code: Int32, text: String) {
        try command(program, words)
    }

    func command(
        _ path: String, _ words: [String]
    ) throws(PlainError) -> (code: Int32, text: String) {
        let log = "\(directory)/command.log"
        do throws(IOError) {
            let code = try ChildProcess(path, words, logPath: log).waitForEnd()
            return (code, String(decoding: try readFile(log, atMost: 1 << 20), as: UTF8.self))
        } catch {
            throw PlainError("\(path) cannot be started: \(error)")
        }
    }
}

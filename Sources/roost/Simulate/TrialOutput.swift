import CommandKit
import Core
import Glibc
import LinuxIO
import Values

/// What the commands of trials have in common: files, threads, and how far it is.
enum TrialOutput {
    static func write(_ text: String, to path: String) throws(CommandError) {
        try write(Array(text.utf8), to: path)
    }

    static func write(_ bytes: [UInt8], to path: String) throws(CommandError) {
        let number = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard number >= 0 else {
            throw .failed("\(path): \(IOError(call: "open", code: errno).reason)")
        }
        try mapped(to: { CommandError.failed("\(path): \($0.reason)") }) { () throws(IOError) in
            try FileDescriptor(adopting: number).write(bytes)
        }
    }
}

extension Arguments {
    /// `--threads`; as many as there are processors unless it is given.
    func threads() throws(CommandError) -> Int {
        let cores = sysconf(Int32(_SC_NPROCESSORS_ONLN))
        return Int(try number("--threads", 1...1024) ?? Double(cores))
    }
}

/// How far it is, on standard error, where that is a terminal.
final class ProgressBar: Sendable {
    private static let width = 40
    private let isShown = isatty(STDERR_FILENO) == 1

    func show(_ done: Int, of total: Int) {
        // Not for each: a terminal is slow.
        guard isShown, done % max(1, total / 200) == 0 || done == total else { return }
        let filled = Self.width * done / max(1, total)
        let bar =
            String(repeating: "#", count: filled)
            + String(repeating: ".", count: Self.width - filled)
        Console.write("\r[\(bar)] \(done)/\(total)", to: STDERR_FILENO)
    }

    func clear() {
        if isShown { Console.write("\r\u{1B}[K", to: STDERR_FILENO) }
    }
}

import Glibc

/// Standard output and standard error, one write(2) a call: `print` buffers into pipes.
enum Console {
    static func out(_ text: String) {
        write("\(text)\n", to: STDOUT_FILENO)
    }

    static func error(_ text: String) {
        write("\(text)\n", to: STDERR_FILENO)
    }

    /// Writes text as it is. A reader that has gone away is not an error worth dying of.
    static func write(_ text: String, to descriptor: Int32) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0 && errno != EINTR { return }
            bytes = bytes.dropFirst(max(0, count))
        }
    }

    static var errorIsTerminal: Bool { isatty(STDERR_FILENO) == 1 }
    static var outputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}

import Glibc

/// Standard output and standard error, one write(2) a call: `print` buffers into pipes.
package enum Console {
    package static func out(_ text: String) {
        write("\(text)\n", to: STDOUT_FILENO)
    }

    package static func error(_ text: String) {
        write("\(text)\n", to: STDERR_FILENO)
    }

    /// Writes text as it is, and waits as long as its reader takes. One that has gone away is not an
    /// error worth dying of.
    package static func write(_ text: String, to descriptor: Int32) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0 && !isWritable(descriptor, after: errno) { return }
            bytes = bytes.dropFirst(max(0, count))
        }
    }

    /// Whether writing should be tried again after the error `code`. Another program may have made
    /// the terminal that we share non-blocking.
    private static func isWritable(_ descriptor: Int32, after code: Int32) -> Bool {
        guard code == EAGAIN else { return code == EINTR }
        var poller = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&poller, 1, -1) > 0 || errno == EINTR
    }

    package static var outputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// The size of the terminal on standard output; 80 by 24 when it does not say.
    package static var terminalSize: (columns: Int, rows: Int) {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return (80, 24)
        }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// https://no-color.org: set and not empty.
    package static var hasColour: Bool { environment("NO_COLOR") ?? "" == "" }

    /// Whether the locale says UTF-8. The console of Linux has no dots in its font, whatever it says.
    package static var showsUnicode: Bool {
        if ["linux", "dumb"].contains(environment("TERM")) { return false }
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy
            .compactMap { environment($0) }.first { !$0.isEmpty }
        let name = (locale ?? "").lowercased()
        return name.hasSuffix("utf-8") || name.hasSuffix("utf8")
    }

    package static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}

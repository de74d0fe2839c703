import Glibc

/// The terminal that this process belongs to, opened again for itself.
///
/// It is opened on its own because reads and writes must never wait: the standard streams share their
/// "non-blocking" with the shell and with everybody else who has the terminal open.
package final class ControllingTerminal: Sendable {
    package enum Input: Equatable, Sendable {
        case bytes([UInt8])
        case nothing
        /// The terminal went away.
        case gone
    }

    package let descriptor: FileDescriptor
    /// As it was found.
    private let original: termios

    /// Opens the controlling terminal (`tty(4)`).
    ///
    /// - Throws: `ENXIO` when there is none.
    package init() throws(IOError) {
        descriptor = try FileDescriptor(open: "/dev/tty", O_RDWR | O_NONBLOCK | O_NOCTTY)
        var settings = termios()
        let number = descriptor.number
        try systemCall("tcgetattr", "/dev/tty") { tcgetattr(number, &settings) }
        original = settings
    }

    /// Hands every key on as it is pressed, ctrl-C too, and shows none (`cfmakeraw(3)`).
    package func makeRaw() throws(IOError) {
        var raw = original
        cfmakeraw(&raw)
        try apply(raw)
    }

    /// Back to how it was found.
    package func restore() throws(IOError) {
        try apply(original)
    }

    /// At once: to wait until all output is out, as others do here, would be to wait for whoever has
    /// stopped the terminal.
    private func apply(_ settings: termios) throws(IOError) {
        let number = descriptor.number
        try withUnsafePointer(to: settings) { pointer throws(IOError) in
            _ = try systemCall("tcsetattr", "/dev/tty") { tcsetattr(number, TCSANOW, pointer) }
        }
    }

    /// What was typed since the last time.
    package func read() -> Input {
        do throws(IOError) {
            var bytes = [UInt8](repeating: 0, count: 1024)
            let number = descriptor.number
            let count = try nonBlockingCall("read") {
                Glibc.read(number, &bytes, bytes.count)
            }
            guard let count else { return .nothing }
            return count == 0 ? .gone : .bytes(Array(bytes.prefix(count)))
        } catch {
            return .gone
        }
    }

    /// Writes as much as the terminal takes now, and returns how much that was.
    package func write(_ bytes: ArraySlice<UInt8>) throws(IOError) -> Int {
        let number = descriptor.number
        return try nonBlockingCall("write") {
            bytes.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
        } ?? 0
    }

    /// Waits until it takes more, at most `limit`.
    ///
    /// - Returns: whether it does; not when it is stopped, or gone.
    package func isWritable(within limit: Duration) -> Bool {
        var poller = pollfd(fd: descriptor.number, events: Int16(POLLOUT), revents: 0)
        let milliseconds = Int32(clamping: Int64(limit / .milliseconds(1)))
        _ = try? systemCall("poll") { poll(&poller, 1, max(0, milliseconds)) }
        return poller.revents == Int16(POLLOUT)
    }

    /// The size in characters; `nil` when it does not say.
    package var size: (columns: Int, rows: Int)? {
        var size = winsize()
        guard ioctl(descriptor.number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0,
            size.ws_row > 0
        else { return nil }
        return (Int(size.ws_col), Int(size.ws_row))
    }
}

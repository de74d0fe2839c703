import Glibc

/// How fast a serial line runs, in bits per second. Both ends must agree; nothing tells.
package enum SerialSpeed: Int, CaseIterable, Sendable {
    case baud4800 = 4800
    case baud9600 = 9600
    case baud19200 = 19200
    case baud38400 = 38400
    case baud57600 = 57600
    case baud115200 = 115_200
    case baud230400 = 230_400
    case baud460800 = 460_800
    case baud921600 = 921_600

    /// The name that termios(3) has for it.
    fileprivate var code: speed_t {
        let code =
            switch self {
            case .baud4800: B4800
            case .baud9600: B9600
            case .baud19200: B19200
            case .baud38400: B38400
            case .baud57600: B57600
            case .baud115200: B115200
            case .baud230400: B230400
            case .baud460800: B460800
            case .baud921600: B921600
            }
        return speed_t(code)
    }
}

/// A serial port, as to a receiver, a tag reader or a flight controller: raw bytes, 8 data bits,
/// no parity, one stop bit, no flow control. Never waits.
package final class SerialPort: Sendable {
    package let descriptor: FileDescriptor
    package let path: String

    /// Opens the port for this program alone, and forgets what came in before.
    ///
    /// - Throws: `EBUSY` when another program has it, `ENOTTY` when it is no serial port, `EINVAL`
    ///   when it cannot run at this speed.
    package init(_ path: String, _ speed: SerialSpeed) throws(IOError) {
        // Never as the terminal that controls us, and without waiting for a carrier.
        let descriptor = try FileDescriptor(open: path, O_RDWR | O_NOCTTY | O_NONBLOCK)
        // Before there is an object: its `deinit` would give back what is another program's.
        try Self.claim(descriptor, path)
        self.descriptor = descriptor
        self.path = path
        try configure(speed)
        try systemCall("tcflush", path) { tcflush(descriptor.number, TCIFLUSH) }
    }

    deinit {
        release()
    }

    /// Lets others have the port from now on, though its descriptor may be open a little longer.
    package func release() {
        // It would stay exclusive as long as anybody has it open.
        _ = ioctl(descriptor.number, UInt(TIOCNXCL))
        flock(descriptor.number, LOCK_UN)
    }

    /// Reads what has arrived, at most `capacity` bytes.
    ///
    /// - Returns: `nil` when nothing is there now.
    /// - Throws: `ENODEV` once the port is gone, as when its USB plug is pulled.
    package func read(atMost capacity: Int) throws(IOError) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: capacity)
        let count: Int?
        do throws(IOError) {
            count = try nonBlockingCall("read", path) {
                Glibc.read(descriptor.number, &bytes, capacity)
            }
        } catch {
            throw error.code == EIO ? gone("read") : error
        }
        guard let count else { return nil }
        // A port has no end: this is how one that hung up answers.
        guard count > 0 else { throw gone("read") }
        bytes.removeSubrange(count...)
        return bytes
    }

    /// Hands over what fits into the kernel's buffer, about 4 KiB; the line sends it at its own
    /// pace.
    ///
    /// - Returns: how many of the bytes were taken; 0 when nothing fits now.
    /// - Throws: `ENODEV` once the port is gone.
    package func write(_ bytes: ArraySlice<UInt8>) throws(IOError) -> Int {
        do throws(IOError) {
            return try nonBlockingCall("write", path) {
                bytes.withUnsafeBytes { Glibc.write(descriptor.number, $0.baseAddress, $0.count) }
            } ?? 0
        } catch {
            throw error.code == EIO ? gone("write") : error
        }
    }

    private func gone(_ call: String) -> IOError {
        IOError(call: call, subject: path, code: ENODEV)
    }

    /// Keeps others out: those who ask first by the lock, all others (but for root) by the mode.
    private static func claim(
        _ descriptor: FileDescriptor, _ path: String
    ) throws(IOError) {
        var settings = termios()
        try systemCall("tcgetattr", path) { tcgetattr(descriptor.number, &settings) }
        do throws(IOError) {
            try systemCall("flock", path) { flock(descriptor.number, LOCK_EX | LOCK_NB) }
        } catch {
            throw error.code == EWOULDBLOCK
                ? IOError(call: "open", subject: path, code: EBUSY) : error
        }
        try systemCall("ioctl TIOCEXCL", path) { ioctl(descriptor.number, UInt(TIOCEXCL)) }
    }

    private func configure(_ speed: SerialSpeed) throws(IOError) {
        var wanted = termios()
        try systemCall("tcgetattr", path) { tcgetattr(descriptor.number, &wanted) }
        // Raw: no echo, no lines, no signals, no parity, 8 bits, reads of one byte or more.
        cfmakeraw(&wanted)
        wanted.c_iflag &= ~tcflag_t(IXON | IXOFF | IXANY | INPCK)
        wanted.c_cflag &= ~(tcflag_t(CSTOPB) | tcflag_t(CRTSCTS))
        wanted.c_cflag |= tcflag_t(CLOCAL | CREAD)
        cfsetispeed(&wanted, speed.code)
        cfsetospeed(&wanted, speed.code)
        try systemCall("tcsetattr", path) { tcsetattr(descriptor.number, TCSANOW, &wanted) }
        // It succeeds when it could do any of this, so what was done is looked at.
        var actual = termios()
        try systemCall("tcgetattr", path) { tcgetattr(descriptor.number, &actual) }
        guard cfgetispeed(&actual) == speed.code, cfgetospeed(&actual) == speed.code else {
            throw IOError(call: "set \(speed.rawValue) baud on", subject: path, code: EINVAL)
        }
    }
}

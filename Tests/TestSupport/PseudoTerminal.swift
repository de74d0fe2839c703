import Glibc
import Synchronization

/// A terminal whose keyboard and screen are this object's: the master of a pty (`pty(7)`).
package final class PseudoTerminal: Sendable {
    /// The end for a program: its controlling terminal, if it begins a session and opens this first.
    package let path: String
    private let master: Mutex<Int32>
    /// The other end, from the hang-up on: while it is open the kernel gives its number to no other terminal.
    private let keptNumber = Mutex<Int32>(-1)
    private let shown = Mutex<[UInt8]>([])

    // linux/uapi/asm-generic/ioctls.h; what Glibc has for this is no part of Swift's module.
    private static let getNumber: UInt = 0x8004_5430
    private static let setLock: UInt = 0x4004_5431

    /// - Throws: that the system gives none.
    package init(columns: UInt16 = 80, rows: UInt16 = 24) throws {
        let master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        var (number, lock): (Int32, Int32) = (0, 0)
        guard master >= 0, ioctl(master, Self.setLock, &lock) == 0,
            ioctl(master, Self.getNumber, &number) == 0
        else { throw TestSupportError("no pseudo-terminal: error \(errno)") }
        path = "/dev/pts/\(number)"
        self.master = Mutex(master)
        resize(columns: columns, rows: rows)
    }

    /// Makes the window larger or smaller; who runs in it is told by SIGWINCH.
    package func resize(columns: UInt16, rows: UInt16) {
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = master.withLock { ioctl($0, UInt(TIOCSWINSZ), &size) }
    }

    deinit {
        closeMaster()
        keptNumber.withLock { if $0 >= 0 { close($0) } }
    }

    /// Closes the window, or pulls the plug of a serial port.
    ///
    /// The path stays this object's: opened again it gives `EIO`, and never the terminal of another test, which
    /// a driver that tries again would open in place of its device.
    package func hangUp() {
        keptNumber.withLock { if $0 < 0 { $0 = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC) } }
        closeMaster()
    }

    private func closeMaster() {
        master.withLock {
            if $0 >= 0 { close($0) }
            $0 = -1
        }
    }

    package func type(_ text: String) {
        send(Array(text.utf8))
    }

    /// Sends bytes to whoever has the other end open, which may also be a program that takes this
    /// for a serial port; gives how many fitted in.
    @discardableResult
    package func send(_ bytes: [UInt8]) -> Int {
        max(0, master.withLock { write($0, bytes, bytes.count) })
    }

    /// What was written to the other end since the last look.
    package func receive() -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 65536)
        let count = master.withLock { read($0, &buffer, buffer.count) }
        return Array(buffer.prefix(max(0, count)))
    }

    /// Everything that was written to the screen so far, with its escape sequences.
    ///
    /// A screen that nobody looks at fills up, and takes no more.
    package var screen: String {
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = master.withLock { read($0, &buffer, buffer.count) }
            guard count > 0 else { break }
            shown.withLock { $0 += buffer.prefix(count) }
        }
        return shown.withLock { String(decoding: $0, as: UTF8.self) }
    }

    /// Whether the terminal edits lines, echoes and makes signals, as a shell leaves it.
    package var isCooked: Bool {
        var settings = termios()
        let wanted = tcflag_t(ICANON | ECHO | ISIG)
        guard master.withLock({ tcgetattr($0, &settings) }) == 0 else { return false }
        return settings.c_lflag & wanted == wanted
    }
}

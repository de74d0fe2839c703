import Glibc
import TestSupport
import Testing

@testable import LinuxIO

struct SerialPortTests {
    @Test("every byte arrives as it was sent, and without any nothing is waited for")
    func raw() throws {
        let terminal = try PseudoTerminal()
        let port = try SerialPort(terminal.path, .baud9600)
        #expect(try port.read(atMost: 16) == nil)
        // A terminal would take some of these for line ends, signals, flow control and its end.
        let bytes = [UInt8](0...255)
        #expect(terminal.send(bytes) == 256)
        var seen: [UInt8] = []
        _ = try eventually {
            while let more = try port.read(atMost: 100) { seen += more }
            return seen.count >= 256
        }
        #expect(seen == bytes)
    }

    @Test("every byte that is written goes out as it is, as much at a time as there is room for")
    func writing() throws {
        let terminal = try PseudoTerminal()
        let port = try SerialPort(terminal.path, .baud921600)
        let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }
        var sent = 0
        while case let count = try port.write(bytes[sent...]), count > 0 { sent += count }
        #expect(sent < bytes.count, "not all fits while nobody reads")
        var received: [UInt8] = []
        _ = try eventually {
            sent += try port.write(bytes[sent...])
            received += terminal.receive()
            return received.count >= bytes.count
        }
        #expect(received == bytes)
    }

    @Test("what was in the line before the port was opened is forgotten")
    func flushes() throws {
        let terminal = try PseudoTerminal()
        // Without anybody at the port a line is kept; raw or not, it is not ours.
        terminal.type("$GPRMC,half a sentence\n")
        let port = try SerialPort(terminal.path, .baud4800)
        #expect(try port.read(atMost: 100) == nil)
        terminal.type("new")
        #expect(try eventually { try port.read(atMost: 100) == Array("new".utf8) })
    }

    @Test("it runs at the speed that was asked for, 8N1, raw", arguments: SerialSpeed.allCases)
    func speeds(_ speed: SerialSpeed) throws {
        let terminal = try PseudoTerminal()
        let port = try SerialPort(terminal.path, speed)
        var settings = termios()
        #expect(tcgetattr(port.descriptor.number, &settings) == 0)
        // The codes of termios(3), which count up from B4800 = 14 (octal), and B57600 = 10001.
        let codes: [Int: speed_t] = [
            4800: 0o14, 9600: 0o15, 19200: 0o16, 38400: 0o17, 57600: 0o10001, 115_200: 0o10002,
            230_400: 0o10003, 460_800: 0o10004, 921_600: 0o10007,
        ]
        #expect(cfgetospeed(&settings) == codes[speed.rawValue])
        #expect(cfgetispeed(&settings) == codes[speed.rawValue])
        #expect(settings.c_cflag & tcflag_t(CSIZE) == tcflag_t(CS8))
        #expect(settings.c_cflag & tcflag_t(PARENB | CSTOPB) == 0)
        #expect(settings.c_lflag & tcflag_t(ICANON | ECHO | ISIG) == 0)
        #expect(settings.c_iflag & tcflag_t(IXON | IXOFF | ICRNL) == 0)
    }

    @Test("a port is for one program, and free again when it is closed")
    func exclusive() throws {
        let terminal = try PseudoTerminal()
        var first: SerialPort? = try SerialPort(terminal.path, .baud9600)
        let error = thrownError(IOError.self) { try SerialPort(terminal.path, .baud9600) }
        #expect(error == IOError(call: "open", subject: terminal.path, code: EBUSY))
        withExtendedLifetime(first) {}
        first = nil
        _ = try SerialPort(terminal.path, .baud9600)
    }

    /// TIOCGEXCL of ioctl_tty(2), a macro that Swift does not import.
    private static func isExclusive(_ port: SerialPort) -> Bool? {
        var isExclusive: Int32 = 0
        let isAnswered = ioctl(port.descriptor.number, UInt(0x8004_5440), &isExclusive) == 0
        return isAnswered ? isExclusive == 1 : nil
    }
    /// qemu-user does not know it.
    private static let canAsk =
        (try? PseudoTerminal()).flatMap { terminal in
            (try? SerialPort(terminal.path, .baud9600)).flatMap(isExclusive)
        } != nil

    @Test(
        "who is refused a port leaves it to its owner alone, also as root",
        .enabled(if: canAsk, "TIOCGEXCL is not answered here"))
    func refused() throws {
        let terminal = try PseudoTerminal()
        let owner = try SerialPort(terminal.path, .baud9600)
        #expect(Self.isExclusive(owner) == true)
        #expect(throws: IOError.self) { try SerialPort(terminal.path, .baud9600) }
        #expect(Self.isExclusive(owner) == true)
    }

    @Test("a port whose plug is pulled is absent, and stays so")
    func unplugged() throws {
        let terminal = try PseudoTerminal()
        let port = try SerialPort(terminal.path, .baud9600)
        terminal.hangUp()
        for _ in 0..<2 {
            let error = thrownError(IOError.self) { try port.read(atMost: 10) }
            #expect(error?.isAbsence == true)
        }
        let error = thrownError(IOError.self) { try port.write([1]) }
        #expect(error?.isAbsence == true)
    }

    @Test("while a pulled plug is held, its path leads to no device that is plugged in later")
    func keptPath() throws {
        let pulled = try PseudoTerminal()
        pulled.hangUp()
        #expect(try PseudoTerminal().path != pulled.path)
        #expect(throws: IOError.self) { try SerialPort(pulled.path, .baud9600) }
    }

    @Test("a file that is no serial port, and one that is not there, are told apart")
    func others() throws {
        let directory = try TemporaryDirectory()
        try directory.write("file", "")
        let plain = thrownError(IOError.self) {
            try SerialPort("\(directory.path)/file", .baud9600)
        }
        #expect(plain?.code == ENOTTY)
        let missing = thrownError(IOError.self) {
            try SerialPort("\(directory.path)/none", .baud9600)
        }
        #expect(missing?.isAbsence == true)
    }
}

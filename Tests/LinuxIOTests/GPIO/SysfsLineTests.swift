import Glibc
import LinuxIO
import TestSupport
import Testing

@Suite("A line of the class interface")
struct SysfsLineTests {
    private let root: TemporaryDirectory
    private let host: GPIOHost

    init() throws {
        root = try TemporaryDirectory()
        host = GPIOHost(dev: "\(root.path)/dev", sysfs: "\(root.path)/sys", consumer: "test")
        try root.makeSysfsLine(17)
    }

    private func file(_ attribute: String) -> String? {
        root.read("sys/class/gpio/gpio17/\(attribute)")
    }

    private func openInput(
        _ number: UInt32 = 17, activeLow: Bool = false, bias: GPIOBias = .asIs
    ) throws(IOError) -> any DigitalInput {
        try host.openInput(
            .sysfs(number),
            DigitalInputConfig(isActiveLow: activeLow, bias: bias, debounceMicroseconds: 0))
    }

    @Test("is read as the kernel gives it, each time anew")
    func input() throws {
        let line = try openInput(activeLow: true)
        #expect(file("active_low") == "1")
        #expect(file("direction") == "in")
        #expect(try !line.isActive())
        try root.setSysfsLine(17, isActive: true)
        #expect(try line.isActive())
        #expect(line.edgeDescriptor == nil)
    }

    @Test("that says neither 0 nor 1 is an error, not a level", arguments: ["", "x\n", "\n"])
    func nonsense(text: String) throws {
        let line = try openInput()
        try root.write("sys/class/gpio/gpio17/value", text)
        #expect(throws: IOError.self) { try line.isActive() }
    }

    @Test("that has gone is absent")
    func gone() throws {
        let line = try openInput()
        unlink("\(root.path)/sys/class/gpio/gpio17/value")
        let error = thrownError(IOError.self) { try line.isActive() }
        #expect(error?.isAbsence == true)
    }

    @Test("cannot have a bias, and says so")
    func bias() {
        let error = thrownError(IOError.self) { try openInput(bias: .pullUp) }
        #expect(error?.code == EOPNOTSUPP)
    }

    // "high" and "low" set voltages, not levels: Documentation/admin-guide/gpio/sysfs.rst.
    @Test(
        "becomes an output with its first level already there",
        arguments: [
            (false, false, "low", "0\n"), (false, true, "high", "1\n"),
            (true, false, "high", "0\n"), (true, true, "low", "1\n"),
        ])
    func output(activeLow: Bool, initial: Bool, direction: String, value: String) throws {
        let line = try host.openOutput(
            .sysfs(17), DigitalOutputConfig(isActiveLow: activeLow, isInitiallyActive: initial))
        #expect(file("active_low") == (activeLow ? "1" : "0"))
        #expect(file("direction") == direction)
        #expect(file("value") == value)
        try line.set(isActive: !initial)
        #expect(file("value") == (initial ? "0\n" : "1\n"))
    }

    @Test("that nobody has exported is exported first")
    func export() throws {
        try root.write("sys/class/gpio/export", "")
        // Nobody makes the directory here, so opening it fails after the export.
        let error = thrownError(IOError.self) { try openInput(5) }
        #expect(root.read("sys/class/gpio/export") == "5")
        #expect(error?.isAbsence == true)
    }

    @Test("is absent where the kernel has no class interface")
    func noInterface() throws {
        let empty = try TemporaryDirectory()
        let host = GPIOHost(dev: empty.path, sysfs: empty.path, consumer: "test")
        let error = thrownError(IOError.self) {
            try host.openOutput(
                .sysfs(17), DigitalOutputConfig(isActiveLow: false, isInitiallyActive: false))
        }
        #expect(error?.isAbsence == true)
    }
}

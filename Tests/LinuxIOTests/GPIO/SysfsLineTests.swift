import Glibc
import LinuxIO
import TestSupport
import Testing

@Suite("A line of the class interface")
struct SysfsLineTests {
    private let root: TemporaryDirectory
    private let host: GPIOLineProvider

    init() throws {
        root = try TemporaryDirectory()
        host = GPIOLineProvider(
            dev: "\(root.path)/dev", sysfs: "\(root.path)/sys", consumer: "test")
        try root.makeSysfsLine(17)
    }

    private func file(_ attribute: String) -> String? {
        root.read("sys/class/gpio/gpio17/\(attribute)")
    }

    private func openInput(
        _ number: UInt32 = 17, activeLow: Bool = false, bias: GPIOBias = .asIs
    ) throws(IOError) -> any DigitalInputs {
        try host.openInputs(
            [.sysfs(number)],
            DigitalInputConfig(isActiveLow: activeLow, bias: bias, debounceMicroseconds: 0))
    }

    @Test("is read as the kernel gives it, each time")
    func input() throws {
        let line = try openInput(activeLow: true)
        #expect(file("active_low") == "1")
        #expect(file("direction") == "in")
        #expect(try line.levels() == [false])
        try root.setSysfsLine(17, isActive: true)
        #expect(try line.levels() == [true])
        #expect(line.edgeDescriptors.isEmpty)
    }

    @Test("that says neither 0 nor 1 is an error, not a level", arguments: ["", "x\n", "\n"])
    func nonsense(text: String) throws {
        let line = try openInput()
        try root.write("sys/class/gpio/gpio17/value", text)
        #expect(throws: IOError.self) { try line.levels() }
    }

    @Test("that has gone is absent")
    func gone() throws {
        let line = try openInput()
        unlink("\(root.path)/sys/class/gpio/gpio17/value")
        let error = thrownError(IOError.self) { try line.levels() }
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
        let line = try host.openOutputs(
            [.sysfs(17)],
            DigitalOutputConfig(isActiveLow: activeLow, areInitiallyActive: [initial]))
        #expect(file("active_low") == (activeLow ? "1" : "0"))
        #expect(file("direction") == direction)
        #expect(file("value") == value)
        try line.set(areActive: [!initial])
        #expect(file("value") == (initial ? "0\n" : "1\n"))
    }

    @Test("can be held with others, each in its place")
    func several() throws {
        try root.makeSysfsLine(5)
        try root.setSysfsLine(5, isActive: true)
        let inputs = try host.openInputs(
            [.sysfs(17), .sysfs(5)],
            DigitalInputConfig(isActiveLow: false, bias: .asIs, debounceMicroseconds: 0))
        #expect(inputs.locations == ["sysfs:17", "sysfs:5"])
        #expect(try inputs.levels() == [false, true])
        let outputs = try host.openOutputs(
            [.sysfs(17), .sysfs(5)],
            DigitalOutputConfig(isActiveLow: false, areInitiallyActive: [true, false]))
        #expect([17, 5].map { root.isSysfsLineActive($0) } == [true, false])
        try outputs.set(areActive: [false, true])
        #expect([17, 5].map { root.isSysfsLineActive($0) } == [false, true])
    }

    @Test(
        "cannot be held twice, nor with a line of another interface",
        arguments: [
            ([.sysfs(17), .sysfs(17)], EINVAL), ([.sysfs(17), .bcm(4)], EXDEV),
        ] as [([GPIOLineSpec], Int32)])
    func notTogether(specs: [GPIOLineSpec], code: Int32) {
        let error = thrownError(IOError.self) {
            try host.openInputs(
                specs,
                DigitalInputConfig(isActiveLow: false, bias: .asIs, debounceMicroseconds: 0))
        }
        #expect(error?.code == code)
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
        let host = GPIOLineProvider(dev: empty.path, sysfs: empty.path, consumer: "test")
        let error = thrownError(IOError.self) {
            try host.openOutputs(
                [.sysfs(17)],
                DigitalOutputConfig(isActiveLow: false, areInitiallyActive: [false]))
        }
        #expect(error?.isAbsence == true)
    }
}

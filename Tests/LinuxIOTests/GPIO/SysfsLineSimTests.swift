import LinuxIO
import TestSupport
import Testing

/// The class interface of a real kernel.
@Suite(
    "A line of the kernel's class interface", .serialized,
    .enabled(if: GPIOSim.isAvailable, "needs root and gpio-sim"))
struct SysfsLineSimTests {
    private let host = GPIOLineProvider(dev: "/dev", sysfs: "/sys", consumer: "roost test")

    @Test("is exported and read, the active level turned round by the kernel")
    func input() throws {
        let chip = try GPIOSim(label: "sim-class")
        let spec = GPIOLineSpec.sysfs(try chip.globalNumber(of: 3))
        let config = DigitalInputConfig(isActiveLow: true, bias: .asIs, debounceMicroseconds: 0)
        let line = try host.openInputs([spec], config)
        try chip.pull(3, up: true)
        #expect(try line.levels() == [false])
        try chip.pull(3, up: false)
        #expect(try line.levels() == [true])
        // The export of a process that died stays behind and is taken over.
        #expect(try host.openInputs([spec], config).levels() == [true])
    }

    @Test(
        "is an output with its first level, and follows",
        arguments: [(false, false), (false, true), (true, false), (true, true)])
    func output(activeLow: Bool, initial: Bool) throws {
        let chip = try GPIOSim(label: "sim-class")
        let line = try host.openOutputs(
            [.sysfs(try chip.globalNumber(of: 5))],
            DigitalOutputConfig(isActiveLow: activeLow, areInitiallyActive: [initial]))
        #expect(try chip.isHigh(5) == (initial != activeLow))
        try line.set(areActive: [!initial])
        #expect(try chip.isHigh(5) == (initial == activeLow))
    }

    @Test("whose chip is gone is absent")
    func unplugged() throws {
        let chip = try GPIOSim(label: "sim-class")
        let line = try host.openInputs(
            [.sysfs(try chip.globalNumber(of: 3))],
            DigitalInputConfig(isActiveLow: false, bias: .asIs, debounceMicroseconds: 0))
        try chip.unplug()
        let error = thrownError(IOError.self) { try line.levels() }
        #expect(error?.isAbsence == true)
    }
}

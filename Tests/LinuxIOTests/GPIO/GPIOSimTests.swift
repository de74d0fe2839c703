import Glibc
import LinuxIO
import TestSupport
import Testing

/// libgpiod and the kernel for real, on a chip of the kernel's simulator.
@Suite(
    "A line of the character device", .serialized,
    .enabled(if: GPIOSim.isAvailable, "needs root and gpio-sim"))
struct GPIOSimTests {
    private static let label = "pinctrl-bcm2711"
    private let host = GPIOHost(dev: "/dev", sysfs: "/sys", consumer: "roost test")

    private func openInput(
        _ spec: GPIOLineSpec, activeLow: Bool = false, bias: GPIOBias = .asIs,
        debounceMicroseconds: UInt32 = 0
    ) throws(IOError) -> any DigitalInput {
        try host.openInput(
            spec,
            DigitalInputConfig(
                isActiveLow: activeLow, bias: bias, debounceMicroseconds: debounceMicroseconds))
    }

    /// Waits for one edge, as gpio-sim delivers them a moment later.
    private func edge(of line: any DigitalInput) throws -> DigitalEdge? {
        var edge: DigitalEdge?
        _ = try eventually(within: .seconds(2)) {
            edge = try line.nextEdge()
            return edge != nil
        }
        return edge
    }

    private func monotonicNanoseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    @Test("tells its edges with the kernel's time stamps")
    func edges() throws {
        let chip = try GPIOSim(label: Self.label)
        let line = try openInput(.bcm(17))
        #expect(try line.nextEdge() == nil)
        let before = monotonicNanoseconds()
        try chip.pull(17, up: true)
        let rising = try #require(try edge(of: line))
        let after = monotonicNanoseconds()
        #expect(rising.isActive)
        #expect((before...after).contains(rising.nanoseconds))
        #expect(try line.isActive())
        try chip.pull(17, up: false)
        let falling = try #require(try edge(of: line))
        #expect(!falling.isActive)
        #expect(falling.nanoseconds > rising.nanoseconds)
    }

    @Test("that is active low is active at ground, and so are its edges")
    func activeLow() throws {
        let chip = try GPIOSim(label: Self.label)
        try chip.pull(4, up: true)
        let line = try openInput(.bcm(4), activeLow: true)
        #expect(try !line.isActive())
        try chip.pull(4, up: false)
        #expect(try edge(of: line)?.isActive == true)
    }

    @Test("gets the bias that was asked for")
    func bias() throws {
        let chip = try GPIOSim(label: Self.label)
        #expect(try openInput(.bcm(5), bias: .pullUp).isActive())
        #expect(try chip.isHigh(5))
        #expect(try !openInput(.bcm(5), bias: .pullDown).isActive())
    }

    @Test("is found by number, name, and label, on the header's chip first")
    func lookup() throws {
        let expander = try GPIOSim(label: "expander", names: [2: "DOOR", 3: "GPIO40"])
        let chip = try GPIOSim(label: Self.label, names: [7: "DOOR"])
        let places = try [.bcm(2), .named("DOOR"), .chip(label: "expander", offset: 2)]
            .map { try openInput($0).place }
        #expect(
            places == [
                "GPIO2 (line 2 of pinctrl-bcm2711)", "DOOR (line 7 of pinctrl-bcm2711)",
                "expander:2 (line 2 of expander)",
            ])
        // The header's chip has 32 lines here, so the name on the other chip is the next best.
        #expect(try openInput(.bcm(40)).place == "GPIO40 (line 3 of expander)")
        withExtendedLifetime((expander, chip)) {}
    }

    @Test("that somebody has says who")
    func busy() throws {
        let chip = try GPIOSim(label: Self.label, hogs: [9: "the spi bus"])
        let error = thrownError(IOError.self) { try openInput(.bcm(9)) }
        #expect(error?.code == EBUSY)
        #expect(
            error?.subject == "GPIO9 (line 9 of pinctrl-bcm2711), held by \"the spi bus\"")
        withExtendedLifetime(chip) {}
    }

    @Test("is free again as soon as it is released")
    func release() throws {
        let chip = try GPIOSim(label: Self.label)
        let first = try openInput(.bcm(17))
        let error = thrownError(IOError.self) { try openInput(.bcm(17)) }
        #expect(error?.subject.hasSuffix("held by \"roost test\"") == true)
        first.release()
        let second = try openInput(.bcm(17))
        #expect(try !second.isActive())
        let released = thrownError(IOError.self) { try first.isActive() }
        #expect(released?.code == EBADF)
        withExtendedLifetime(chip) {}
    }

    @Test("that is not there names the chips that are")
    func absent() throws {
        let chip = try GPIOSim(label: Self.label)
        let error = thrownError(IOError.self) { try openInput(.named("NOWHERE")) }
        #expect(error?.isAbsence == true)
        #expect(error?.subject.contains("pinctrl-bcm2711 with 32 lines") == true)
        withExtendedLifetime(chip) {}
    }

    @Test(
        "is an output with its first level, and follows",
        arguments: [(false, false), (false, true), (true, false), (true, true)])
    func output(activeLow: Bool, initial: Bool) throws {
        let chip = try GPIOSim(label: Self.label)
        let line = try host.openOutput(
            .bcm(22), DigitalOutputConfig(isActiveLow: activeLow, isInitiallyActive: initial))
        #expect(try chip.isHigh(22) == (initial != activeLow))
        try line.set(isActive: !initial)
        #expect(try chip.isHigh(22) == (initial == activeLow))
    }

    @Test("whose chip is gone is absent")
    func unplugged() throws {
        let chip = try GPIOSim(label: Self.label)
        let input = try openInput(.bcm(17))
        let output = try host.openOutput(
            .bcm(22), DigitalOutputConfig(isActiveLow: false, isInitiallyActive: false))
        try chip.unplug()
        let reading = thrownError(IOError.self) { try input.isActive() }
        #expect(reading?.isAbsence == true)
        let setting = thrownError(IOError.self) { try output.set(isActive: true) }
        #expect(setting?.isAbsence == true)
    }

    @Test("counts the edges that a full queue lost, where the kernel numbers them")
    func overflow() throws {
        let chip = try GPIOSim(label: Self.label)
        let line = try openInput(.bcm(17))
        for _ in 0..<20 {
            for up in [true, false] {
                try chip.pull(17, up: up)
                // gpio-sim tells edges from a work item: let it.
                usleep(5000)
            }
        }
        var edges = 0
        while try line.nextEdge() != nil { edges += 1 }
        // The kernel keeps 16 and drops either the oldest or the newest of the 40.
        #expect(edges == 16)
        try chip.pull(17, up: true)
        _ = try edge(of: line)
        if let lost = line.lostEdges { #expect(lost == 24) }
    }

    @Test("reports a level only once it has lasted, where the kernel can debounce")
    func kernelDebounce() throws {
        let chip = try GPIOSim(label: Self.label)
        let line = try openInput(.bcm(17), debounceMicroseconds: 50_000)
        guard line.isDebounced else { return }
        let before = monotonicNanoseconds()
        try chip.pull(17, up: true)
        let edge = try #require(try edge(of: line))
        #expect(edge.isActive)
        #expect(edge.nanoseconds - before >= 50_000_000)
    }
}

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
    private let host = GPIOLineProvider(dev: "/dev", sysfs: "/sys", consumer: "roost test")

    private func openInput(
        _ spec: GPIOLineSpec, activeLow: Bool = false, bias: GPIOBias = .asIs,
        debounceMicroseconds: UInt32 = 0
    ) throws(IOError) -> any DigitalInputs {
        try host.openInputs(
            [spec],
            DigitalInputConfig(
                isActiveLow: activeLow, bias: bias, debounceMicroseconds: debounceMicroseconds))
    }

    /// Waits for one edge, as gpio-sim delivers them a moment later.
    private func edge(of lines: any DigitalInputs) throws -> DigitalEdge? {
        try edges(of: lines, count: 1).first
    }

    /// Waits for so many edges, behind whichever descriptor.
    private func edges(of lines: any DigitalInputs, count: Int) throws -> [DigitalEdge] {
        var edges: [DigitalEdge] = []
        _ = try eventually(within: .seconds(2)) {
            for descriptor in lines.edgeDescriptors.indices {
                edges += try lines.nextEdges(of: descriptor)
            }
            return edges.count >= count
        }
        return edges
    }

    private func openOutputs(
        _ specs: [GPIOLineSpec], activeLow: Bool = false, _ initial: [Bool]
    ) throws(IOError) -> any DigitalOutputs {
        try host.openOutputs(
            specs, DigitalOutputConfig(isActiveLow: activeLow, areInitiallyActive: initial))
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
        #expect(try line.nextEdges(of: 0).isEmpty)
        let before = monotonicNanoseconds()
        try chip.pull(17, up: true)
        let rising = try #require(try edge(of: line))
        let after = monotonicNanoseconds()
        #expect(rising.isActive)
        #expect((before...after).contains(rising.nanoseconds))
        #expect(try line.levels() == [true])
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
        #expect(try line.levels() == [false])
        try chip.pull(4, up: false)
        #expect(try edge(of: line)?.isActive == true)
    }

    @Test("gets the bias that was asked for")
    func bias() throws {
        let chip = try GPIOSim(label: Self.label)
        #expect(try openInput(.bcm(5), bias: .pullUp).levels() == [true])
        #expect(try chip.isHigh(5))
        #expect(try openInput(.bcm(5), bias: .pullDown).levels() == [false])
    }

    @Test("is found by number, name, label and device, on the header's chip first")
    func lookup() throws {
        let expander = try GPIOSim(label: "expander", names: [2: "DOOR"])
        let chip = try GPIOSim(label: Self.label, names: [7: "DOOR"])
        let device = try expander.deviceName
        let specs: [GPIOLineSpec] = [
            .bcm(2), .named("DOOR"), .chip(label: "expander", offset: 2),
            .chip(label: device, offset: 5),
        ]
        let locations = try specs.flatMap { try openInput($0).locations }
        #expect(
            locations == [
                "GPIO2 (line 2 of pinctrl-bcm2711)", "DOOR (line 7 of pinctrl-bcm2711)",
                "expander:2 (line 2 of expander at \(device))",
                "\(device):5 (line 5 of expander at \(device))",
            ])
        withExtendedLifetime((expander, chip)) {}
    }

    @Test("that two chips have is taken of neither")
    func ambiguous() throws {
        let boards = try ["one", "two"].map {
            try GPIOSim(label: "expander", named: $0, names: [2: "DOOR"])
        }
        let devices = try boards.map { try $0.deviceName }
        for spec in [GPIOLineSpec.named("DOOR"), .chip(label: "expander", offset: 2)] {
            let error = thrownError(IOError.self) { try openOutputs([spec], [true]) }
            #expect(error?.code == ENOTUNIQ)
            for device in devices { #expect(error?.subject.contains("\(device):2") == true) }
        }
        let line = try openOutputs([.chip(label: devices[1], offset: 2)], [true])
        #expect(try boards.map { try $0.isHigh(2) } == [false, true])
        withExtendedLifetime(line) {}
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
        #expect(try second.levels() == [false])
        let released = thrownError(IOError.self) { try first.levels() }
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
        let line = try openOutputs([.bcm(22)], activeLow: activeLow, [initial])
        #expect(try chip.isHigh(22) == (initial != activeLow))
        try line.set(areActive: [!initial])
        #expect(try chip.isHigh(22) == (initial == activeLow))
    }

    @Test("whose chip is gone is absent")
    func unplugged() throws {
        let chip = try GPIOSim(label: Self.label)
        let input = try openInput(.bcm(17))
        let output = try openOutputs([.bcm(22)], [false])
        try chip.unplug()
        let reading = thrownError(IOError.self) { try input.levels() }
        #expect(reading?.isAbsence == true)
        let setting = thrownError(IOError.self) { try output.set(areActive: [true]) }
        #expect(setting?.isAbsence == true)
    }

    @Test("counts the edges that a full queue lost, where the kernel numbers them")
    func overflow() throws {
        let chip = try GPIOSim(label: Self.label)
        let line = try openInput(.bcm(17))
        try chip.chatter(17, edges: 40)
        // The kernel keeps 16 and drops either the oldest or the newest of the 40.
        #expect(try edges(of: line, count: 16).count == 16)
        try chip.pull(17, up: true)
        _ = try edge(of: line)
        if let lost = line.droppedEdges { #expect(lost == 24) }
    }

    @Test("loses nothing with a longer queue, where there can be one")
    func longQueue() throws {
        let chip = try GPIOSim(label: Self.label)
        let line = try host.openInputs(
            [.bcm(17)],
            DigitalInputConfig(
                isActiveLow: false, bias: .asIs, debounceMicroseconds: 0, queueLength: 64))
        try chip.chatter(17, edges: 40)
        let can = line.capabilities.queueLength == 64
        #expect(try edges(of: line, count: can ? 40 : 16).count == (can ? 40 : 16))
        #expect(line.droppedEdges == (can ? 0 : nil))
        withExtendedLifetime(chip) {}
    }

    @Test("is held with others in one request, each with its edges and its level")
    func severalInputs() throws {
        let chip = try GPIOSim(label: Self.label, lines: 64)
        let specs = (0..<64).reversed().map { GPIOLineSpec.chip(label: Self.label, offset: $0) }
        try chip.pull(63, up: true)
        let lines = try host.openInputs(
            specs, DigitalInputConfig(isActiveLow: false, bias: .asIs, debounceMicroseconds: 0))
        #expect(try lines.levels() == [true] + [Bool](repeating: false, count: 63))
        for offset in [40, 3, 63] { try chip.pull(offset, up: offset != 63) }
        let seen = try edges(of: lines, count: 3).sorted { $0.line < $1.line }
        // Asked for from the last to the first: line 0 is offset 63.
        #expect(seen.map(\.line) == [0, 23, 60])
        #expect(seen.map(\.isActive) == [false, true, true])
        #expect(lines.droppedEdges ?? 0 == 0)
    }

    @Test("is set with others at once, each with its own first level")
    func severalOutputs() throws {
        let chip = try GPIOSim(label: Self.label)
        let lines = try openOutputs([.bcm(9), .bcm(5), .bcm(7)], [true, false, true])
        #expect(try [9, 5, 7].map(chip.isHigh) == [true, false, true])
        try lines.set(areActive: [false, true, true])
        #expect(try [9, 5, 7].map(chip.isHigh) == [false, true, true])
    }

    @Test("of several that somebody has is named, and the others stay free")
    func oneBusy() throws {
        let chip = try GPIOSim(label: Self.label, hogs: [9: "the spi bus"])
        let error = thrownError(IOError.self) {
            try openOutputs([.bcm(8), .bcm(9), .bcm(10)], [false, false, false])
        }
        #expect(error?.code == EBUSY)
        #expect(
            error?.subject == "GPIO9 (line 9 of pinctrl-bcm2711), held by \"the spi bus\"")
        _ = try openOutputs([.bcm(8), .bcm(10)], [false, false])
        withExtendedLifetime(chip) {}
    }

    @Test("reports a level only once it has lasted, where the kernel can debounce")
    func kernelDebounce() throws {
        let chip = try GPIOSim(label: Self.label)
        let line = try openInput(.bcm(17), debounceMicroseconds: 50_000)
        guard line.capabilities.debounces else { return }
        let before = monotonicNanoseconds()
        try chip.pull(17, up: true)
        let edge = try #require(try edge(of: line))
        #expect(edge.isActive)
        #expect(edge.nanoseconds - before >= 50_000_000)
    }
}

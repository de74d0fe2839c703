import Glibc
import TestSupport
import Testing

@testable import LinuxIO

@Suite("Looking for the chip of a line")
struct GPIOChipScanTests {
    private let header = GPIOChip(path: "/dev/gpiochip4", label: "pinctrl-rp1", lineCount: 54)
    private let other = GPIOChip(path: "/dev/gpiochip0", label: "brcm-gpio", lineCount: 32)

    @Test(
        "takes the header's chip for a BCM number, whatever its number and model",
        arguments: ["pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1"])
    func headerChip(label: String) throws {
        let header = GPIOChip(path: "/dev/gpiochip4", label: label, lineCount: 54)
        let location = try GPIOChipScan(chips: [other, header]).location(of: .bcm(17))
        #expect(location.chip == header)
        #expect(location.offset == 17)
    }

    @Test("takes the chip with the label")
    func labelledChip() throws {
        let location = try GPIOChipScan(chips: [header, other])
            .location(of: .chip(label: "brcm-gpio", offset: 3))
        #expect(location.chip == other)
        #expect(location.description == "brcm-gpio:3 (line 3 of brcm-gpio)")
    }

    /// Two MCP23017 at 0x20 and 0x21 of bus 1, in the order in which the kernel found them today.
    private let boards = ["1-0021", "1-0020"].enumerated().map { number, device in
        GPIOChip(
            path: "/dev/gpiochip\(number + 5)", label: "mcp23017", device: device, lineCount: 16)
    }

    @Test("takes the chip of the device, which tells boards of one model apart")
    func device() throws {
        for scan in [boards, boards.reversed()].map({ GPIOChipScan(chips: [header] + $0) }) {
            let location = try scan.location(of: .chip(label: "1-0020", offset: 3))
            #expect(location.chip.device == "1-0020")
            #expect(location.description == "1-0020:3 (line 3 of mcp23017 at 1-0020)")
        }
    }

    @Test("takes neither of two chips with one label, and names them")
    func ambiguousLabel() {
        let error = thrownError(IOError.self) {
            try GPIOChipScan(chips: [header] + boards)
                .location(of: .chip(label: "mcp23017", offset: 3))
        }
        #expect(error?.code == ENOTUNIQ)
        #expect(
            error?.subject == "mcp23017:3 (2 chips have one; say which: 1-0021:3, 1-0020:3)")
    }

    @Test("names the chips that are there when the line is not")
    func absentLine() {
        let error = thrownError(IOError.self) {
            try GPIOChipScan(chips: [header])
                .location(of: .chip(label: "pinctrl-bcm2711", offset: 17))
        }
        #expect(error?.isAbsence == true)
        #expect(error?.subject == "pinctrl-bcm2711:17 (there is pinctrl-rp1 with 54 lines)")
        let elsewhere = thrownError(IOError.self) {
            try GPIOChipScan(chips: boards).location(of: .chip(label: "1-0022", offset: 3))
        }
        #expect(
            elsewhere?.subject == "1-0022:3 (there is mcp23017 at 1-0021 with 16 lines, "
                + "mcp23017 at 1-0020 with 16 lines)")
    }

    @Test("finds no line beyond the chip's last")
    func offsetOutOfRange() {
        #expect(throws: IOError.self) {
            try GPIOChipScan(chips: [header]).location(of: .bcm(54))
        }
    }

    @Test("says that a chip may not be opened, rather than that there is none")
    func unreadableChip() {
        let refusal = IOError(call: "open", subject: "/dev/gpiochip0", code: EACCES)
        #expect(throws: refusal) {
            try GPIOChipScan(chips: [], unreadable: [refusal]).location(of: .bcm(17))
        }
    }

    @Test("takes lines together in the order in which they were asked for")
    func together() throws {
        let lines = try ResolvedLines(
            [.bcm(17), .bcm(4)], in: GPIOChipScan(chips: [other, header]))
        #expect(lines.chip == header)
        #expect(lines.all.map(\.offset) == [17, 4])
        #expect(lines.description == "2 lines, GPIO17 to GPIO4")
    }

    @Test("refuses lines that cannot be in one request, and says which")
    func notTogether() {
        let scan = GPIOChipScan(chips: [other, header])
        let apart = thrownError(IOError.self) {
            try ResolvedLines([.bcm(17), .chip(label: "brcm-gpio", offset: 3)], in: scan)
        }
        #expect(
            apart
                == IOError(
                    call: "request together",
                    subject: "GPIO17 (line 17 of pinctrl-rp1) and brcm-gpio:3 "
                        + "(line 3 of brcm-gpio)", code: EXDEV))
        let same = thrownError(IOError.self) {
            try ResolvedLines([.bcm(17), .chip(label: "pinctrl-rp1", offset: 17)], in: scan)
        }
        #expect(
            same
                == IOError(
                    call: "request twice",
                    subject: "GPIO17 (line 17 of pinctrl-rp1) as pinctrl-rp1:17", code: EINVAL))
    }

    @Test("says that there is no chip at all")
    func noChips() throws {
        let dev = try TemporaryDirectory()
        let error = thrownError(IOError.self) {
            try GPIOChipScan(dev: dev.path, sysfs: dev.path).location(of: .bcm(17))
        }
        #expect(error?.subject == "GPIO17 (there is no GPIO chip)")
    }

    @Test("looks at a linked chip once, and not at what is no chip")
    func links() throws {
        let dev = try TemporaryDirectory()
        try dev.write("gpiochip0", "no device")
        #expect(symlink("gpiochip0", "\(dev.path)/gpiochip4") == 0)
        let scan = GPIOChipScan(dev: dev.path, sysfs: dev.path)
        #expect(scan.header.isEmpty && scan.others.isEmpty)
        #expect(scan.unreadable.map(\.subject) == ["\(dev.path)/gpiochip0"])
    }
}

@Suite("Counting lost edges")
struct EdgeSequenceTests {
    @Test("counts the gaps in the kernel's numbers, which start at 1")
    func gaps() {
        var sequence = GapCounter()
        for number: UInt32 in [1, 2, 3] { sequence.record(number) }
        #expect(sequence.lost == 0)
        for number: UInt32 in [6, 7, 20] { sequence.record(number) }
        #expect(sequence.lost == 2 + 12)
    }

    @Test("counts on when the number overflows")
    func overflow() {
        var sequence = GapCounter()
        sequence.record(.max)
        let before = sequence.lost
        sequence.record(0)
        #expect(sequence.lost == before)
    }
}

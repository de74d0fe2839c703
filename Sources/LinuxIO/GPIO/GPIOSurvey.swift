/// All GPIO lines of a machine, for people who look for one. Takes none of them.
package struct GPIOSurvey: Sendable {
    package struct Line: Equatable, Sendable {
        /// As a configuration names it.
        package let spec: GPIOLineSpec
        /// What the device tree calls it; may be empty.
        package let name: String
        /// Who holds it; `nil` while it is free.
        package let holder: String?
    }

    package struct Chip: Equatable, Sendable {
        /// "pinctrl-bcm2711", "mcp23017 at 1-0020".
        package let description: String
        /// Whether its lines may be used by whoever needs one. Those of a board's firmware switch its
        /// own radio and its own supplies.
        package let isForUse: Bool
        /// Those that a configuration can name.
        package let lines: [Line]
    }

    /// Those behind the header first.
    package let chips: [Chip]
    /// Why some could not be looked at.
    package let unreadable: [IOError]

    /// How the labels of chips begin whose lines a Raspberry Pi needs for itself
    /// (bcm2711-rpi-4-b.dts, bcm2712-rpi-5-b.dts).
    private static let ofTheBoard = ["raspberrypi-", "brcmvirt-gpio", "gpio-brcmstb"]

    package init(dev: String, sysfs: String) {
        let scan = GPIOChipScan(dev: dev, sysfs: sysfs)
        var unreadable = scan.unreadable
        var chips: [Chip] = []
        for chip in scan.header + scan.others {
            do throws(IOError) {
                chips.append(try Self.look(at: chip))
            } catch {
                unreadable.append(error)
            }
        }
        self.chips = chips
        self.unreadable = unreadable
    }

    private static func look(at chip: GPIOChip) throws(IOError) -> Chip {
        var lines: [Line] = []
        for offset in 0..<chip.lineCount {
            guard let spec = spec(offset, of: chip) else { continue }
            let (name, holder) = try chip.line(offset)
            lines.append(Line(spec: spec, name: name, holder: holder))
        }
        return Chip(
            description: chip.description,
            isForUse: !ofTheBoard.contains { chip.label.hasPrefix($0) }, lines: lines)
    }

    /// `nil` for a line that no configuration can name: of a header's chip those that do not come out
    /// at it.
    private static func spec(_ offset: UInt32, of chip: GPIOChip) -> GPIOLineSpec? {
        chip.isHeader
            ? GPIOLineSpec("GPIO\(offset)")
            : GPIOLineSpec("\(chip.device.isEmpty ? chip.label : chip.device):\(offset)")
    }
}

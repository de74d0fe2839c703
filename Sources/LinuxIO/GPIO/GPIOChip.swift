import CGPIOD
import Glibc

/// One GPIO controller, as its device file tells.
struct GPIOChip: Equatable, Sendable {
    let path: String
    /// What it is, which for many expanders is their model: two boards then have the same.
    let label: String
    /// The name of its device, which says where it is: "1-0020" is address 0x20 on I2C bus 1. Empty
    /// when unknown.
    let device: String
    let lineCount: UInt32

    /// The controllers behind the Raspberry Pi's header: up to Pi 3 and Zero 2 W, Pi 4, Pi 5. On
    /// these a line's offset is its BCM number.
    static let headerLabels = ["pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1"]

    var isHeader: Bool { Self.headerLabels.contains(label) }

    /// For people. A header's label says all; of others there may be several.
    var description: String {
        isHeader || device.isEmpty ? label : "\(label) at \(device)"
    }

    init(path: String, label: String, device: String = "", lineCount: UInt32) {
        self.path = path
        self.label = label
        self.device = device
        self.lineCount = lineCount
    }

    /// Asks the device file `path`, and `sysfs` for whose it is.
    init(path: String, sysfs: String) throws(IOError) {
        var label = [CChar](repeating: 0, count: Int(ROOST_GPIO_TEXT_SIZE))
        let count = try shimCall("open", path) { roost_gpio_chip_read(path, &label) }
        // The controller's own directory lies in that of its device.
        let name = SysfsDirectory(path).name
        let device = SysfsDirectory("\(sysfs)/bus/gpio/devices/\(name)").realParent
        self.init(
            path: path, label: text(label), device: device?.name ?? "",
            lineCount: UInt32(count))
    }

    /// The offset of the line with this name; `nil` when there is none.
    func offset(ofLine name: String) throws(IOError) -> UInt32? {
        do throws(IOError) {
            return UInt32(try shimCall("find", name) { roost_gpio_chip_find(path, name) })
        } catch {
            if error.code == ENOENT { return nil }
            throw error
        }
    }

    /// What the line is called (may be empty), and in whose name it is held; `nil` while it is free.
    /// Does not take it.
    func line(_ offset: UInt32) throws(IOError) -> (name: String, holder: String?) {
        var name = [CChar](repeating: 0, count: Int(ROOST_GPIO_TEXT_SIZE))
        var consumer = name
        let isUsed = try shimCall("look at line \(offset) of", path) {
            roost_gpio_line_read(path, offset, &name, &consumer)
        }
        let holder = text(consumer)
        return (text(name), isUsed == 0 ? nil : holder.isEmpty ? "somebody unknown" : holder)
    }
}

/// One line of one chip.
struct ResolvedLine: Equatable, Sendable {
    let spec: GPIOLineSpec
    let chip: GPIOChip
    let offset: UInt32

    var description: String { "\(spec) (line \(offset) of \(chip.description))" }

    /// In whose name the line is held; `nil` while it is free.
    var holder: String? { (try? chip.line(offset))?.holder }
}

/// The text before the NUL.
private func text(_ characters: [CChar]) -> String {
    String(
        decoding: characters.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
}

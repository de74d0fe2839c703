import Glibc
import Synchronization

/// A GPIO chip of the kernel's own simulator (gpio-sim, Documentation/admin-guide/gpio), for tests
/// that run as root on a kernel that has it; `Tests/Rig` is one.
package final class GPIOSim: Sendable {
    package static var isAvailable: Bool { access(root, W_OK) == 0 }

    private static let root = "/sys/kernel/config/gpio-sim"

    private let label: String
    private let device: String
    private let bank: String
    private let lineCount: Int
    /// Where the simulated outer world of the lines is, while the chip is plugged in.
    private let outside = Mutex("")

    /// Plugs in a chip. A hogged line is in use by the kernel, in the name given. Of several chips
    /// with one label, each has a name of its own.
    package init(
        label: String, named name: String? = nil, lines lineCount: Int = 32,
        names: [Int: String] = [:],
        hogs: [Int: String] = [:]
    ) throws {
        self.label = label
        device = "\(Self.root)/roost-\(name ?? label)"
        self.lineCount = lineCount
        bank = "\(device)/bank"
        mkdir(device, 0o755)
        mkdir(bank, 0o755)
        try set("\(bank)/num_lines", "\(lineCount)")
        try set("\(bank)/label", label)
        for (offset, name) in names {
            mkdir("\(bank)/line\(offset)", 0o755)
            try set("\(bank)/line\(offset)/name", name)
        }
        for (offset, consumer) in hogs {
            mkdir("\(bank)/line\(offset)", 0o755)
            mkdir("\(bank)/line\(offset)/hog", 0o755)
            try set("\(bank)/line\(offset)/hog/name", consumer)
            try set("\(bank)/line\(offset)/hog/direction", "input")
        }
        try plug()
    }

    /// Pulls a line from outside to 3.3 V or to ground.
    package func pull(_ offset: Int, up: Bool) throws {
        try set(file(offset, "pull"), up ? "pull-up" : "pull-down")
    }

    /// Pulls a line up and down in turn, so slowly that the kernel tells each edge.
    package func chatter(_ offset: Int, edges: Int) throws {
        for edge in 0..<edges {
            try pull(offset, up: edge.isMultiple(of: 2))
            // The simulator tells edges from a work item.
            letTheKernelWork(for: .milliseconds(5))
        }
    }

    /// Whether the voltage at a line is high.
    package func isHigh(_ offset: Int) throws -> Bool {
        try get(file(offset, "value")) == "1"
    }

    /// The number of a line in the kernel's global count, which the class interface uses.
    package func globalNumber(of offset: UInt32) throws -> UInt32 {
        for number: UInt32 in 0..<4096 {
            let chip = "/sys/class/gpio/gpiochip\(number)"
            if access(chip, F_OK) == 0, try get("\(chip)/label") == label { return number + offset }
        }
        throw TestSupportError("no chip of the class interface is labelled \(label)")
    }

    /// The name that the kernel gave its device: "gpio-sim.0".
    package var deviceName: String {
        get throws { try get("\(device)/dev_name") }
    }

    /// Plugs the chip in, again when it was taken away.
    package func plug() throws {
        try set("\(device)/live", "1")
        let (device, chip) = (try deviceName, try get("\(bank)/chip_name"))
        outside.withLock { $0 = "/sys/devices/platform/\(device)/\(chip)" }
    }

    /// The file of the outer world that holds this about a line.
    private func file(_ offset: Int, _ attribute: String) -> String {
        "\(outside.withLock { $0 })/sim_gpio\(offset)/\(attribute)"
    }

    /// Takes the chip away while it may be in use.
    package func unplug() throws {
        try set("\(device)/live", "0")
    }

    deinit {
        try? unplug()
        for offset in 0..<lineCount {
            rmdir("\(device)/bank/line\(offset)/hog")
            rmdir("\(device)/bank/line\(offset)")
        }
        rmdir("\(device)/bank")
        rmdir(device)
    }
}

private func set(_ path: String, _ text: String) throws {
    let file = open(path, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { throw TestSupportError("cannot open \(path): \(errno)") }
    defer { close(file) }
    guard write(file, text, text.utf8.count) >= 0 else {
        throw TestSupportError("cannot write \(text) to \(path): \(errno)")
    }
}

private func get(_ path: String) throws -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw TestSupportError("cannot open \(path): \(errno)") }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(file, &bytes, bytes.count)
    let line = bytes.prefix(max(0, count)).prefix { $0 != UInt8(ascii: "\n") }
    return String(decoding: line, as: UTF8.self)
}

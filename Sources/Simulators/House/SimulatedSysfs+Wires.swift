import LinuxIO
import Values

/// The lines and inputs of a house that anything may be wired to.
extension SimulatedSysfs {
    /// The BCM numbers of the lines at the header, less those of its EEPROM.
    static var lines: ClosedRange<Int> { 2...27 }
    /// Of an MCP3008.
    static var channels: Int { 8 }

    func line(_ number: Int) -> String { "\(root)/class/gpio/gpio\(number)" }

    func input(_ channel: Int) -> String { "\(converter)/in_voltage\(channel)_raw" }

    func isInput(_ line: String) -> Bool { firstLine("\(line)/direction") == "in" }

    func isActiveLow(_ line: String) -> Bool { number("\(line)/active_low") == 1 }

    /// Leading zeros keep the length; a number is a number with them.
    func show(_ raw: Int, at channel: Int) throws(IOError) {
        try rewrite(input(channel), "\(padded(min(9999, max(0, raw)), to: 4))\n")
    }
}

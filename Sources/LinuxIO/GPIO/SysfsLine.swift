import Glibc

/// A line of the kernel's old class interface, `/sys/class/gpio` (Documentation/ABI/obsolete).
///
/// For kernels without the character device, and for a simulated house, which is a directory with
/// these files. Every access opens the file anew, so that a line that has gone is noticed.
struct SysfsLine: Sendable {
    let place: String
    private let directory: String

    /// Finds the line, and exports it when nobody has yet.
    ///
    /// One that is exported is taken over: the export of a process that died stays behind. Right
    /// after an export udev may not have set the permissions yet (`EACCES`); trying again helps.
    init(number: UInt32, sysfs: String) throws(IOError) {
        place = GPIOLineSpec.sysfs(number).description
        directory = "\(sysfs)/class/gpio/gpio\(number)"
        if access(directory, F_OK) != 0 {
            try overwrite("\(sysfs)/class/gpio/export", "\(number)")
        }
    }

    func write(_ attribute: String, _ text: String) throws(IOError) {
        try overwrite("\(directory)/\(attribute)", text)
    }

    /// Sets `value`, in one write that a reader of a simulation sees whole or not at all.
    func set(isActive: Bool) throws(IOError) {
        try FileDescriptor(open: "\(directory)/value", O_WRONLY)
            .writeAtStart([UInt8(ascii: isActive ? "1" : "0")])
    }

    /// Reads `value`, which the kernel gives after `active_low` has turned it round.
    func isActive() throws(IOError) -> Bool {
        let path = "\(directory)/value"
        let bytes = try FileDescriptor(open: path, O_RDONLY).readFromStart(atMost: 8)
        switch bytes.first {
        case UInt8(ascii: "0"): return false
        case UInt8(ascii: "1"): return true
        default: throw IOError(call: "understand", subject: path, code: EBADMSG)
        }
    }
}

/// Sets an attribute. Truncates, which the kernel ignores, for the plain files of a simulation.
private func overwrite(_ path: String, _ text: String) throws(IOError) {
    try FileDescriptor(open: path, O_WRONLY | O_TRUNC).write(Array(text.utf8))
}

/// An input of the class interface: it tells no edges, so it is polled.
package final class SysfsInput: DigitalInput {
    private let line: SysfsLine

    /// - Throws: `EOPNOTSUPP` when a bias is asked for, which this interface cannot set.
    init(_ line: SysfsLine, _ config: DigitalInputConfig) throws(IOError) {
        guard config.bias == .asIs else {
            throw IOError(
                call: "set", subject: "the bias of \(line.place)", code: EOPNOTSUPP)
        }
        try line.write("active_low", config.isActiveLow ? "1" : "0")
        try line.write("direction", "in")
        self.line = line
    }

    package var place: String { line.place }
    package var isDebounced: Bool { false }
    package var edgeDescriptor: Int32? { nil }
    package var lostEdges: UInt64? { nil }

    package func isActive() throws(IOError) -> Bool { try line.isActive() }
    package func nextEdge() throws(IOError) -> DigitalEdge? { nil }

    /// Leaves the line exported: other users of it would be surprised.
    package func release() {}
}

/// An output of the class interface.
package final class SysfsOutput: DigitalOutput {
    private let line: SysfsLine

    init(_ line: SysfsLine, _ config: DigitalOutputConfig) throws(IOError) {
        try line.write("active_low", config.isActiveLow ? "1" : "0")
        // "out" would start low; "high" and "low" are voltages and start with the right one.
        let isHigh = config.isInitiallyActive != config.isActiveLow
        try line.write("direction", isHigh ? "high" : "low")
        self.line = line
        // The kernel has done this by now, a simulation's plain files have not.
        try set(isActive: config.isInitiallyActive)
    }

    package var place: String { line.place }

    package func set(isActive: Bool) throws(IOError) {
        try line.set(isActive: isActive)
    }

    /// Leaves the line exported, and so at its level.
    package func release() {}
}

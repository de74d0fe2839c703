import Glibc
import Synchronization

/// A line of the kernel's old class interface, `/sys/class/gpio` (Documentation/ABI/obsolete).
///
/// For kernels without the character device, and for a simulated house, which is a directory with
/// these files. Every access opens the file again, so that a line that has gone is noticed.
struct SysfsLine: Sendable {
    let location: String
    private let directory: String

    /// Finds the line, and exports it when nobody has yet.
    ///
    /// One that is exported is taken over: the export of a process that died stays behind. Right
    /// after an export udev may not have set the permissions yet (`EACCES`); trying again helps.
    init(number: UInt32, sysfs: String) throws(IOError) {
        location = GPIOLineSpec.sysfs(number).description
        directory = "\(sysfs)/class/gpio/gpio\(number)"
        if access(directory, F_OK) != 0 {
            try SysfsAttribute("\(sysfs)/class/gpio/export").write("\(number)")
        }
    }

    /// Takes it from all other programs: the kernel gives an exported line to any number.
    ///
    /// - Throws: `EBUSY`, with who has it.
    func claim() throws(IOError) -> DeviceClaim {
        do throws(DeviceClaim.Taken) {
            return try DeviceClaim.take(directory)
        } catch {
            throw IOError(call: "claim", subject: "\(location), which \(error)", code: EBUSY)
        }
    }

    func write(_ attribute: String, _ text: String) throws(IOError) {
        try SysfsAttribute("\(directory)/\(attribute)").write(text)
    }

    /// Sets `value`, in one write that a reader of a simulation sees whole or not at all.
    func set(isActive: Bool) throws(IOError) {
        try FileDescriptor(open: "\(directory)/value", O_WRONLY)
            .writeAtOnce([UInt8(ascii: isActive ? "1" : "0")])
    }

    /// Whether the line is driven, and so has a level that is nobody else's.
    var isOutput: Bool {
        let direction = SysfsAttribute("\(directory)/direction")
        return (try? direction.text()) == "out"
    }

    /// Reads `value`, which the kernel gives after `active_low` has turned it round.
    func isActive() throws(IOError) -> Bool {
        let path = "\(directory)/value"
        let bytes = try FileDescriptor(open: path, O_RDONLY).read(atMost: 8)
        switch bytes.first {
        case UInt8(ascii: "0"): return false
        case UInt8(ascii: "1"): return true
        default: throw IOError(call: "understand", subject: path, code: EBADMSG)
        }
    }
}

/// Inputs of the class interface: it tells no edges, so they are polled, one after the other.
package final class SysfsInputs: DigitalInputs {
    private let lines: [SysfsLine]

    /// - Throws: `EOPNOTSUPP` when a bias is asked for, which this interface cannot set.
    init(_ lines: [SysfsLine], _ config: DigitalInputConfig) throws(IOError) {
        for line in lines {
            guard config.bias == .asIs else {
                throw IOError(
                    call: "set", subject: "the bias of \(line.location)", code: EOPNOTSUPP)
            }
            try line.write("active_low", config.isActiveLow ? "1" : "0")
            try line.write("direction", "in")
        }
        self.lines = lines
    }

    package var locations: [String] { lines.map(\.location) }
    package var capabilities: DigitalInputCapabilities {
        DigitalInputCapabilities(
            interface: "sysfs", debounces: false, countsDroppedEdges: false, queueLength: nil)
    }
    package var edgeDescriptors: [Int32] { [] }
    package var droppedEdges: UInt64? { nil }

    package func levels() throws(IOError) -> [Bool] {
        var levels: [Bool] = []
        for line in lines { levels.append(try line.isActive()) }
        return levels
    }

    package func nextEdges(of descriptor: Int) throws(IOError) -> [DigitalEdge] { [] }

    /// Leaves the lines exported: other users of them would be surprised.
    package func release() {}
}

/// Outputs of the class interface, set one after the other.
package final class SysfsOutputs: DigitalOutputs {
    private let lines: [SysfsLine]
    private let claims: Mutex<[DeviceClaim]>
    package let initialLevels: [Bool]

    init(_ lines: [SysfsLine], _ config: DigitalOutputConfig) throws(IOError) {
        var (claims, levels): ([DeviceClaim], [Bool]) = ([], [])
        for line in lines { claims.append(try line.claim()) }
        self.claims = Mutex(claims)
        for (line, isActive) in zip(lines, config.areInitiallyActive) {
            // Changes what "active" means, and no voltage.
            try line.write("active_low", config.isActiveLow ? "1" : "0")
            if config.adoptsLevels, line.isOutput, let found = try? line.isActive() {
                levels.append(found)
                continue
            }
            // "out" would start low; "high" and "low" are voltages and start with the right one.
            let isHigh = isActive != config.isActiveLow
            try line.write("direction", isHigh ? "high" : "low")
            levels.append(isActive)
        }
        self.lines = lines
        initialLevels = levels
        // The kernel has done this by now, a simulation's plain files have not.
        try set(areActive: levels)
    }

    package var locations: [String] { lines.map(\.location) }

    package func set(areActive levels: [Bool]) throws(IOError) {
        for (line, isActive) in zip(lines, levels) { try line.set(isActive: isActive) }
    }

    /// Leaves the lines exported, and so at their levels.
    package func release() { claims.withLock { $0 = [] } }
}

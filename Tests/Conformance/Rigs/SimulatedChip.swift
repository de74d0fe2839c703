import ConformanceKit
import Glibc
import Synchronization
import TestSupport

/// A GPIO chip of the kernel's simulator, which can be pulled out, and the tree in which a driver
/// finds it: `dev` is the kernel's own.
final class SimulatedChip: Sendable {
    static let impossible: [Condition: String] = [
        .garbage: "the kernel gives a level or an error",
        .slow: "a line of the simulator answers at once: see the class interface's rig",
        .stuck: "a line of the simulator answers at once: see the class interface's rig",
    ]

    let tree: TemporaryDirectory
    let sim: GPIOSim
    private let isPlugged = Mutex(true)

    init(label: String) throws {
        tree = try TemporaryDirectory.inMemory()
        symlink("/dev", "\(tree.path)/dev")
        sim = try GPIOSim(label: label, lines: 8)
    }

    func become(_ condition: Condition) throws {
        try isPlugged.withLock { isPlugged in
            guard isPlugged != (condition != .absent) else { return }
            if isPlugged { try sim.unplug() } else { try sim.plug() }
            isPlugged.toggle()
        }
    }

    /// Whether the voltage at a line is high; `nil` while the chip is not there.
    func isHigh(_ offset: Int) -> Bool? {
        isPlugged.withLock { $0 ? try? sim.isHigh(offset) : nil }
    }
}

import ConformanceKit
import Core
import Drivers
import JSON
import TestSupport
import Values

/// The clock of the machine that runs the checks, synchronised or not.
let systemClockRig = RigKind.sensor(
    SystemClock.self, settings: ["accept_unsynchronized": true],
    impossible: [
        .absent: "the kernel has a clock", .garbage: "any time is a time",
        .slow: "the kernel answers at once", .stuck: "the kernel answers at once",
    ],
    // 2026, when this was written.
    gives: { $0.secondsSince1970 > 1_767_225_600 }
) { _ in KernelClock() }

private struct KernelClock: SimulatedDevice {
    func become(_ condition: Condition) {}
}

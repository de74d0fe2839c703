import ConformanceKit
import Core
import Drivers
import JSON
import TestSupport
import Values

/// A contact on a chip of the kernel's simulator: through libgpiod, by its edges.
final class ChipInputRig: DeviceRig {
    static let driver = GPIOInput.name
    static let impossible = SimulatedChip.impossible

    private static let line = 5

    private let chip: SimulatedChip

    init(_ clock: any Scheduler) throws {
        chip = try SimulatedChip(label: "conformance")
        try chip.sim.pull(Self.line, up: true)
    }

    var settings: [String: JSONValue] { ["line": .string("conformance:\(Self.line)")] }
    var tree: TemporaryDirectory { chip.tree }
    /// Without an edge it is looked at once a second.
    var period: Duration { .seconds(1) }

    func become(_ condition: Condition) throws {
        try chip.become(condition)
        // A chip that comes back has forgotten who pulls at its lines.
        if condition == .well { try chip.sim.pull(Self.line, up: true) }
    }

    func observe(_ connections: PortConnections, at now: Instant) -> Observation {
        let sample = connections.sample(GPIOInput.contact, at: now)
        // It may have looked before the line was pulled up.
        return sample.good?.isActive == false ? .idle : sample.observation(\.isActive)
    }

    func exchanges(_ connections: PortConnections) -> UInt64 {
        connections.source(GPIOInput.contact).count
    }
}

import ConformanceKit
import Core
import Drivers
import JSON
import TestSupport
import Values

/// A switch on a chip of the kernel's simulator: through libgpiod.
final class ChipOutputRig: ActuatorRig {
    static let driver = GPIOOutput.name
    static let impossible = SimulatedChip.impossible

    private static let line = 6

    private let chip: SimulatedChip
    let actuation = Actuation()

    init(_ clock: any Scheduler) throws {
        chip = try SimulatedChip(label: "conformance")
    }

    var settings: [String: JSONValue] { ["line": .string("conformance:\(Self.line)")] }
    var tree: TemporaryDirectory { chip.tree }
    var isSafe: Bool { chip.isHigh(Self.line) == false }

    func become(_ condition: Condition) throws {
        try chip.become(condition)
    }

    func advanceWorld(_ connections: PortConnections, at now: Instant) throws {
        if chip.isHigh(Self.line) == actuation.isFirst { actuation.isObeyed() }
        connections.sink(GPIOOutput.switch)
            .send(SwitchCommand(isActive: actuation.isFirst), until: now + .milliseconds(500))
    }
}

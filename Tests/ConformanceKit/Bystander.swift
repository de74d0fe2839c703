import Core
import Drivers
import JSON
import Synchronization
import TestSupport
import Values

/// A lamp beside the device that is checked, which obeys whatever becomes of that.
final class Bystander: Sendable {
    /// Before "device", and so started before it, but closed and parked after it.
    static let name = "bell"
    static let settings: JSONValue = [
        "driver": .string(GPIOOutput.name), "line": .string("sysfs:\(line)"),
    ]
    private static let line = 27
    /// How soon a command must be obeyed. A step comes every 20 ms.
    private static let timeout = Duration.seconds(10)

    private struct State {
        var isWanted = true
        var since: Instant?
    }

    private let tree: TemporaryDirectory
    private let state = Mutex(State())

    init(_ tree: TemporaryDirectory) throws {
        self.tree = tree
        try tree.makeSysfsLine(Self.line)
    }

    var isActive: Bool { tree.isSysfsLineActive(Self.line) == true }

    /// From outside, as a process that died leaves it.
    func setActive() throws { try tree.setSysfsLine(Self.line, isActive: true) }

    /// Commands one level until it is there, then the other.
    ///
    /// - Throws: that it is not obeyed.
    func advanceWorld(_ connections: PortConnections, at now: Instant) throws {
        let (wanted, since) = state.withLock { state in
            if isActive == state.isWanted || state.since == nil {
                state = State(isWanted: !state.isWanted, since: now)
            }
            return (state.isWanted, state.since ?? now)
        }
        connections.sink(GPIOOutput.switch)
            .send(SwitchCommand(isActive: wanted), until: now + .milliseconds(500))
        guard now - since < Self.timeout else {
            throw CheckFailure("another device is disturbed: it does not obey")
        }
    }
}

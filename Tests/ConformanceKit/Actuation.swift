import Core
import Synchronization
import Values

/// Counts the commands that a device has obeyed: each of two is given until the device shows it,
/// then the other one.
package final class Actuation: Sendable {
    private struct State {
        var isFirst = true
        var obeyed: UInt64 = 0
        /// What was obeyed when somebody last looked, and when that was more than before.
        var seen: (count: UInt64, at: Instant) = (0, .zero)
    }

    private let state = Mutex(State())

    package init() {}

    /// Which of the two commands stands.
    package var isFirst: Bool { state.withLock { $0.isFirst } }
    package var obeyed: UInt64 { state.withLock { $0.obeyed } }

    /// The device shows what the standing command asks for.
    package func isObeyed() {
        state.withLock { state in
            state.isFirst.toggle()
            state.obeyed += 1
        }
    }

    /// It works as long as commands are obeyed.
    package func observation(at now: Instant) -> Observation {
        state.withLock { state in
            if state.obeyed != state.seen.count { state.seen = (state.obeyed, now) }
            let isRecent = now - state.seen.at < .milliseconds(500)
            return state.seen.count > 0 && isRecent ? .working : .idle
        }
    }
}

/// The rig of an actuator: it works as long as its device obeys.
package protocol ActuatorRig: DeviceRig {
    var actuation: Actuation { get }
}

extension ActuatorRig {
    package func observe(_ connections: PortConnections, at now: Instant) -> Observation {
        actuation.observation(at: now)
    }

    package func exchanges(_ connections: PortConnections) -> UInt64 { actuation.obeyed }
}

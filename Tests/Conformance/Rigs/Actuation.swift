import Synchronization

/// Counts the commands that a device has obeyed: each of two is given until the device shows it,
/// then the other one.
final class Actuation: Sendable {
    private struct State {
        var isFirst = true
        var obeyed: UInt64 = 0
    }

    private let state = Mutex(State())

    /// Which of the two commands stands.
    var isFirst: Bool { state.withLock { $0.isFirst } }
    var obeyed: UInt64 { state.withLock { $0.obeyed } }

    /// The device shows what the standing command asks for.
    func isObeyed() {
        state.withLock { state in
            state.isFirst.toggle()
            state.obeyed += 1
        }
    }
}

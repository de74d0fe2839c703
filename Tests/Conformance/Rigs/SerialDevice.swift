import ConformanceKit
import Glibc
import Synchronization
import TestSupport

/// A device on a serial port that talks by itself: the master of a pseudo terminal.
final class SerialDevice: Sendable {
    private struct State {
        var condition = Condition.well
        var terminal: PseudoTerminal?
        /// What a slow device has still to say.
        var pending: [UInt8] = []
    }

    private let tree: TemporaryDirectory
    private let garbage: [UInt8]
    private let state = Mutex(State())

    /// Makes the device, and `dev/receiver` to reach it by.
    init(_ tree: TemporaryDirectory, garbage: [UInt8]) throws {
        self.tree = tree
        self.garbage = garbage
        try tree.write("dev/null", "")
        try become(.well)
    }

    func become(_ condition: Condition) throws {
        try state.withLock { state in
            state.condition = condition
            state.pending = []
            if condition == .absent {
                unlink("\(tree.path)/dev/receiver")
                state.terminal = nil
            } else if state.terminal == nil {
                let terminal = try PseudoTerminal()
                try tree.link("dev/receiver", to: terminal.path)
                state.terminal = terminal
            }
        }
    }

    /// Says what `message` gives: so many at a time when it is well, a few bytes when it is slow.
    func advance(messages count: Int = 1, _ message: () -> [UInt8]) {
        state.withLock { state in
            switch state.condition {
            case .well: state.terminal?.send((0..<count).flatMap { _ in message() })
            case .garbage: state.terminal?.send(garbage)
            case .slow:
                if state.pending.isEmpty { state.pending = message() }
                state.terminal?.send(Array(state.pending.prefix(7)))
                state.pending.removeFirst(min(7, state.pending.count))
            case .absent, .stuck: break
            }
        }
    }
}

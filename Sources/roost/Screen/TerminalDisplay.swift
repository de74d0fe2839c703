import Core
import LinuxIO
import Synchronization
import Terminal
import Values

/// The terminal's screen, written to without ever waiting for it.
///
/// A picture that the terminal has not yet taken whole is finished before the next one is begun, so
/// a slow or stopped terminal costs pictures and nothing else.
final class TerminalDisplay: Sendable {
    private struct State {
        var diff = ScreenDiff()
        var pending: ArraySlice<UInt8> = []
    }

    /// For a terminal that takes nothing more, when it is to be given back.
    private static let closeTimeout = Duration.milliseconds(300)

    private let terminal: ControllingTerminal
    private let modes: ScreenModes
    private let clock: any Scheduler
    private let hasColour: Bool
    private let state = Mutex(State())

    init(
        _ terminal: ControllingTerminal, _ modes: ScreenModes, clock: any Scheduler,
        hasColour: Bool
    ) {
        self.terminal = terminal
        self.modes = modes
        self.clock = clock
        self.hasColour = hasColour
    }

    /// Takes the terminal over; again after somebody else had it.
    func open() throws(IOError) {
        try terminal.makeRaw()
        state.withLock {
            $0.diff.forget()
            $0.pending += Array(modes.opening.utf8)
            flush(&$0)
        }
    }

    var size: (columns: Int, rows: Int) { terminal.size ?? (80, 24) }

    /// Whether something waits until the terminal takes it.
    var isBehind: Bool { state.withLock { !$0.pending.isEmpty } }

    /// Shows a picture.
    ///
    /// - Returns: whether it did; not when the last one is still on its way.
    @discardableResult
    func show(_ lines: [StyledText]) -> Bool {
        state.withLock {
            flush(&$0)
            guard $0.pending.isEmpty else { return false }
            let rows = lines.map { $0.rendered(colour: hasColour) }
            $0.pending = Array($0.diff.update(to: rows).utf8)[...]
            flush(&$0)
            return true
        }
    }

    /// The size has changed, or the terminal was another's: everything is drawn again.
    func redraw() {
        state.withLock { $0.diff.forget() }
    }

    /// Gives the terminal back as it was.
    func close() {
        state.withLock { $0.pending += Array(modes.closing.utf8) }
        let deadline = clock.now + Self.closeTimeout
        while !isFlushed(), clock.now < deadline {
            guard terminal.isWritable(within: deadline - clock.now) else { break }
        }
        try? terminal.restore()
    }

    /// Writes what the terminal takes now.
    func flush() { state.withLock { flush(&$0) } }

    private func isFlushed() -> Bool {
        flush()
        return !isBehind
    }

    private func flush(_ state: inout State) {
        guard !state.pending.isEmpty else { return }
        let count = (try? terminal.write(state.pending)) ?? 0
        state.pending = state.pending.dropFirst(count)
    }
}

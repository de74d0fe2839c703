import Core
import Devices
import Glibc
import LinuxIO
import Synchronization
import Terminal

/// The terminal's screen, written to without ever waiting for it.
///
/// A picture that the terminal has not yet taken whole is finished before the next one is begun, so
/// a slow or stopped terminal costs pictures and nothing else.
final class CockpitDisplay: Sendable {
    private struct State {
        var diff = ScreenDiff()
        var pending: ArraySlice<UInt8> = []
    }

    /// The other screen, no cursor, the mouse wheel not as arrow keys (it would fly), focus events,
    /// and kitty's key reports (8: all keys, 2: releases, 1: without ambiguity), then whether the
    /// terminal has them.
    private static let opening =
        "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?1007l\u{1B}[?1004h\u{1B}[>11u\u{1B}[?u"
    /// All of it back, in the other order.
    static let closing =
        "\u{1B}[<u\u{1B}[?1004l\u{1B}[?1007h\u{1B}[0m\u{1B}[?2026l\u{1B}[?25h\u{1B}[?1049l"
    /// For a terminal that takes nothing more, when it is to be given back.
    private static let closeTimeout = Duration.milliseconds(300)

    private let terminal: ControllingTerminal
    private let clock: any Scheduler
    private let hasColour: Bool
    private let state = Mutex(State())

    init(_ terminal: ControllingTerminal, clock: any Scheduler, hasColour: Bool) {
        self.terminal = terminal
        self.clock = clock
        self.hasColour = hasColour
    }

    /// Takes the terminal over; again after somebody else had it.
    func open() throws(IOError) {
        try terminal.makeRaw()
        state.withLock {
            $0.diff.forget()
            $0.pending += Array(Self.opening.utf8)
            flush(&$0)
        }
    }

    var size: (columns: Int, rows: Int) { terminal.size ?? (80, 24) }

    /// Shows a picture, or not, when the last one is still on its way.
    func show(_ lines: [StyledText]) {
        state.withLock {
            flush(&$0)
            guard $0.pending.isEmpty else { return }
            let rows = lines.map { $0.rendered(colour: hasColour) }
            $0.pending = Array($0.diff.update(to: rows).utf8)[...]
            flush(&$0)
        }
    }

    /// The size has changed, or the terminal was another's: everything is drawn again.
    func redraw() {
        state.withLock { $0.diff.forget() }
    }

    /// Gives the terminal back as it was.
    func close() {
        state.withLock { $0.pending += Array(Self.closing.utf8) }
        let deadline = clock.now + Self.closeTimeout
        while !isFlushed(), clock.now < deadline {
            guard terminal.isWritable(within: deadline - clock.now) else { break }
        }
        try? terminal.restore()
    }

    /// Writes what the terminal takes now; whether that was all.
    private func isFlushed() -> Bool {
        state.withLock {
            flush(&$0)
            return $0.pending.isEmpty
        }
    }

    private func flush(_ state: inout State) {
        guard !state.pending.isEmpty else { return }
        let count = (try? terminal.write(state.pending)) ?? 0
        state.pending = state.pending.dropFirst(count)
    }
}

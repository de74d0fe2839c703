import CommandKit
import Core
import Glibc
import LinuxIO
import Synchronization
import Terminal
import Threads
import Values

/// Shows what is so again and again: in place on a terminal, otherwise one after the other.
final class StatusWatch: Sendable {
    /// The lines to show now; whole and without colour where there is no screen.
    typealias Picture =
        @Sendable ((columns: Int, rows: Int)?) throws(CommandError) -> [String]

    private let picture: Picture
    private let clock: any Scheduler
    private let diff = Mutex(ScreenDiff())
    private let isOver = Atomic(false)
    private let wake = Semaphore()

    private init(clock: any Scheduler, _ picture: @escaping Picture) {
        self.picture = picture
        self.clock = clock
    }

    /// Returns when a signal ends it. Not `inPlace` it writes one picture after the other on a terminal,
    /// too.
    static func run(
        every period: Duration, inPlace: Bool, _ picture: @escaping Picture
    ) throws(CommandError) -> Int32 {
        let watch = StatusWatch(clock: DispatchScheduler(), picture)
        if Console.outputIsTerminal, inPlace {
            try watch.showInPlace(every: period)
        } else {
            try watch.showInTurn(every: period)
        }
        return ExitCode.success
    }

    // MARK: On a terminal

    private func showInPlace(every period: Duration) throws(CommandError) {
        let signals = try orFail(
            try SignalSource([SIGINT, SIGTERM, SIGHUP, SIGWINCH, SIGTSTP, SIGCONT]) {
                [self] signal in handle(signal)
            })
        Console.write(ScreenModes.picture.opening, to: STDOUT_FILENO)
        withExtendedLifetime(signals) {
            repeat { draw() } while !isOver(within: period)
        }
        Console.write(ScreenModes.picture.closing, to: STDOUT_FILENO)
    }

    private func handle(_ signal: Int32) {
        switch signal {
        case SIGWINCH: redraw()
        case SIGTSTP:
            // Ctrl-Z leaves the shell its screen; SIGSTOP is what a program cannot catch.
            Console.write(ScreenModes.picture.closing, to: STDOUT_FILENO)
            kill(getpid(), SIGSTOP)
        case SIGCONT:
            Console.write(ScreenModes.picture.opening, to: STDOUT_FILENO)
            redraw()
        default: end()
        }
    }

    private func draw() {
        let size = Console.terminalSize
        // A service that restarts is no reason to stop watching it.
        let lines: [String]
        do throws(CommandError) {
            lines = try picture(size)
        } catch {
            lines = TextWrap.lines(of: error.message, columns: size.columns).map {
                Console.text(of: StyledText($0), onScreen: true)
            }
        }
        let text = diff.withLock { $0.update(to: Array(lines.prefix(size.rows))) }
        Console.write(text, to: STDOUT_FILENO)
    }

    private func redraw() {
        diff.withLock { $0.forget() }
        wake.signal()
    }

    private func end() {
        isOver.store(true, ordering: .relaxed)
        wake.signal()
    }

    /// Waits, and says whether it is to end.
    private func isOver(within period: Duration) -> Bool {
        _ = wake.wait(atMost: period)
        return isOver.load(ordering: .relaxed)
    }

    // MARK: Into a file or a pipe

    /// Ends when nobody reads it any more, as any filter does.
    private func showInTurn(every period: Duration) throws(CommandError) {
        signal(SIGPIPE, SIG_DFL)
        while true {
            for line in try picture(nil) { Console.out(line) }
            clock.sleep(for: period)
        }
    }
}

import CommandKit
import Control
import Core
import Glibc
import JSON
import LinuxIO
import Terminal
import Values

/// `roost top` while it lasts. One thread waits in `poll` for keys, for what roost tells and for signals.
final class TopSession {
    /// So often a roost that is gone is looked for.
    private static let retry = Duration.seconds(1)
    /// A little longer than an escape key is waited for.
    private static let escapeTime = KeyDecoder.timeout + .milliseconds(5)

    private let paths: [String]
    private let period: Duration
    private let terminal: ControllingTerminal
    private let display: TerminalDisplay
    private let isASCII: Bool
    private let signals: SignalInbox
    private let clock: any Scheduler = DispatchScheduler()
    private var model: TopModel
    private var decoder = KeyDecoder()
    private var watch: ControlWatch?
    private var watchedSince = Instant.zero
    private var retryAt = Instant.zero
    private var sampleAt: Instant
    private var size = (columns: 0, rows: 0)
    private var mustDraw = true
    private var isOver = false
    /// Whether the shell has the terminal.
    private var isAway = false

    /// Shows `report` until something newer is told at one of `paths`, where it is looked `every` so often.
    init(
        _ report: StatusReport, from paths: [String], every period: Duration,
        on terminal: ControllingTerminal, isASCII: Bool
    ) throws(IOError) {
        self.paths = paths
        self.period = period
        self.terminal = terminal
        self.isASCII = isASCII
        display = TerminalDisplay(
            terminal, .picture, clock: clock, hasColour: Console.hasColour)
        signals = try SignalInbox([SIGINT, SIGTERM, SIGHUP, SIGWINCH, SIGTSTP, SIGCONT])
        model = TopModel(report, at: clock.now)
        sampleAt = clock.now + period
    }

    /// Returns when a key or a signal ends it, or the terminal is gone. The terminal is as it was then.
    func run() throws(IOError) {
        // Before it is taken over: from then on there is something to give back.
        defer { display.close() }
        try display.open()
        while !isOver {
            work(at: clock.now)
            if mustDraw, !isAway { draw(at: clock.now) }
            try wait()
        }
    }

    // MARK: Time

    private func work(at now: Instant) {
        if watch == nil, now >= retryAt { connect(at: now) }
        if watch != nil, now - max(model.silentSince, watchedSince) > silenceLimit {
            lose("roost says nothing any more", at: model.silentSince)
        }
        for input in decoder.giveUp(at: now) { handle(input, at: now) }
        guard now >= sampleAt else { return }
        sampleAt = max(sampleAt + period, now)
        model.sample()
        mustDraw = true
    }

    private var silenceLimit: Duration { max(TopModel.maxSilence, period * 2) }

    private func draw(at now: Instant) {
        if display.size != size {
            size = display.size
            display.redraw()
        }
        mustDraw = !display.show(screen(at: now).lines)
    }

    private func screen(at now: Instant) -> TopScreen {
        TopScreen(model, columns: size.columns, rows: size.rows, isASCII: isASCII, at: now)
    }

    // MARK: Waiting

    private func wait() throws(IOError) {
        guard !isOver else { return }
        var due = sampleAt
        if watch == nil { due = min(due, retryAt) }
        if decoder.isWaiting { due = min(due, clock.now + Self.escapeTime) }
        let isBehind = display.isBehind
        var polled = [
            pollfd(fd: signals.descriptor.number, events: Int16(POLLIN), revents: 0),
            pollfd(
                fd: terminal.descriptor.number, events: Int16(POLLIN | (isBehind ? POLLOUT : 0)),
                revents: 0),
            // poll(2) leaves out what is negative.
            pollfd(fd: watch?.socket.descriptor.number ?? -1, events: Int16(POLLIN), revents: 0),
        ]
        let milliseconds = Int32(clamping: Int64((due - clock.now) / .milliseconds(1)) + 1)
        try systemCall("poll") { poll(&polled, nfds_t(polled.count), max(0, milliseconds)) }
        let now = clock.now
        if polled[0].revents != 0 { for signal in signals.take() { handle(signal: signal) } }
        if polled[1].revents & ~Int16(POLLOUT) != 0 { readKeys(at: now) }
        if polled[1].revents & Int16(POLLOUT) != 0 { display.flush() }
        if polled[2].revents != 0 { readWatch(at: now) }
    }

    // MARK: The running roost

    private func connect(at now: Instant) {
        retryAt = now + Self.retry
        let milliseconds = Double(period / .milliseconds(1))
        var problems: [String] = []
        for path in paths where watch == nil {
            do throws(IOError) {
                watch = try ControlWatch(
                    path, asking: ["request": "watch", "every_ms": .number(milliseconds)])
                watchedSince = now
            } catch {
                problems.append("\(path): \(error.reason)")
            }
        }
        if watch == nil {
            lose("no roost is running (\(problems.joined(separator: "; ")))", at: now)
        }
    }

    private func readWatch(at now: Instant) {
        guard let watch else { return }
        mustDraw = true
        for line in watch.read() {
            guard model.receive(line, at: now) else {
                self.watch = nil
                return
            }
        }
        if watch.hasEnded { lose("roost has hung up", at: now) }
    }

    private func lose(_ why: String, at time: Instant) {
        watch = nil
        model.lose(why, at: time)
        mustDraw = true
    }

    // MARK: The person

    private func readKeys(at now: Instant) {
        switch terminal.read() {
        case .nothing: break
        case .gone: isOver = true
        case .bytes(let bytes):
            for input in decoder.decode(bytes, at: now) { handle(input, at: now) }
        }
    }

    private func handle(_ input: TerminalInput, at now: Instant) {
        mustDraw = true
        switch model.handle(input, maxScroll: screen(at: now).maxScroll, at: now) {
        case .quit: isOver = true
        case .suspend: suspend()
        case nil: break
        }
    }

    private func handle(signal: Int32) {
        switch signal {
        case SIGWINCH: mustDraw = true
        case SIGTSTP: suspend()
        case SIGCONT:
            // Whoever had the terminal meanwhile changed it.
            try? display.open()
            isAway = false
            mustDraw = true
        default: isOver = true
        }
    }

    /// The shell gets its terminal, and this goes on with SIGCONT. SIGSTOP is what a program cannot catch.
    private func suspend() {
        isAway = true
        display.close()
        kill(getpid(), SIGSTOP)
    }
}

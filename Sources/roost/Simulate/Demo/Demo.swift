import CommandKit
import Control
import Core
import Glibc
import LinuxIO
import Synchronization
import Terminal
import Threads
import Values

/// A demo while it runs: a show with its world, and a supervisor that lives in it.
final class Demo: Sendable {
    private struct State {
        var show: any DemoShow
        var status: StatusReport?
        var frames = 0
    }

    /// Much longer than it takes; a demo that hangs must end too.
    private static let limit = Duration.seconds(120)
    private static let framePeriod = Duration.milliseconds(100)
    private static let framesPerSecond = Int(1 / framePeriod.seconds)
    /// The supervisor is asked with every third frame.
    private static let framesPerStatus = 3

    private let supervisor: ChildProcess
    private let runtime: String
    private let isPlain: Bool
    private let scheduler: DispatchScheduler
    private let startedAt: Instant
    private let end = Latch()
    private let wasInterrupted = Atomic(false)
    private let state: Mutex<State>

    /// Starts the supervisor in the world of a show, which is there already.
    init(
        _ show: any DemoShow, configuration: String, runtime: String, isPlain: Bool,
        scheduler: DispatchScheduler
    ) throws(CommandError) {
        self.runtime = runtime
        self.isPlain = isPlain
        self.scheduler = scheduler
        supervisor = try orFail(
            try ChildProcess(
                "/proc/self/exe", ["run", configuration, "--runtime", runtime],
                logPath: "\(runtime)/roost.log"))
        state = Mutex(State(show: show))
        startedAt = scheduler.now
    }

    /// Runs until all is seen, and returns the exit code: 0 only when all is as it should be.
    func run() throws(CommandError) -> Int32 {
        let signals = try orFail(
            try SignalSource([SIGTERM, SIGINT]) { [self] _ in
                wasInterrupted.store(true, ordering: .relaxed)
                end.open()
            })
        if !isPlain { Console.write("\u{1B}[?25l\u{1B}[2J", to: STDOUT_FILENO) }
        let timer = scheduler.every(Self.framePeriod, name: "demo") { [self] in refresh(at: $0.now)
        }
        withExtendedLifetime(signals) { end.wait() }
        timer.cancel()
        if !isPlain { Console.write("\u{1B}[?25h\n", to: STDOUT_FILENO) }
        return finish()
    }

    // MARK: Watching

    private func refresh(at now: Instant) {
        let elapsed = now - startedAt
        // Without the lock: the supervisor may take its time to answer.
        let asks = state.withLock { $0.frames % Self.framesPerStatus == 0 }
        let answer = asks ? fetchStatus() : nil
        let size = Console.terminalSize
        let (text, isOver) = state.withLock { state in
            if asks { state.status = answer }
            state.show.observe(state.status, at: elapsed)
            state.frames += 1
            let isFirst = state.frames % Self.framesPerSecond == 1
            let text =
                !isPlain
                ? picture(state.show, DemoPicture.Size(columns: size.columns, rows: size.rows))
                : isFirst ? "\(state.show.line)\n" : ""
            return (text, state.show.isOver)
        }
        Console.write(text, to: STDOUT_FILENO)
        if isOver || elapsed > Self.limit || supervisor.poll() != nil { end.open() }
    }

    private func fetchStatus() -> StatusReport? {
        try? ControlClient(paths: ["\(runtime)/control.sock"]).status()
    }

    private func picture(_ show: any DemoShow, _ size: DemoPicture.Size) -> String {
        let useColour = Console.hasColour
        let lines = show.picture(size).map { $0.rendered(colour: useColour) + "\u{1B}[K" }
        return "\u{1B}[H" + lines.joined(separator: "\n")
    }

    // MARK: Ending

    private func finish() -> Int32 {
        let lastStatus = fetchStatus()
        supervisor.kill(SIGTERM)
        let code = supervisor.waitForEnd()
        let show = state.withLock { $0.show }
        show.stop()
        Console.out("")
        if let lastStatus { Console.out(show.summary(lastStatus)) }
        for check in show.checks { say(check.isMet, check.text) }
        say(code == ExitCode.success, "roost left with code \(code) when it was asked to stop")
        Console.out("roost's own log: \(runtime)/roost.log")
        if wasInterrupted.load(ordering: .relaxed) { return ExitCode.failed }
        return show.isSatisfied && code == ExitCode.success ? ExitCode.success : ExitCode.failed
    }

    private func say(_ isMet: Bool, _ text: String) {
        Console.out("\(isMet ? "ok    " : "MISSED") \(text)")
    }
}

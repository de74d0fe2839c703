import ARDrone
import Cockpit
import Core
import Glibc
import LinuxIO
import Synchronization
import Terminal
import Values

/// A flight by hand while it lasts: keys to commands on one timer, pictures on another.
final class FlySession: Sendable {
    private struct State {
        var decoder = KeyDecoder()
        var pilot: KeyboardPilot
        var link = CockpitLink()
        var frames = 0
        var size = (columns: 0, rows: 0)
    }

    static let commandPeriod = Duration.milliseconds(25)
    /// Ten commands. If this loop hangs, the drone hovers when it is over, and then lands.
    static let lease = Duration.milliseconds(250)
    private static let framePeriod = Duration.milliseconds(50)
    /// The driver's facts change slowly, and cost more than a picture.
    private static let framesPerReport = 4

    private let drone: StandaloneDrone
    private let terminal: ControllingTerminal
    private let display: TerminalDisplay
    private let log: FlightLog
    private let title: String
    private let isASCII: Bool
    private let flight: Source<FlightState>
    private let heading: Source<Heading>
    private let position: Source<Fix>
    private let commands: CommandWriter<FlightCommand>
    private let state: Mutex<State>

    init(
        _ drone: StandaloneDrone, on terminal: ControllingTerminal, _ display: TerminalDisplay,
        log: FlightLog, options: FlyOptions
    ) {
        self.drone = drone
        self.terminal = terminal
        self.display = display
        self.log = log
        title = options.title
        isASCII = options.isASCII
        flight = drone.source(ARDrone.flight)
        heading = drone.source(ARDrone.heading)
        position = drone.source(ARDrone.position)
        commands = drone.sink(ARDrone.pilot).makeWriter()
        state = Mutex(State(pilot: KeyboardPilot(speedPercent: options.speedPercent)))
    }

    /// Flies until the person leaves, a signal comes or the terminal goes; the drone has landed then.
    func run() -> Int32 {
        drone.start()
        let scheduler = drone.scheduler
        let reader = ReadSource(
            watching: [terminal.descriptor.number], of: terminal, name: "fly.keys"
        ) { [self] _ in readKeys() }
        let ticks = scheduler.every(Self.commandPeriod, name: "fly.commands") { [self] in
            tick(at: $0.now)
        }
        let frames = scheduler.every(Self.framePeriod, name: "fly.picture") { [self] in
            draw(at: $0.now)
        }
        // The guard holds the other end of the standard input, and writes nothing: it ends with it.
        let lifeline = ReadSource(watching: [STDIN_FILENO], of: terminal, name: "fly.guard") {
            [self] _ in
            drone.host.supervisor.stop(because: "its guard is gone")
            return .end
        }
        // A program that is stopped cannot fly. It stays, and lets the sticks go. SIGSTOP cannot be refused; whoever
        // had the terminal meanwhile changed it.
        let signals = try? SignalSource([SIGTSTP, SIGCONT]) { [self] signal in
            if signal == SIGTSTP { handle(.key(.suspend, .press)) } else { try? display.open() }
        }
        let code = withExtendedLifetime(signals) { drone.host.waitForEnd() }
        lifeline.cancel()
        frames.cancel()
        ticks.cancel()
        reader.cancelAndWait()
        return code
    }

    // MARK: Keys and commands

    private func readKeys() -> ReadSource.Next {
        let now = drone.scheduler.now
        switch terminal.read() {
        case .nothing: break
        case .gone:
            drone.host.supervisor.stop(because: "the terminal is gone")
            return .end
        case .bytes(let bytes):
            for input in state.withLock({ $0.decoder.decode(bytes, at: now) }) { handle(input) }
        }
        return .watch
    }

    private func handle(_ input: TerminalInput) {
        let now = drone.scheduler.now
        let view = view(at: now)
        let isLeaving = state.withLock {
            let wasLeaving = $0.pilot.isLeaving
            $0.pilot.handle(input, view, at: now)
            return $0.pilot.isLeaving && !wasLeaving
        }
        if isLeaving { drone.host.supervisor.stop(because: "asked to leave") }
    }

    private func tick(at now: Instant) {
        for input in state.withLock({ $0.decoder.giveUp(at: now) }) { handle(input) }
        let view = view(at: now)
        let command = state.withLock { $0.pilot.command(view, at: now) }
        commands.send(command, until: now + Self.lease)
    }

    private func view(at now: Instant) -> KeyboardPilot.View? {
        flight.latest(at: now).good.map {
            KeyboardPilot.View(phase: $0.phase, armingFailures: $0.armingFailures)
        }
    }

    // MARK: Picture

    private func draw(at now: Instant) {
        let isDue = state.withLock {
            $0.frames += 1
            return $0.frames % Self.framesPerReport == 1
        }
        let link = isDue ? drone.report.map { CockpitLink($0) } : nil
        let size = display.size
        let (pilot, shown, isResized) = state.withLock { state in
            if let link { state.link = link }
            defer { state.size = size }
            return (state.pilot, state.link, state.size != size)
        }
        if isResized { display.redraw() }
        let frame = CockpitFrame(
            title: title, flight: flight.latest(at: now), heading: heading.latest(at: now),
            position: position.latest(at: now), link: shown, pilot: pilot, log: log.last, now: now)
        let screen = CockpitScreen(columns: size.columns, rows: size.rows, isASCII: isASCII)
        display.show(screen.draw(frame))
    }
}

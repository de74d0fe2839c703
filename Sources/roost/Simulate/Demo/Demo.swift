import CommandKit
import Control
import Core
import Glibc
import LinuxIO
import Simulators
import Synchronization
import Terminal
import Threads
import Values

/// The demo while it runs.
final class Demo: Sendable {
    private struct State {
        var checker: DemoChecker
        var map = FlightMap()
        var chart = DayChart()
        var status: StatusReport?
        var frames = 0
    }

    /// Much longer than it takes; a demo that hangs must end too.
    private static let limit = Duration.seconds(120)
    private static let framePeriod = Duration.milliseconds(100)
    private static let dayLength = Duration.seconds(40)
    private static let startOfDay = 0.2

    private let world: WorldHost
    private let supervisor: ChildProcess
    private let runtime: String
    private let isPlain: Bool
    private let scheduler = DispatchScheduler()
    private let startedAt: Instant
    private let end = Latch()
    private let wasInterrupted = Atomic(false)
    private let state: Mutex<State>

    init(
        configuration: String, script: DemoScript, runtime: String, isPlain: Bool
    ) throws(CommandError) {
        self.runtime = runtime
        self.isPlain = isPlain
        var house = HouseOptions()
        house.dayLength = Self.dayLength
        house.startOfDay = Self.startOfDay
        house.maxCelsius = 35
        world = try WorldHost(
            address: script.address, runtime: runtime, seed: 1, house: house, scheduler: scheduler)
        supervisor = try orFail(
            try ChildProcess(
                "/proc/self/exe", ["run", configuration, "--runtime", runtime],
                logPath: "\(runtime)/roost.log"))
        var state = State(checker: DemoChecker(targets: script.targets))
        state.map.targets = script.targets.map { FlightMap.Place($0, from: WorldHost.start) }
        self.state = Mutex(state)
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
        let asks = state.withLock { $0.frames % 3 == 0 }
        let answer = asks ? fetchStatus() : nil
        let (drone, house) = (world.drone.truth, world.house.truth)
        let days = Self.startOfDay + elapsed.seconds / Self.dayLength.seconds
        let (frame, count, isOver) = state.withLock { state in
            state.checker.observe(drone, house, totalDays: days, at: elapsed)
            state.map.add(drone, reached: state.checker.reached)
            state.chart.add(house, days: days)
            if asks { state.status = answer }
            state.frames += 1
            let frame = DemoFrame(
                elapsed: elapsed, drone: drone, house: house, map: state.map, chart: state.chart,
                status: state.status, checks: state.checker.checks)
            return (frame, state.frames, state.checker.isOver)
        }
        show(frame, count)
        if isOver || elapsed > Self.limit || supervisor.poll() != nil { end.open() }
    }

    private func fetchStatus() -> StatusReport? {
        try? ControlClient(paths: ["\(runtime)/control.sock"]).status()
    }

    private func show(_ frame: DemoFrame, _ count: Int) {
        if isPlain {
            let perSecond = Int(1 / Self.framePeriod.seconds)
            if count % perSecond == 1 { Console.out("\(DemoLine(frame, start: WorldHost.start))") }
            return
        }
        let size = Console.terminalSize
        let useColour = Console.hasColour
        let lines = DemoScreen(columns: size.columns, rows: size.rows).draw(frame)
            .map { $0.rendered(colour: useColour) + "\u{1B}[K" }
        Console.write("\u{1B}[H" + lines.joined(separator: "\n"), to: STDOUT_FILENO)
    }

    // MARK: Ending

    private func finish() -> Int32 {
        let lastStatus = fetchStatus()
        supervisor.kill(SIGTERM)
        let code = supervisor.waitForEnd()
        world.stop()
        let (checks, isSatisfied) = state.withLock { ($0.checker.checks, $0.checker.isSatisfied) }
        Console.out("")
        if let lastStatus {
            Console.out(DemoSummary(lastStatus, heard: world.drone.commandGaps).text)
        }
        for check in checks { say(check.isMet, check.text) }
        say(code == ExitCode.success, "roost left with code \(code) when it was asked to stop")
        Console.out("roost's own log: \(runtime)/roost.log")
        if wasInterrupted.load(ordering: .relaxed) { return ExitCode.failed }
        return isSatisfied && code == ExitCode.success ? ExitCode.success : ExitCode.failed
    }

    private func say(_ isMet: Bool, _ text: String) {
        Console.out("\(isMet ? "ok    " : "MISSED") \(text)")
    }
}

extension FlightMap.Place {
    /// Where a position lies on the map.
    init(_ position: Position, from origin: Position) {
        let distance = origin.distanceMetres(to: position)
        let bearing = origin.bearing(to: position).radians
        self.init(east: distance * sin(bearing), north: distance * cos(bearing))
    }
}

extension FlightMap {
    fileprivate mutating func add(_ drone: DroneGroundTruth, reached: Int) {
        path.append(Place(drone.position, from: WorldHost.start))
        heading = drone.heading
        self.reached = reached
    }
}

extension DayChart {
    fileprivate mutating func add(_ house: HouseGroundTruth, days: Double) {
        add(
            Moment(
                days: days, lightRatio: house.lightRatio, celsius: house.celsius,
                isLocked: house.isLatchContactClosed))
    }
}

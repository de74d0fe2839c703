import Core
import Devices
import LinuxIO
import Synchronization

/// A switch that follows its commands while their lease lives, and else is at its safe level.
///
/// A pattern begins when it is first commanded, goes on while it is, and never outlives its lease.
final class GPIOOutputDriver: Driver {
    private struct State {
        /// What the line was last set to.
        var isActive: Bool
        var setAt: Instant
        /// What is being played, and since when.
        var playing: (pattern: SwitchPattern, since: Instant)?
        var isMadeSafe = false
        /// The line refused to be set. From then on the driver only tries to make it safe.
        var hasFailed = false
        var isClosed = false
        var timer: (any Cancellable)?
    }

    /// How late a command or the end of a lease may take effect.
    private static let interval = Duration.milliseconds(20)
    /// How often an unchanged level is set again: so a chip that is gone is noticed, and a line
    /// that somebody else has changed is put right.
    private static let refresh = Duration.seconds(1)

    private let line: any DigitalOutput
    private let safeLevel: Bool
    private let activeAs: SwitchPattern?
    private let context: DriverContext
    private let commands: Sink<SwitchCommand>
    private let state: Mutex<State>

    /// Takes over a line that is at its safe level.
    init(_ line: any DigitalOutput, _ settings: GPIOOutput.Settings, _ context: DriverContext) {
        self.line = line
        self.context = context
        safeLevel = settings.safe.isActive
        activeAs = settings.activeAs.pattern
        commands = context.sink(GPIOOutput.switch)
        state = Mutex(State(isActive: safeLevel, setAt: context.scheduler.now))
    }

    func begin() {
        let timer = context.scheduler.every(Self.interval, name: context.name) { [weak self] in
            self?.follow(at: $0.now)
        }
        state.withLock { $0.timer = timer }
    }

    /// Sets the line to what holds at `now`, and reports the first failure to do so.
    private func follow(at now: Instant) {
        let failure = state.withLock { state -> IOError? in
            guard !state.isClosed else { return nil }
            let goal = goal(&state, at: now)
            let isDue = now - state.setAt >= Self.refresh
            guard goal != state.isActive || isDue || state.hasFailed else { return nil }
            do throws(IOError) {
                try line.set(isActive: goal)
                state.isActive = goal
                state.setAt = now
                return nil
            } catch {
                defer { state.hasFailed = true }
                return state.hasFailed ? nil : error
            }
        }
        if let failure { context.fail(Fault(failure)) }
    }

    private func goal(_ state: inout State, at now: Instant) -> Bool {
        guard !state.isMadeSafe, !state.hasFailed, let command = commands.current(at: now) else {
            state.playing = nil
            return safeLevel
        }
        switch command {
        case .active:
            guard let activeAs else { return steady(true, &state) }
            return play(activeAs, &state, at: now)
        case .inactive: return steady(false, &state)
        case .pattern(let pattern): return play(pattern, &state, at: now)
        }
    }

    private func steady(_ isActive: Bool, _ state: inout State) -> Bool {
        state.playing = nil
        return isActive
    }

    /// The level that a pattern has at `now`; the safe level once it is over.
    private func play(_ pattern: SwitchPattern, _ state: inout State, at now: Instant) -> Bool {
        if state.playing?.pattern != pattern { state.playing = (pattern, now) }
        let since = state.playing?.since ?? now
        return pattern.isOn(after: now - since) ?? safeLevel
    }

    func makeSafe() {
        state.withLock { $0.isMadeSafe = true }
        follow(at: context.scheduler.now)
    }

    var isSafe: Bool {
        state.withLock { $0.isMadeSafe && $0.isActive == safeLevel }
    }

    func close() {
        let timer = state.withLock { state in
            state.isClosed = true
            return state.timer
        }
        timer?.cancel()
        line.release()
    }

    func facts(at now: Instant) -> [Fact] {
        [
            Fact("line", .string(line.place)),
            Fact("level", .string(state.withLock { $0.isActive } ? "active" : "inactive")),
        ]
    }
}

import Core
import Devices
import LinuxIO
import Synchronization

/// Switches that follow their commands while their leases live, and else are at the safe level.
///
/// Their lines are one request: all are set in one call, and all fail together. That call may hang,
/// as with an expander on a dead I2C bus, and is made on the timers' own queues: a sender of commands,
/// the status and a stop never wait for it.
final class GPIOOutputDriver: Driver {
    private struct State {
        var levels: GPIOOutput.Levels
        var isClosed = false
        /// Calls at all times.
        var beat: (any Cancellable)?
        /// Calls often, while somebody is in charge.
        var pursuit: (any Cancellable)?
        /// Calls once, to make the lines safe.
        var rescue: (any Cancellable)?

        /// No turn that begins after this sets the lines.
        mutating func end() {
            isClosed = true
            beat?.cancel()
            pursuit?.cancel()
            rescue?.cancel()
        }
    }

    /// How late the end of a lease or the next step of a pattern may take effect.
    private static let interval = Duration.milliseconds(20)
    /// How often unchanged levels are set again: so a chip that is gone is noticed, and a line
    /// that somebody else has changed is put right.
    private static let refresh = Duration.seconds(1)

    private let channels: [GPIOOutput.Channel]
    private let ports: [String]
    private let places: [String]
    private let context: DriverContext
    /// Taken before `state` where both are needed; held for one turn.
    private let lines: Mutex<any DigitalOutputs>
    private let state: Mutex<State>

    /// Takes over lines that are at their safe level.
    init(_ lines: any DigitalOutputs, _ settings: GPIOOutput.Settings, _ context: DriverContext) {
        self.context = context
        ports = settings.lines.ports
        places = lines.places
        channels = ports.map { GPIOOutput.Channel(context.sink(GPIOOutput.port($0)), settings) }
        self.lines = Mutex(lines)
        state = Mutex(State(levels: GPIOOutput.Levels(channels, safe: settings.safeLevels)))
    }

    func begin() {
        // Whoever calls early waits for the lock.
        state.withLock { state in
            state.beat = turns(every: Self.refresh, anew: true)
            for channel in channels {
                channel.notify { [weak self] in self?.pursue() }
            }
            // A command may have been there before its handler.
            startPursuit(&state)
        }
    }

    private func turns(every period: Duration, anew: Bool) -> any Cancellable {
        context.scheduler.every(period, name: context.name) { [weak self] _ in
            self?.turn(anew: anew)
        }
    }

    /// A command has come: on the sender's thread, which must not wait for the lines.
    private func pursue() {
        state.withLock { startPursuit(&$0) }
    }

    private func startPursuit(_ state: inout State) {
        guard !state.isClosed, state.pursuit == nil else { return }
        state.pursuit = turns(every: Self.interval, anew: false)
    }

    /// Ends with the last lease: an idle output costs next to nothing.
    private func endPursuit(_ state: inout State, at now: Instant) {
        guard !state.levels.isCommanded(at: now) else { return }
        state.pursuit?.cancel()
        state.pursuit = nil
    }

    /// Sets the lines to what holds now, and reports the first failure to do so.
    private func turn(anew: Bool) {
        let failure = lines.withLock { lines -> IOError? in
            let goal = state.withLock { state -> [Bool]? in
                // Not the timer's time: the turn before may have hung for longer than a lease.
                let now = context.scheduler.now
                guard !state.isClosed else { return nil }
                endPursuit(&state, at: now)
                return state.levels.begin(at: now, anew: anew)
            }
            return goal.flatMap { set(lines, to: $0) }
        }
        if let failure { context.fail(DeviceError(failure)) }
    }

    /// - Returns: the error, if it is the first.
    private func set(_ lines: any DigitalOutputs, to goal: [Bool]) -> IOError? {
        do throws(IOError) {
            try lines.set(areActive: goal)
        } catch {
            return state.withLock { $0.levels.failed() } ? error : nil
        }
        state.withLock { $0.levels.reached() }
        return nil
    }

    func makeSafe() {
        state.withLock { state in
            state.levels.makeSafe()
            guard !state.isClosed, state.rescue == nil else { return }
            state.rescue = context.scheduler.after(.zero, name: context.name) { [weak self] _ in
                self?.turn(anew: false)
            }
        }
    }

    var isSafe: Bool {
        state.withLock { $0.levels.isSafe }
    }

    /// Leaves the lines at their safe level and gives them back.
    ///
    /// A call that hangs is not waited for. When it returns, all that is done all the same.
    func close() {
        for channel in channels { channel.detach() }
        state.withLock { state in
            state.end()
            state.levels.makeSafe()
        }
        if !withTimeout(.milliseconds(500), for: { self.giveBack() }) {
            context.log.error(
                "\(places.joined(separator: ", ")): no answer; made safe and given back when there is"
            )
        }
    }

    private func giveBack() {
        lines.withLock { lines in
            let goal = state.withLock { state in
                state.levels.isSafe
                    ? nil : state.levels.begin(at: context.scheduler.now, anew: true)
            }
            // What is not there moves nothing.
            if let goal, let error = set(lines, to: goal), !error.isAbsence {
                context.log.error("not left at the safe level: \(error)")
            }
            lines.release()
        }
    }

    func diagnostics(at now: Instant) -> [Diagnostic] {
        let known = state.withLock { $0.levels.known }
        let words = known.map { $0.map { $0 ? "active" : "inactive" } }
        return [
            Diagnostic("lines", named(places)),
            Diagnostic("levels", named(words ?? ports.map { _ in "unknown" })),
        ]
    }

    private func named(_ texts: [String]) -> JSONValue {
        let members = zip(ports, texts).map { ($0, JSONValue.string($1)) }
        return .object(Dictionary(members) { first, _ in first })
    }
}

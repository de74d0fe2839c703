import Core
import Devices
import LinuxIO
import Synchronization

/// Switches that follow their commands while their leases live, and else are at the safe level.
///
/// Their lines are one request: all are set in one call, and all fail together.
final class GPIOOutputDriver: Driver {
    private struct State {
        var channels: [GPIOOutput.Channel]
        /// What the lines were last set to.
        var levels: [Bool]
        var setAt: Instant
        var isMadeSafe = false
        /// The lines refused to be set. From then on the driver only tries to make them safe.
        var hasFailed = false
        var isClosed = false
        /// Calls at all times.
        var beat: (any Cancellable)?
        /// Calls often, while somebody is in charge.
        var pursuit: (any Cancellable)?
    }

    /// How late the end of a lease or the next step of a pattern may take effect.
    private static let interval = Duration.milliseconds(20)
    /// How often unchanged levels are set again: so a chip that is gone is noticed, and a line
    /// that somebody else has changed is put right.
    private static let refresh = Duration.seconds(1)

    private let lines: any DigitalOutputs
    private let ports: [String]
    private let safeLevels: [Bool]
    private let context: DriverContext
    private let state: Mutex<State>

    /// Takes over lines that are at their safe level.
    init(_ lines: any DigitalOutputs, _ settings: GPIOOutput.Settings, _ context: DriverContext) {
        self.lines = lines
        self.context = context
        ports = settings.lines.ports
        safeLevels = settings.safeLevels
        let channels = ports.map {
            GPIOOutput.Channel(context.sink(GPIOOutput.port($0)), settings)
        }
        state = Mutex(
            State(channels: channels, levels: safeLevels, setAt: context.scheduler.now))
    }

    func begin() {
        // Whoever calls early waits for the lock.
        state.withLock { state in
            state.beat = follow(every: Self.refresh)
            for channel in state.channels {
                channel.notify { [weak self] in self?.pursue() }
            }
            // A command may have been there before its handler.
            startPursuit(&state)
        }
    }

    private func follow(every period: Duration) -> any Cancellable {
        context.scheduler.every(period, name: context.name) { [weak self] in
            self?.follow(at: $0.now)
        }
    }

    /// A command has come: on the sender's thread, which must not wait for the lines.
    private func pursue() {
        state.withLock { startPursuit(&$0) }
    }

    private func startPursuit(_ state: inout State) {
        guard !state.isClosed, state.pursuit == nil else { return }
        state.pursuit = follow(every: Self.interval)
    }

    /// Ends with the last lease: an idle output costs next to nothing.
    private func endPursuit(_ state: inout State, at now: Instant) {
        guard !state.channels.contains(where: { $0.isCommanded(at: now) }) else { return }
        state.pursuit?.cancel()
        state.pursuit = nil
    }

    /// Sets the lines to what holds at `now`, and reports the first failure to do so.
    private func follow(at now: Instant) {
        let failure = state.withLock { state -> IOError? in
            guard !state.isClosed else { return nil }
            let goal = goal(&state, at: now)
            endPursuit(&state, at: now)
            let isDue = now - state.setAt >= Self.refresh
            guard goal != state.levels || isDue || state.hasFailed else { return nil }
            do throws(IOError) {
                try lines.set(areActive: goal)
                state.levels = goal
                state.setAt = now
                return nil
            } catch {
                defer { state.hasFailed = true }
                return state.hasFailed ? nil : error
            }
        }
        if let failure { context.fail(Fault(failure)) }
    }

    private func goal(_ state: inout State, at now: Instant) -> [Bool] {
        guard !state.isMadeSafe, !state.hasFailed else { return safeLevels }
        return state.channels.indices.map { state.channels[$0].level(at: now) }
    }

    func makeSafe() {
        state.withLock { $0.isMadeSafe = true }
        follow(at: context.scheduler.now)
    }

    var isSafe: Bool {
        state.withLock { $0.isMadeSafe && $0.levels == safeLevels }
    }

    func close() {
        state.withLock { state in
            state.isClosed = true
            state.channels.forEach { $0.detach() }
            state.beat?.cancel()
            state.pursuit?.cancel()
        }
        lines.release()
    }

    func facts(at now: Instant) -> [Fact] {
        let words = state.withLock { $0.levels }.map { $0 ? "active" : "inactive" }
        return [
            Fact("lines", named(lines.places)),
            Fact("levels", named(words)),
        ]
    }

    private func named(_ texts: [String]) -> JSONValue {
        let members = zip(ports, texts).map { ($0, JSONValue.string($1)) }
        return .object(Dictionary(members) { first, _ in first })
    }
}

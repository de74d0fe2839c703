import DriverKit
import Core
import Devices
import LinuxIO
import Synchronization

extension NMEAGPS {
    /// The port and the timers around a `Session`.
    final class Receiver: Driver {
        private struct State {
            var session: Session
            /// Failed or closed: nothing is published any more.
            var isOver = false
            var reading: ReadSource?
            /// Calls at regular times.
            var beat: (any Cancellable)?
            /// Calls when the line has fallen silent, unless it has not.
            var silence: (any Cancellable)?

            mutating func end() {
                isOver = true
                reading?.cancel()
                beat?.cancel()
                silence?.cancel()
            }
        }

        /// How late it may be told that nothing comes.
        private static let beatPeriod = Duration.seconds(1)
        /// A third of a second of the fastest line.
        private static let chunk = 4096

        private let context: DriverContext
        private let port: SerialPort
        private let position: Source<Fix>
        private let heading: Source<Heading>
        private let state: Mutex<State>

        init(_ settings: Settings, _ context: DriverContext, _ port: SerialPort) {
            self.context = context
            self.port = port
            position = context.source(NMEAGPS.position)
            heading = context.source(NMEAGPS.heading)
            position.setStaleAfter(settings.staleAfter)
            heading.setStaleAfter(settings.staleAfter)
            let session = Session(port.path, settings.speed, at: context.scheduler.now)
            state = Mutex(State(session: session))
            // Whoever calls early waits for the lock.
            state.withLock { state in
                state.reading = ReadSource(port.descriptor, name: context.name) { [weak self] in
                    self?.receive()
                }
                state.beat = context.scheduler.every(Self.beatPeriod, name: context.name) {
                    [weak self] tick in self?.run { $0.session.tick(at: tick.now) }
                }
            }
        }

        func close() {
            let reading = state.withLock { state in
                state.end()
                return state.reading
            }
            reading?.cancelAndWait()
            // Not when the last owner lets go of it: the next start would find it busy.
            port.release()
        }

        func diagnostics(at now: Instant) -> [Diagnostic] {
            let counters = state.withLock { $0.session.counters }
            return [
                Diagnostic("port", .string(port.path)),
                Diagnostic("sentences", .number(Double(counters.sentences))),
                Diagnostic("bad_lines", .number(Double(counters.badLines))),
                Diagnostic("latest_problem", counters.latestProblem.map(JSONValue.string) ?? .null),
            ]
        }

        private func receive() {
            do throws(IOError) {
                while let bytes = try port.read(atMost: Self.chunk) {
                    let now = context.scheduler.now
                    run { $0.session.receive(bytes, at: now) }
                }
            } catch {
                fail(DeviceError(error))
            }
        }

        /// Gives the session a turn and publishes what it says, under the lock: nothing is
        /// published after `close`.
        private func run(_ turn: (inout State) -> [Session.Action]) {
            state.withLock { state in
                guard !state.isOver else { return }
                for action in turn(&state) { publish(action) }
                awaitSilence(&state)
            }
        }

        /// One timer at a time: the bytes that come meanwhile make it call in vain, and be set anew.
        private func awaitSilence(_ state: inout State) {
            guard state.silence == nil, let time = state.session.silentAt else { return }
            let delay = max(.zero, time - context.scheduler.now)
            state.silence = context.scheduler.after(delay, name: "\(context.name).silence") {
                [weak self] tick in
                self?.run { state in
                    state.silence = nil
                    return state.session.tick(at: max(tick.due, tick.now))
                }
            }
        }

        private func publish(_ action: Session.Action) {
            switch action {
            case .fix(let fix, let takenAt): position.publish(fix, at: takenAt)
            case .noFix(let why): position.publishAbsent(why, at: context.scheduler.now)
            case .heading(let angle, let takenAt): heading.publish(angle, at: takenAt)
            case .noHeading(let why): heading.publishAbsent(why, at: context.scheduler.now)
            }
        }

        private func fail(_ fault: DeviceError) {
            let isNew = state.withLock { state in
                guard !state.isOver else { return false }
                // A port that hung up stays readable: its handler would run without end.
                state.end()
                publish(.noFix(fault.message))
                publish(.noHeading(fault.message))
                return true
            }
            if isNew { context.fail(fault) }
        }
    }
}

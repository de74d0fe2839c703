import Core
import Devices
import LinuxIO
import Synchronization

/// The socket and the timer around a `GPSDSession`.
final class GPSDDriver: Driver {
    private struct State {
        var session: GPSDSession
        /// `nil` once closed or failed: then nothing is published any more.
        var connection: Connection?
    }

    private struct Connection {
        let socket: StreamSocket
        var reading: ReadSource?
        var ticking: (any Cancellable)?
    }

    private static let tickPeriod = Duration.seconds(1)
    /// How much is read at a time. gpsd drops readers that fall behind, so all of it is read.
    private static let chunk = 16384

    private let context: DriverContext
    private let peer: IPv4Endpoint
    private let position: Source<Fix>
    private let heading: Source<Heading>
    private let state: Mutex<State>

    init(
        _ settings: GPSD.Settings, _ context: DriverContext, _ socket: StreamSocket,
        _ peer: IPv4Endpoint
    ) {
        self.context = context
        self.peer = peer
        position = context.source(GPSD.position)
        heading = context.source(GPSD.heading)
        position.setStaleAfter(settings.staleAfter)
        heading.setStaleAfter(settings.staleAfter)
        let session = GPSDSession(settings.sessionOptions, at: context.scheduler.now)
        state = Mutex(State(session: session, connection: Connection(socket: socket)))
        let reading = ReadSource(socket.descriptor, name: context.name) { [weak self] in
            self?.receive()
        }
        let ticking = context.scheduler.every(Self.tickPeriod, name: "\(context.name).tick") {
            [weak self] tick in
            self?.run { $0.tick(at: tick.now) }
        }
        keep(reading, ticking)
    }

    func close() {
        disconnect()
    }

    func diagnostics(at now: Instant) -> [Diagnostic] {
        let counters = state.withLock { $0.session.counters }
        return [
            Diagnostic("release", counters.release.map(JSONValue.string) ?? .null),
            Diagnostic("epochs", .number(Double(counters.epochs))),
            Diagnostic("bad_lines", .number(Double(counters.badLines))),
            Diagnostic("latest_problem", counters.latestProblem.map(JSONValue.string) ?? .null),
        ]
    }

    private func receive() {
        guard let socket = state.withLock({ $0.connection?.socket }) else { return }
        do throws(IOError) {
            while let bytes = try socket.read(atMost: Self.chunk) {
                let now = context.scheduler.now
                let goesOn = run { session in
                    bytes.isEmpty
                        ? session.end("gpsd closed the connection")
                        : session.receive(bytes, at: now)
                }
                guard goesOn else { return }
            }
        } catch {
            // How an attempt to connect failed shows at the first read.
            let why =
                error.isAbsence
                ? "cannot reach gpsd: \(error); is it running there?" : "lost gpsd: \(error)"
            run { $0.end(why) }
        }
    }

    /// Gives the session a turn and does what it says.
    ///
    /// - Returns: whether the conversation goes on.
    @discardableResult
    private func run(_ turn: (inout GPSDSession) -> [GPSDSession.Action]) -> Bool {
        let (fault, wasConnected) = state.withLock { state -> (DeviceError?, Bool) in
            guard let socket = state.connection?.socket else { return (nil, false) }
            var fault: DeviceError?
            for action in turn(&state.session) {
                fault = perform(action, socket) ?? fault
            }
            return (fault, true)
        }
        guard let fault else { return wasConnected }
        // An ended stream stays readable for ever: without this the handler would spin.
        disconnect()
        context.fail(DeviceError(fault.kind, "\(fault.message) (\(peer))"))
        return false
    }

    /// Publishes under the lock, so that nothing is published after `close`.
    ///
    /// - Returns: why the conversation cannot go on, if it cannot.
    private func perform(_ action: GPSDSession.Action, _ socket: StreamSocket) -> DeviceError? {
        switch action {
        case .send(let bytes): return send(bytes, socket)
        case .fix(let fix, let takenAt, let doubt):
            position.publish(
                doubt.map { .doubtful(fix, at: takenAt, because: $0) } ?? .good(fix, at: takenAt))
        case .noFix(let why): position.publishAbsent(why, at: context.scheduler.now)
        case .heading(let angle, let takenAt): heading.publish(angle, at: takenAt)
        case .noHeading(let why): heading.publishAbsent(why, at: context.scheduler.now)
        case .fail(let fault): return fault
        }
        return nil
    }

    private func send(_ bytes: [UInt8], _ socket: StreamSocket) -> DeviceError? {
        do throws(IOError) {
            // A few bytes on a fresh connection: if these do not fit, nobody reads there.
            let count = try socket.write(bytes[...])
            return count == bytes.count
                ? nil : DeviceError(.absent, "gpsd does not read its requests")
        } catch {
            return DeviceError(.absent, "lost gpsd: \(error)")
        }
    }

    private func keep(_ reading: ReadSource, _ ticking: any Cancellable) {
        let isConnected = state.withLock { state in
            state.connection?.reading = reading
            state.connection?.ticking = ticking
            return state.connection != nil
        }
        // The connection can have failed before this ran.
        guard !isConnected else { return }
        reading.cancel()
        ticking.cancel()
    }

    private func disconnect() {
        let connection = state.withLock { state in
            defer { state.connection = nil }
            return state.connection
        }
        connection?.reading?.cancel()
        connection?.ticking?.cancel()
    }
}

extension GPSD.Settings {
    var sessionOptions: GPSDSession.Options {
        GPSDSession.Options(
            device: device, takesHeadingFromCourse: takesHeadingFromCourse,
            minimumCourseSpeed: minimumCourseSpeed)
    }
}

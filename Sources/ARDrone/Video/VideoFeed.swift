import Core
import Devices
import Glibc
import LinuxIO
import Synchronization
import VideoRelay

extension ARDrone {
    /// The drone's video from its TCP port to the outlets.
    ///
    /// It has threads and locks of its own, and shares with the command path one atomic number: no
    /// reader, card or flood of bytes can keep a command waiting. It takes the video only while
    /// somebody wants it, for the radio carries the commands too.
    package final class VideoFeed: Sendable {
        package struct Setup: Sendable {
            package let drone: IPv4Endpoint
            package let stallAfter: Duration

            /// The drone that the settings name, whether or not they ask for its video.
            package init(_ settings: ARDrone.Settings) throws(DeviceError) {
                let video = settings.videoTo ?? SettingsReader.placeholder(VideoSettings.self)
                drone = try Endpoints(settings).commands.withPort(video.dronePort)
                stallAfter = video.stallAfter
            }
        }

        private struct Connection {
            let socket: StreamSocket
            let source: ReadSource
        }

        private struct State {
            var course: VideoConnectionState
            var connection: Connection?
            var reader = PaVEReader()
            var frames = PaVEFrames()
            var rate = RateMeter()
            var news = VideoLogThrottle()
            var isClosed = false
        }

        private static let tickPeriod = Duration.milliseconds(250)
        private static let chunk = 32 << 10
        /// Chunks taken in one turn, so that a flood cannot keep the lock for itself.
        private static let readsPerTurn = 16

        private let setup: Setup
        private let scheduler: any Scheduler
        private let name: String
        private let log: Log
        private let outlets: [any FrameSink]
        private let drone: Atomic<UInt8>
        private let state: Mutex<State>
        private let ticking = Mutex<(any Cancellable)?>(nil)

        /// `drone` is what is known of the drone before `note` says more.
        init(
            _ setup: Setup, outlets: [any FrameSink], drone: VideoConnectionState.Drone,
            name: String, scheduler: any Scheduler, log: Log
        ) {
            self.setup = setup
            self.outlets = outlets
            self.name = name
            self.scheduler = scheduler
            self.log = log
            self.drone = Atomic(drone.rawValue)
            state = Mutex(State(course: VideoConnectionState(stallAfter: setup.stallAfter)))
        }

        package func begin() {
            let timer = scheduler.every(Self.tickPeriod, name: "\(name).video-tick") {
                [weak self] in self?.tick(at: $0.now)
            }
            ticking.withLock { $0 = timer }
        }

        /// What the drone says of itself. Costs the caller nothing: no lock is taken.
        func note(_ drone: VideoConnectionState.Drone) {
            self.drone.store(drone.rawValue, ordering: .relaxed)
        }

        package func close() {
            ticking.withLock { $0?.cancel() }
            let connection = state.withLock { state in
                state.isClosed = true
                defer { state.connection = nil }
                return state.connection
            }
            connection?.source.cancel()
            for outlet in outlets { outlet.close() }
        }
    }
}

// MARK: The connection

extension ARDrone.VideoFeed {
    private var condition: ARDrone.VideoConnectionState.Drone {
        ARDrone.VideoConnectionState.Drone(rawValue: drone.load(ordering: .relaxed)) ?? .absent
    }

    private func tick(at now: Instant) {
        for outlet in outlets { outlet.flush() }
        let isWanted = outlets.contains { $0.wantsFrames }
        let condition = condition
        state.withLock { state in
            guard !state.isClosed else { return }
            state.rate.tick(at: now)
            lookForConnection(&state, at: now)
            switch state.course.tick(at: now, condition, isWanted: isWanted) {
            case .connect: connect(&state, at: now)
            case .hangUp(let why): hangUp(&state, why)
            case nil: break
            }
        }
    }

    private func connect(_ state: inout State, at now: Instant) {
        do throws(IOError) {
            let socket = try StreamSocket(connectingTo: setup.drone)
            let source = ReadSource(socket.descriptor, name: "\(name).video") { [weak self] in
                self?.receive(on: socket)
            }
            state.connection = Connection(socket: socket, source: source)
        } catch {
            lose(&state, "\(error)", at: now)
        }
    }

    /// A connection that stands may have nothing to say for a while.
    private func lookForConnection(_ state: inout State, at now: Instant) {
        guard case .connecting = state.course.phase, let socket = state.connection?.socket,
            (try? socket.wait(for: POLLOUT, milliseconds: 0)) == true
        else { return }
        do throws(IOError) {
            if let error = try socket.connectionError() { throw error }
            state.course.hear(at: now)
        } catch {
            lose(&state, "\(error)", at: now)
        }
    }

    private func lose(_ state: inout State, _ why: String, at now: Instant) {
        state.course.fail(at: now)
        hangUp(&state, why)
    }

    private func hangUp(_ state: inout State, _ why: String?) {
        state.connection?.source.cancel()
        state.connection = nil
        state.reader.begin()
        state.frames.begin()
        if let news = why.flatMap({ state.news.failed($0) }) { log.warning(news) }
    }
}

// MARK: Bytes

extension ARDrone.VideoFeed {
    private func receive(on socket: StreamSocket) {
        for _ in 0..<Self.readsPerTurn where !receiveOne(on: socket) { return }
    }

    /// - Returns: whether there may be more.
    private func receiveOne(on socket: StreamSocket) -> Bool {
        let now = scheduler.now
        return state.withLock { state in
            guard state.connection?.socket === socket else { return false }
            do throws(IOError) {
                guard let bytes = try socket.read(atMost: Self.chunk) else { return false }
                guard bytes.isEmpty else {
                    take(bytes, &state, at: now)
                    return true
                }
                lose(&state, "the drone closed the connection", at: now)
            } catch {
                lose(&state, "\(error)", at: now)
            }
            return false
        }
    }

    private func take(_ bytes: [UInt8], _ state: inout State, at now: Instant) {
        state.course.hear(at: now)
        state.rate.add(bytes.count)
        for piece in state.reader.append(bytes) {
            if let news = state.news.saw(piece.header.codec) { log.warning(news) }
            guard let frame = state.frames.receive(piece) else { continue }
            state.course.succeed()
            if let news = state.news.came(state.frames.size) { log.notice(news) }
            for outlet in outlets { outlet.enqueue(frame) }
        }
        if let news = state.news.skipped(state.reader.faults) { log.warning(news) }
        for outlet in outlets { outlet.flush() }
    }
}

// MARK: Status

extension ARDrone.VideoFeed {
    package var report: ARDrone.VideoReport {
        let outlets = outlets.map(\.report)
        let condition = condition
        return state.withLock { state in
            let counted = state.frames.statistics
            return ARDrone.VideoReport(
                state: ARDrone.VideoReport.State(state.course.phase, condition),
                frames: counted.frames, keyframes: counted.keyframes,
                lost: counted.lost, dropped: counted.dropped,
                skippedBytes: state.reader.skippedBytes,
                reconnects: max(0, state.course.attempts - 1),
                bytesPerSecond: state.rate.perSecond, pictureSize: state.frames.size,
                codec: state.frames.codec?.description, outlets: outlets)
        }
    }
}

extension ARDrone.VideoReport.State {
    fileprivate init(
        _ phase: ARDrone.VideoConnectionState.Phase, _ drone: ARDrone.VideoConnectionState.Drone
    ) {
        switch phase {
        case .idle: self = drone == .absent ? .absent : .unwatched
        case .connecting: self = .connecting
        case .connected: self = .streaming
        case .pausing: self = .pausing
        }
    }
}

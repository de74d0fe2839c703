import Core
import Values

extension ARDrone {
    /// When to connect to the drone's video, when to give a connection up, and how long to wait
    /// before the next.
    struct VideoConnectionState: Sendable {
        /// What the drone's navdata say of its video.
        enum Drone: UInt8, Sendable {
            /// There is no drone to connect to.
            case absent
            /// It is there, and says that its video is off.
            case silent
            case sending
        }

        /// What is to be done now.
        enum Step: Equatable, Sendable {
            case connect
            /// Give up the connection, and why; `nil` when nothing is wrong.
            case disconnect(String?)
        }

        enum Phase: Equatable, Sendable {
            /// Nobody watches, or there is no drone.
            case idle
            case connecting(since: Instant)
            case connected(heardAt: Instant)
            case pausing(until: Instant)
        }

        static let connectLimit = Duration.seconds(3)
        static let pauses = (min: Duration.milliseconds(250), max: Duration.seconds(4))

        private let stallAfter: Duration
        private var pause = Self.pauses.min
        private(set) var phase = Phase.idle
        /// How often a connection was begun.
        private(set) var attempts = 0

        /// - Parameter stallAfter: how long nothing may come from a drone that says it sends.
        init(stallAfter: Duration) {
            self.stallAfter = stallAfter
        }

        mutating func tick(at now: Instant, _ drone: Drone, isWanted: Bool) -> Step? {
            guard drone != .absent, isWanted else { return rest() }
            switch phase {
            case .idle: return connect(at: now)
            case .pausing(let end): return now >= end ? connect(at: now) : nil
            case .connecting(let since):
                guard now - since >= Self.connectLimit else { return nil }
                fail(at: now)
                return .disconnect("no connection within \(text(of: Self.connectLimit))")
            case .connected(let heardAt):
                return drone == .silent ? hold(at: now) : stall(heardAt, at: now)
            }
        }

        /// The connection stands, or something has come over it.
        mutating func receive(at now: Instant) {
            phase = .connected(heardAt: now)
        }

        /// Pictures come, so that the next failure is a new one.
        mutating func succeed() {
            pause = Self.pauses.min
        }

        /// The connection failed, or the drone ended it.
        mutating func fail(at now: Instant) {
            phase = .pausing(until: now + pause)
            pause = min(pause + pause, Self.pauses.max)
        }

        private mutating func connect(at now: Instant) -> Step {
            phase = .connecting(since: now)
            attempts += 1
            return .connect
        }

        private mutating func rest() -> Step? {
            defer { phase = .idle }
            pause = Self.pauses.min
            switch phase {
            case .idle, .pausing: return nil
            case .connecting, .connected: return .disconnect(nil)
            }
        }

        /// Silence is what a drone with its video off is expected to send.
        private mutating func hold(at now: Instant) -> Step? {
            phase = .connected(heardAt: now)
            return nil
        }

        private mutating func stall(_ heardAt: Instant, at now: Instant) -> Step? {
            guard now - heardAt >= stallAfter else { return nil }
            fail(at: now)
            return .disconnect("nothing came for \(text(of: stallAfter))")
        }
    }
}

extension ARDrone.VideoConnectionState.Drone {
    /// What a link says of the drone's video.
    init(_ link: ARDrone.Link) {
        let isThere = ![.absent, .waking, .lost].contains(link.state)
        guard isThere, let state = link.latest?.state else {
            self = .absent
            return
        }
        // Either is enough: a drone that is waited for in vain is only connected to again.
        let signs: ARDrone.NavdataState = [.videoEnabled, .videoThreadOn]
        self = state.isDisjoint(with: signs) ? .silent : .sending
    }
}

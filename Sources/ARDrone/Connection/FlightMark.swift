import Core
import LinuxIO
import Values

extension ARDrone {
    /// What the flight marker says, and what follows when it cannot be written.
    ///
    /// No flight begins without its marker: after a crash nobody would know that there is something
    /// to land. One that is under way goes on, as it is no safer to end it for that, and the marker
    /// is tried again. A file may take its time, so changes are made on a thread of their own, one at a time; a take-off
    /// waits for its marker, and nothing else does.
    struct FlightMark: Sendable {
        enum Change: Equatable, Sendable {
            case set, clear
            /// To see whether it could be set.
            case probe
        }

        /// What is to be told: once for each change.
        enum LogLine: Equatable, Sendable {
            case unwritable(IOError), stuck(IOError), recovered

            func write(to log: Log) {
                switch self {
                case .unwritable(let why):
                    log.error("the flight marker cannot be written: \(why); no take-off without it")
                case .stuck(let why): log.error("the flight marker cannot be removed: \(why)")
                case .recovered: log.notice("the flight marker can be written again")
                }
            }
        }

        /// On the ground it is looked so often whether it could be set, and what failed is tried again.
        private static let lookEvery = Duration.seconds(1)

        private(set) var isSet: Bool
        private(set) var failure: IOError?
        /// What is being made, and since when.
        private(set) var pending: (change: Change, since: Instant)?
        private var nextLook: Instant

        init(isSet: Bool, at now: Instant) {
            self.isSet = isSet
            nextLook = now
        }

        /// What is to be begun before a tick: before a take-off that may begin, and now and then on the ground.
        mutating func changeBefore(takeOff: Bool, at now: Instant) -> Change? {
            guard !isSet, now >= nextLook || (takeOff && failure == nil) else { return nil }
            return begin(takeOff ? .set : .probe, at: now)
        }

        /// What is to be begun after it, so that the marker is right.
        mutating func change(mayFly: Bool, at now: Instant) -> Change? {
            guard mayFly != isSet, failure == nil || now >= nextLook else { return nil }
            return begin(mayFly ? .set : .clear, at: now)
        }

        private mutating func begin(_ change: Change, at now: Instant) -> Change? {
            guard pending == nil else { return nil }
            pending = (change, now)
            return change
        }

        /// Takes in what came of a change.
        mutating func record(_ change: Change, _ error: IOError?, at now: Instant) -> LogLine? {
            let before = failure
            pending = nil
            failure = error
            nextLook = now + Self.lookEvery
            if error == nil, change != .probe { isSet = change == .set }
            guard let error else { return before == nil ? nil : .recovered }
            if error.code == before?.code { return nil }
            return change == .clear ? .stuck(error) : .unwritable(error)
        }

        /// Why no flight may begin; `nil` when one may.
        func obstacle(at now: Instant) -> String? {
            guard !isSet else { return nil }
            if let failure { return "its flight marker cannot be written (\(failure.reason))" }
            guard let pending, now - pending.since >= Self.lookEvery else { return nil }
            return "its flight marker has not been written after \(text(of: Self.lookEvery))"
        }
    }
}

extension ARDrone.AirborneMarker {
    /// - Returns: why it could not be done.
    func make(_ change: ARDrone.FlightMark.Change) -> IOError? {
        do throws(IOError) {
            switch change {
            case .set: try set()
            case .clear: try clear()
            case .probe: try probe()
            }
            return nil
        } catch {
            return error
        }
    }
}

import Core
import Devices
import LinuxIO

extension ARDrone {
    /// What the flight marker says, and what follows when it cannot be written.
    ///
    /// No flight begins without its marker: after a crash nobody would know that there is something
    /// to land. One that is under way goes on, as it is no safer to end it for that, and the marker
    /// is tried again.
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

        private static let retryAfter = Duration.seconds(1)

        private(set) var isSet: Bool
        private(set) var failure: IOError?
        private var nextTry: Instant?

        init(isSet: Bool, at now: Instant) {
            self.isSet = isSet
            nextTry = now
        }

        /// What is to be done before the tick: before a take-off that may begin in it.
        func changeBefore(takeOff: Bool, at now: Instant) -> Change? {
            if isSet { return nil }
            if takeOff { return .set }
            return isDue(at: now) ? .probe : nil
        }

        /// What is to be done after it, so that the marker is right.
        func change(mayFly: Bool, at now: Instant) -> Change? {
            guard mayFly != isSet, failure == nil || isDue(at: now) else { return nil }
            return mayFly ? .set : .clear
        }

        /// Takes in what came of a change.
        mutating func record(_ change: Change, _ error: IOError?, at now: Instant) -> LogLine? {
            let before = failure
            failure = error
            nextTry = error == nil ? nil : now + Self.retryAfter
            if error == nil, change != .probe { isSet = change == .set }
            guard let error else { return before == nil ? nil : .recovered }
            if error.code == before?.code { return nil }
            return change == .clear ? .stuck(error) : .unwritable(error)
        }

        private func isDue(at now: Instant) -> Bool {
            nextTry.map { now >= $0 } ?? false
        }

        /// Why no flight may begin; `nil` when one may.
        var obstacle: String? {
            guard !isSet, let failure else { return nil }
            return "its flight marker cannot be written (\(failure.reason))"
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

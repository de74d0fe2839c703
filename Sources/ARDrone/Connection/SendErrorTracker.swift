import Core
import Devices
import LinuxIO

extension ARDrone {
    /// How sending goes: errors never stop it, they are counted and told once per change.
    struct SendErrorTracker: Sendable {
        enum Change: Equatable, Sendable {
            case failed(IOError)
            case recovered
        }

        private(set) var failures = 0
        /// The time between command datagrams that left; over 50 ms the drone's watchdog bites.
        private(set) var gaps = DurationHistogram()
        private var lastCommandAt: Instant?
        private var error: IOError?

        mutating func record(_ failure: IOError?, isCommand: Bool, at now: Instant) -> Change? {
            if let failure {
                failures += 1
                guard failure.code != error?.code else { return nil }
                error = failure
                return .failed(failure)
            }
            if isCommand {
                if let lastCommandAt { gaps.record(now - lastCommandAt) }
                lastCommandAt = now
            }
            guard error != nil else { return nil }
            error = nil
            return .recovered
        }
    }
}

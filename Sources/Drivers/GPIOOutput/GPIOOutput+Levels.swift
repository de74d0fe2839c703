import Core
import Devices

extension GPIOOutput {
    /// At which levels the lines of one request should be, and what is known of those they are at.
    struct Levels: Sendable {
        private var channels: [Channel]
        private let safe: [Bool]
        /// What the lines were last set to; `nil` since they refused it, when each may be at either
        /// level.
        private(set) var known: [Bool]?
        /// What they are being set to.
        private var goal: [Bool]?
        private var isMadeSafe = false
        /// The lines refused to be set. From then on they are only made safe.
        private var hasFailed = false

        /// Lines that are at their safe level.
        init(_ channels: [Channel], safe: [Bool]) {
            self.channels = channels
            self.safe = safe
            known = safe
        }

        /// Whether somebody is in charge at `now`.
        func isCommanded(at now: Instant) -> Bool {
            channels.contains { $0.isCommanded(at: now) }
        }

        /// What the lines have to be set to at `now`; `nil` when that is what they are, unless they
        /// are to be set `anew` all the same. Then `reached` or `failed` must follow.
        mutating func begin(at now: Instant, anew: Bool) -> [Bool]? {
            let next = isMadeSafe || hasFailed ? safe : levels(at: now)
            guard anew || next != known else { return nil }
            goal = next
            return next
        }

        private mutating func levels(at now: Instant) -> [Bool] {
            channels.indices.map { channels[$0].level(at: now) }
        }

        /// The lines were set.
        mutating func reached() {
            known = goal
            goal = nil
        }

        /// The lines refused to be set.
        ///
        /// - Returns: whether for the first time.
        mutating func failed() -> Bool {
            defer { hasFailed = true }
            (known, goal) = (nil, nil)
            return !hasFailed
        }

        /// No command is followed any more.
        mutating func makeSafe() {
            isMadeSafe = true
        }

        /// Whether the lines are at their safe level, to stay there.
        var isSafe: Bool {
            isMadeSafe && known == safe && goal ?? safe == safe
        }
    }
}

import Values

extension GPIOInput {
    /// Tells the bounces of a contact from its changes: a level counts once it has lasted.
    ///
    /// A change is stamped with the end of the time that it lasted, as the kernel's own debounce
    /// stamps it (`debounce_work_func` in gpiolib-cdev.c), so that it makes no difference which of
    /// the two is at work.
    struct Debouncer: Sendable {
        struct Change: Equatable, Sendable {
            let isActive: Bool
            let at: Instant
        }

        private let period: Duration
        /// The level that counts.
        private(set) var isActive: Bool
        /// Since when the line has had the other level without a break.
        private var differsSince: Instant?

        init(period: Duration, isActive: Bool) {
            self.period = period
            self.isActive = isActive
        }

        /// When the change that is under way counts, unless the line bounces; `nil` when none is.
        var deadline: Instant? {
            differsSince.map { $0 + period }
        }

        /// Takes an edge that the kernel reported. Without edges in between, the level lasted.
        mutating func edge(isActive level: Bool, at time: Instant) -> Change? {
            let before = settle(at: time)
            // Two edges to the same level mean that one between them was missed: a bounce.
            differsSince = level == isActive ? nil : time
            // What was under way has settled, or with a period of zero this edge does: never both.
            return before ?? settle(at: time)
        }

        /// Takes a level that was read. What the line did since the last look is not known, so only
        /// a level that is still there counts.
        mutating func observe(isActive level: Bool, at time: Instant) -> Change? {
            guard level != isActive else {
                differsSince = nil
                return nil
            }
            differsSince = differsSince ?? time
            return settle(at: time)
        }

        /// Lets a change count that has lasted by `now`, when all edges until then were taken.
        mutating func settle(at now: Instant) -> Change? {
            guard let deadline, deadline <= now else { return nil }
            isActive.toggle()
            differsSince = nil
            return Change(isActive: isActive, at: deadline)
        }
    }
}

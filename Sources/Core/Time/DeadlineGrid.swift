import Values

/// The absolute deadlines of a repeating timer: start, start + period, start + 2 periods...
struct DeadlineGrid: Sendable {
    private let start: Instant
    private let period: Duration
    /// The index of the deadline to be served next.
    private var next: Int64 = 0

    init(start: Instant, period: Duration) {
        self.start = start
        self.period = period
    }

    /// The deadline to be served next.
    var due: Instant {
        Instant(nanoseconds: start.nanoseconds + next * period.nanoseconds)
    }

    /// Serves the latest deadline that has passed and skips those before it.
    ///
    /// A timer that fires a hair early serves the deadline it was meant for.
    mutating func serve(at now: Instant) -> Tick {
        let passed = max(0, (now - due).nanoseconds) / period.nanoseconds
        next += passed
        let tick = Tick(due: due, now: now, skipped: Int(passed))
        next += 1
        return tick
    }
}

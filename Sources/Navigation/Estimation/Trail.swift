import Values

/// The way that an aircraft has flown by its own velocity in the last seconds, so that what is measured
/// late can be held against where it was. Its storage is allocated once.
struct Trail: Sendable {
    private struct Point: Sendable {
        var at = Instant.zero
        var way = PlaneVector.zero
    }

    private static let capacity = 64
    /// How far apart its points are: 64 of them are 3.2 s.
    private static let spacingSeconds = 0.05

    /// A longer gap is a way that nobody knows.
    static let maxGap = Duration.milliseconds(500)

    private var points = [Point](repeating: Point(), count: capacity)
    private var count = 0
    private var newest = 0
    /// The end of the way, and when it was there.
    private(set) var way = PlaneVector.zero
    private var at = Instant.zero

    /// Begins a new trail: what lies before is not known.
    mutating func begin(at now: Instant) {
        count = 0
        at = now
        keep()
    }

    mutating func extend(by step: PlaneVector, to now: Instant) {
        way = way + step
        at = now
        if now.seconds(since: points[newest].at) >= Self.spacingSeconds { keep() }
    }

    private mutating func keep() {
        newest = (newest + 1) % Self.capacity
        points[newest] = Point(at: at, way: way)
        count = min(count + 1, Self.capacity)
    }

    /// Where on the way it was then; `nil` before its beginning, and long after its end.
    func way(at time: Instant) -> PlaneVector? {
        guard count > 0, time - at <= Self.maxGap else { return nil }
        guard time < at else { return way }
        var later = Point(at: at, way: way)
        for back in 0..<count {
            let point = points[(newest + Self.capacity - back) % Self.capacity]
            if point.at <= time {
                let span = later.at.seconds(since: point.at)
                let share = span > 0 ? time.seconds(since: point.at) / span : 0
                return point.way + (later.way - point.way) * share
            }
            later = point
        }
        return nil
    }
}

import Values

#if canImport(Glibc)
    import Glibc
#endif

/// Holds how fixes move against how the aircraft moves by its own velocity.
///
/// A receiver that repeats its place, or that lies on the ground, says nothing wrong about itself: it only
/// does not come along. A wrong heading turns the way, and then the more it is corrected, the further the
/// aircraft spirals away.
struct WayComparison: Sendable {
    /// What two ways that do not agree mean.
    enum Finding: Equatable, Sendable {
        /// Fixes move much less than the aircraft.
        case leftBehind
        /// They move much more: the camera sees nothing that it could measure by.
        case blindVelocity
        /// They move in another direction.
        case turned(Angle)
    }

    private struct Point: Sendable {
        var at = Instant.zero
        var fix = PlaneVector.zero
        var way = PlaneVector.zero
    }

    private static let capacity = 64
    private static let windowsSeconds = [3.0, 6.0]
    private static let minFixes = 4
    private static let minSeconds = 1.0
    /// How many deviations the velocities must differ by. Fewer are met by chance too often.
    private static let deviations = 4.0
    /// What is told by fixes that move, and those wander while it hovers or turns: only a receiver that does
    /// not come along must be found in no time.
    private static let sureDeviations = 6.0
    /// Beyond that the heading is no help any more, and what it should correct grows.
    private static let maxTurn = Angle.degrees(60)
    /// As far as an aircraft jumps between two fixes: 11 m/s is what an AR.Drone 2.0 flies at most.
    private static let jumpMetres = 5.0
    private static let metresPerSecond = 11.0

    private let noiseMetres: Double
    private let biasSeconds: Double
    private var points = [Point](repeating: Point(), count: capacity)
    private var count = 0
    private var newest = 0
    private var rest = RestingReceiver()
    private var isAtRest = false

    init(_ settings: EstimatorSettings) {
        noiseMetres = settings.fixNoiseMetres
        biasSeconds = settings.wayBiasTime.seconds
    }

    mutating func clear() {
        count = 0
    }

    /// Takes in a fix while the aircraft stands: all that moves then is the receiver's error.
    mutating func noteAtRest(_ fix: PlaneVector, measuredAt: Instant, biasMetres: Double) {
        let window = Self.windowsSeconds[0]
        begin(isAtRest: true)
        add(fix, at: measuredAt)
        guard rest.isDue(at: measuredAt, every: window), let slopes = slopes(over: window),
            slopes.seconds > window / 2
        else { return }
        rest.note(
            metresPerSecond: slopes.fix.length, supposedVariance: variance(of: slopes, biasMetres),
            at: measuredAt)
    }

    /// Takes in a fix and how far the aircraft had come by its own velocity when it was measured.
    mutating func note(
        _ fix: PlaneVector, way: PlaneVector, measuredAt: Instant, biasMetres: Double
    ) -> Finding? {
        begin(isAtRest: false)
        add(fix, way: way, at: measuredAt)
        for window in Self.windowsSeconds {
            if let finding = judge(window, biasMetres) { return finding }
        }
        return nil
    }

    /// What moved in the air tells nothing of a receiver that stands, nor the other way round.
    private mutating func begin(isAtRest: Bool) {
        if isAtRest != self.isAtRest { clear() }
        self.isAtRest = isAtRest
    }

    private mutating func add(_ fix: PlaneVector, way: PlaneVector = .zero, at time: Instant) {
        if count > 0, jumps(to: fix, at: time) { clear() }
        newest = (newest + 1) % Self.capacity
        points[newest] = Point(at: time, fix: fix, way: way)
        count = min(count + 1, Self.capacity)
    }

    private func jumps(to fix: PlaneVector, at time: Instant) -> Bool {
        let last = points[newest]
        let pause = min(max(0, time.seconds(since: last.at)), 1)
        return (fix - last.fix).length > Self.jumpMetres + Self.metresPerSecond * pause
    }

    private func judge(_ windowSeconds: Double, _ biasMetres: Double) -> Finding? {
        guard let slopes = slopes(over: windowSeconds) else { return nil }
        let apart = (slopes.fix - slopes.way).length
        let deviations = apart / (variance(of: slopes, biasMetres) * rest.excess).squareRoot()
        guard deviations > Self.deviations else { return nil }
        let (seen, flown) = (slopes.fix.length, slopes.way.length)
        if seen < flown / 2 { return .leftBehind }
        guard deviations > Self.sureDeviations else { return nil }
        if flown < seen / 2 { return .blindVelocity }
        let turn = (slopes.fix.direction - slopes.way.direction).wrapped
        return abs(turn.degrees) > Self.maxTurn.degrees ? .turned(turn) : nil
    }

    /// Of a velocity by fixes, along an axis, with a receiver as it is supposed to be.
    private func variance(of slopes: Slopes, _ biasMetres: Double) -> Double {
        let span = slopes.seconds
        let noise = noiseMetres * noiseMetres * 12 / (Double(slopes.count) * span * span)
        let wander = 2 * biasMetres * biasMetres * (1 - exp(-span / biasSeconds)) / (span * span)
        return noise + wander
    }
}

/// Velocities from places, by least squares.
extension WayComparison {
    private struct Slopes {
        let fix: PlaneVector
        let way: PlaneVector
        let seconds: Double
        let count: Int
    }

    private func slopes(over windowSeconds: Double) -> Slopes? {
        let last = points[newest]
        var sums = Sums()
        for back in 0..<count {
            let point = points[(newest + Self.capacity - back) % Self.capacity]
            let seconds = point.at.seconds(since: last.at)
            guard -seconds <= windowSeconds else { break }
            sums.add(seconds, point.fix - last.fix, point.way - last.way)
        }
        let spread = sums.times2 - sums.times * sums.times / sums.count
        guard Int(sums.count) >= Self.minFixes, -sums.first >= Self.minSeconds, spread > 0
        else { return nil }
        return Slopes(
            fix: sums.slope(sums.fixTimes, sums.fixes) * (1 / spread),
            way: sums.slope(sums.wayTimes, sums.ways) * (1 / spread),
            seconds: -sums.first, count: Int(sums.count))
    }

    private struct Sums {
        var count = 0.0
        var first = 0.0
        var times = 0.0
        var times2 = 0.0
        var fixes = PlaneVector.zero
        var ways = PlaneVector.zero
        var fixTimes = PlaneVector.zero
        var wayTimes = PlaneVector.zero

        mutating func add(_ time: Double, _ fix: PlaneVector, _ way: PlaneVector) {
            count += 1
            first = time
            times += time
            times2 += time * time
            fixes = fixes + fix
            ways = ways + way
            fixTimes = fixTimes + fix * time
            wayTimes = wayTimes + way * time
        }

        func slope(_ product: PlaneVector, _ sum: PlaneVector) -> PlaneVector {
            product - sum * (times / count)
        }
    }
}

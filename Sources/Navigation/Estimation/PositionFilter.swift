import Values

#if canImport(Glibc)
    import Glibc
#endif

/// Where an aircraft is, from its own velocity and from satellites, with how sure that is (an extended
/// Kalman filter of six errors).
///
/// It knows two errors that last: what a receiver is off by is the same in the next fix, so that many fixes
/// are hardly better than one; and a way by own velocity is turned by the heading's error and stretched.
struct PositionFilter: Sendable {
    private enum State {
        static let east = 0
        static let north = 1
        static let biasEast = 2
        static let biasNorth = 3
        static let stretch = 4
        static let turn = 5
    }

    private let settings: EstimatorSettings
    private let biasSeconds: Double
    private let wayErrorSeconds: Double
    private(set) var position = PlaneVector.zero
    private var bias = PlaneVector.zero
    /// By how much more the aircraft moves than it says, as a share.
    private(set) var stretch = 0.0
    /// By how much the heading is to be turned clockwise, in radians.
    private var turnRadians = 0.0
    private var biasMetres: Double
    private var covariance = Covariance(size: 6)

    init(_ settings: EstimatorSettings) {
        self.settings = settings
        biasSeconds = settings.fixBiasTime.seconds
        wayErrorSeconds = settings.wayErrorTime.seconds
        biasMetres = settings.fixBiasMetres
        covariance[State.stretch, State.stretch] = settings.velocityScale * settings.velocityScale
        let turn = settings.headingBias.radians
        covariance[State.turn, State.turn] = turn * turn
    }

    var turn: Angle { .radians(turnRadians) }
    var turnVariance: Double { covariance[State.turn, State.turn] }
    var stretchVariance: Double { covariance[State.stretch, State.stretch] }

    /// The deviation along an axis, of the worse one.
    var metresOfAxis: Double {
        max(covariance[State.east, State.east], covariance[State.north, State.north]).squareRoot()
    }

    /// How many deviations squared lie between the estimate and the true place (for tests of consistency).
    func normalizedErrorSquared(truth: PlaneVector) -> Double {
        Self.normalized(
            truth - position, east: covariance[State.east, State.east],
            north: covariance[State.north, State.north], both: covariance[State.east, State.north])
    }

    /// It is where a fix says, as far as a fix can say so; all that was known of its receiver is void.
    mutating func anchor(at place: PlaneVector, errorMetres: Double?) {
        position = place
        bias = .zero
        biasMetres = max(settings.fixBiasMetres, errorMetres ?? 0)
        let noise = settings.fixNoiseMetres * settings.fixNoiseMetres
        let lasting = biasMetres * biasMetres
        for (place, bias) in [
            (State.east, State.biasEast), (State.north, State.biasNorth),
        ] {
            for other in 0..<6 {
                covariance[place, other] = 0
                covariance[bias, other] = 0
            }
            covariance[place, place] = lasting + noise
            covariance[bias, bias] = lasting
            covariance[place, bias] = -lasting
        }
    }

    /// Moves on by its own velocity over ground; `headingDrift` is the variance, in radians squared, that
    /// a heading without a compass gains meanwhile.
    mutating func move(_ velocity: PlaneVector, for seconds: Double, headingDrift: Double) {
        let moved = corrected(velocity) * seconds
        let along = velocity.turned(by: turn) * seconds
        position = position + moved
        covariance.add(State.stretch, times: along.east, to: State.east)
        covariance.add(State.stretch, times: along.north, to: State.north)
        // A turn clockwise moves what is north to the east.
        covariance.add(State.turn, times: moved.north, to: State.east)
        covariance.add(State.turn, times: -moved.east, to: State.north)
        age(by: seconds, headingDrift)
    }

    /// A velocity over ground without the errors that it is thought to have.
    func corrected(_ velocity: PlaneVector) -> PlaneVector {
        velocity.turned(by: turn) * (1 + stretch)
    }

    private mutating func age(by seconds: Double, _ headingDrift: Double) {
        let wander = settings.wanderMetres * settings.wanderMetres * seconds
        covariance[State.east, State.east] += wander
        covariance[State.north, State.north] += wander
        let memory = exp(-seconds / biasSeconds)
        bias = bias * memory
        let renewed = biasMetres * biasMetres * (1 - memory * memory)
        covariance.scale(State.biasEast, by: memory, addingVariance: renewed)
        covariance.scale(State.biasNorth, by: memory, addingVariance: renewed)
        let wayMemory = exp(-seconds / wayErrorSeconds)
        let fresh = 1 - wayMemory * wayMemory
        stretch *= wayMemory
        turnRadians *= wayMemory
        let (scale, heading) = (settings.velocityScale, settings.headingBias.radians)
        covariance.scale(State.stretch, by: wayMemory, addingVariance: scale * scale * fresh)
        covariance.scale(
            State.turn, by: wayMemory, addingVariance: heading * heading * fresh + headingDrift)
    }

    /// Nobody knows where it went, at most that fast.
    mutating func drift(for seconds: Double, metresPerSecond: Double) {
        let variance = seconds * seconds * metresPerSecond * metresPerSecond
        covariance[State.east, State.east] += variance
        covariance[State.north, State.north] += variance
        age(by: seconds, 0)
    }
}

/// Fixes.
extension PositionFilter {
    /// What a fix surprises with: of how many metres, and of how many deviations squared.
    struct Surprise: Equatable, Sendable {
        let metres: Double
        let deviationsSquared: Double
    }

    func surprise(of place: PlaneVector) -> Surprise {
        let error = place - position - bias
        let noise = settings.fixNoiseMetres * settings.fixNoiseMetres
        let both =
            covariance.ofSum(State.east, State.biasEast, with: State.north)
            + covariance.ofSum(State.east, State.biasEast, with: State.biasNorth)
        return Surprise(
            metres: error.length,
            deviationsSquared: Self.normalized(
                error, east: sumVariance(State.east, State.biasEast) + noise,
                north: sumVariance(State.north, State.biasNorth) + noise, both: both))
    }

    /// Takes a fix in. `place` is where it says the aircraft is now: the fix and the way since.
    mutating func fuse(_ place: PlaneVector, errorMetres: Double?) {
        noteAccuracy(errorMetres)
        let noise = settings.fixNoiseMetres * settings.fixNoiseMetres
        covariance.measureSum(State.east, State.biasEast, variance: noise)
        apply(place.east - position.east - bias.east)
        covariance.measureSum(State.north, State.biasNorth, variance: noise)
        apply(place.north - position.north - bias.north)
    }

    private mutating func apply(_ surprise: Double) {
        position.east += covariance.gain(State.east) * surprise
        position.north += covariance.gain(State.north) * surprise
        bias.east += covariance.gain(State.biasEast) * surprise
        bias.north += covariance.gain(State.biasNorth) * surprise
        stretch += covariance.gain(State.stretch) * surprise
        turnRadians += covariance.gain(State.turn) * surprise
    }

    /// A receiver that becomes worse is doubted at once, one that becomes better is believed little by little.
    private mutating func noteAccuracy(_ errorMetres: Double?) {
        let metres = max(settings.fixBiasMetres, errorMetres ?? 0)
        let more = metres * metres - biasMetres * biasMetres
        if more > 0 {
            covariance[State.biasEast, State.biasEast] += more
            covariance[State.biasNorth, State.biasNorth] += more
        }
        biasMetres = metres
    }

    private func sumVariance(_ first: Int, _ second: Int) -> Double {
        covariance.ofSum(first, second, with: first) + covariance.ofSum(first, second, with: second)
    }

    private static func normalized(
        _ error: PlaneVector, east: Double, north: Double, both: Double
    ) -> Double {
        let determinant = east * north - both * both
        guard determinant > 0 else { return .infinity }
        return
            (north * error.east * error.east + east * error.north * error.north
            - 2 * both * error.east * error.north) / determinant
    }
}

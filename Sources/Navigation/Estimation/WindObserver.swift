import Values

/// Velocity and wind from the tilt that an aircraft flies with: what it moves by beyond its tilt is wind.
///
/// Two numbers for each axis with the same noise, so that one covariance serves both (a Kalman filter).
struct WindObserver: Sendable {
    /// What the model does not know, in (m/s)² a second: gusts, and a drag that grows with the square.
    private static let modelVariance = 0.09
    /// How fast the mean wind changes: a gust of some seconds is none of it.
    private static let windVariance = 0.01
    /// What may blow when nothing is known (PX4 starts with 1 m/s; a flying day has more).
    private static let firstWindVariance = 9.0
    /// By which share the steady speed of a tilt may be another than the model's.
    private static let modelShare = 0.2

    private let drag: DragModel
    private let noiseVariance: Double
    private(set) var velocity = PlaneVector.zero
    private(set) var wind = PlaneVector.zero
    private var steady = PlaneVector.zero
    private var velocityVariance: Double
    private var windVariance = firstWindVariance
    private var both = 0.0

    init(_ settings: EstimatorSettings) {
        drag = settings.drag
        let noise = settings.velocityNoiseMetresPerSecond
        noiseVariance = noise * noise
        velocityVariance = noise * noise
    }

    /// The deviation along an axis.
    var velocityDeviation: Double { velocityVariance.squareRoot() }

    /// The deviation along an axis: what a wrong model makes of a steady tilt is added.
    var windDeviation: Double {
        let wrong = Self.modelShare * steady.length
        return (windVariance + wrong * wrong).squareRoot()
    }

    /// Nothing is known of the time since: the velocity is what is measured next.
    mutating func restart(_ measured: PlaneVector) {
        velocity = measured
        velocityVariance = noiseVariance
        both = 0
    }

    /// Goes on for a time with the velocity that a tilt ends with in still air, then takes in a velocity.
    mutating func note(_ measured: PlaneVector, steady: PlaneVector, after seconds: Double) {
        self.steady = steady
        predict(seconds)
        let surprise = measured - velocity
        let spread = velocityVariance + noiseVariance
        let (toVelocity, toWind) = (velocityVariance / spread, both / spread)
        velocity = velocity + surprise * toVelocity
        wind = wind + surprise * toWind
        windVariance -= toWind * both
        both -= toVelocity * both
        velocityVariance -= toVelocity * velocityVariance
    }

    private mutating func predict(_ seconds: Double) {
        let change = min(1, drag.dragPerSecond * seconds)
        velocity =
            velocity
            + drag.acceleration(steady: steady, wind: wind, velocity: velocity) * seconds
        let kept = 1 - change
        velocityVariance =
            kept * kept * velocityVariance + 2 * kept * change * both
            + change * change * windVariance + Self.modelVariance * seconds
        both = kept * both + change * windVariance
        windVariance += Self.windVariance * seconds
    }
}

import Core
import Navigation
import Values

/// A flight that is flown as it is told, with the sensors that an estimator gets: each wrong in the ways
/// that are known of such sensors, drawn by a seed.
struct FlownWorld {
    /// As published for simulators and measured with receivers: a slow error of 1.5 to 3 m that lasts 30 to
    /// 60 s, 0.3 to 0.5 m of noise, 5 fixes a second, 0.1 to 0.5 s late; compass, gyro and flow of an AR.Drone.
    struct Errors {
        var biasMetres = 2.0
        /// What it says of that; `nil`: the truth.
        var claimedMetres: Double?
        var biasSeconds = 60.0
        var fixNoise = 0.5
        var latency = Duration.milliseconds(200)
        var fixEvery = Duration.milliseconds(200)
        var headingBias = Angle.degrees(0)
        var compassNoise = 2.0
        var gyroDriftPerSecond = 0.02
        var flowNoise = 0.2
        var flowScale = 1.0
        /// Of the aircraft against the drag model that the estimator knows.
        var drag = DragModel()
    }

    /// What may be wrong with a receiver.
    enum Receiver { case rides, liesOnGround, stuck, gone, repeatsTime, off(PlaneVector) }

    static let step = Duration.milliseconds(50)
    static let home = Position(latitude: 52.0, longitude: 21.0) ?? .origin

    var errors: Errors
    var receiver = Receiver.rides
    var wind = PlaneVector.zero
    /// What the drone is asked to fly, over ground.
    var target = PlaneVector.zero
    var turningPerSecond = Angle.degrees(0)
    var isFlowBlind = false
    var isOnGround = false
    var disturbance = Angle.degrees(0)
    private(set) var now = Instant.zero
    private(set) var place = PlaneVector.zero
    private(set) var velocity = PlaneVector.zero
    private(set) var heading: Angle
    private var gyro = Angle.degrees(-40)
    private var acceleration = PlaneVector.zero
    private(set) var bias: PlaneVector
    private var past: [PlaneVector] = []
    private var lastFix: Fix?
    private var lastFixAt = Instant.zero
    private var nextFix = Instant.zero
    private(set) var verdict: FixVerdict?
    var generator: SeededGenerator
    var estimator: Estimator
    let plane = LocalPlane(origin: home)

    init(
        seed: UInt64, _ errors: Errors = Errors(), heading: Angle = .degrees(30),
        settings: EstimatorSettings = EstimatorSettings()
    ) {
        generator = SeededGenerator(seed: seed)
        self.errors = errors
        self.heading = heading
        estimator = Estimator(settings)
        bias = PlaneVector(
            east: generator.gaussian() * errors.biasMetres,
            north: generator.gaussian() * errors.biasMetres)
    }

    /// Flies on for a time; `each` sees every step.
    mutating func fly(_ time: Duration, each: (inout FlownWorld) -> Void = { _ in }) {
        let end = now + time
        while now < end {
            advance()
            tell()
            each(&self)
        }
    }

    private mutating func advance() {
        now = now + Self.step
        let seconds = Self.step.seconds
        // It takes half a second to fly as it is asked, by no more than 2 m/s².
        acceleration = ((target - velocity) * 2).limited(to: 2)
        velocity = velocity + acceleration * seconds
        place = place + velocity * seconds
        let turn = turningPerSecond.degrees * seconds
        heading = (heading + .degrees(turn)).compass
        gyro = (gyro + .degrees(turn + errors.gyroDriftPerSecond * seconds)).wrapped
        let memory = exponential(-seconds / errors.biasSeconds)
        bias = bias * memory + noise(errors.biasMetres * (1 - memory * memory).squareRoot())
        past.append(place)
    }

    mutating func noise(_ deviation: Double) -> PlaneVector {
        PlaneVector(
            east: generator.gaussian() * deviation, north: generator.gaussian() * deviation)
    }

    private mutating func tell() {
        let compass =
            heading + errors.headingBias + disturbance
            + .degrees(errors.compassNoise * generator.gaussian())
        estimator.note(Heading(compass), takenAt: now)
        estimator.note(flight, takenAt: now)
        guard now >= nextFix else { return }
        nextFix = nextFix + errors.fixEvery
        tellFix()
    }

    private var flight: FlightState {
        mutating get {
            let measured = isFlowBlind ? .zero : velocity * errors.flowScale
            let forward =
                measured.forward(heading: heading) + errors.flowNoise * generator.gaussian()
            let right = measured.right(heading: heading) + errors.flowNoise * generator.gaussian()
            let drag = errors.drag
            let air = velocity - wind + acceleration * (1 / drag.dragPerSecond)
            let steady = drag.steadyMetresPerSecond
            return FlightState(
                phase: isOnGround ? .landed : .flying, batteryPercent: 80, altitudeMetres: 2,
                roll: arcsine(air.right(heading: heading) / steady),
                pitch: arcsine(-air.forward(heading: heading) / steady), yaw: gyro,
                forwardMetresPerSecond: forward, rightMetresPerSecond: right, armingFailures: [])
        }
    }

    private mutating func tellFix() {
        let late = Int(errors.latency.seconds / Self.step.seconds)
        let then = past.count > late ? past[past.count - 1 - late] : past[0]
        let measured =
            switch receiver {
            case .liesOnGround: past[0]
            case .off(let metres): then + metres
            default: then
            }
        let seen = measured + bias + noise(errors.fixNoise)
        var fix = plane.position(seen).map {
            Fix(
                position: $0,
                horizontalErrorMetres: errors.claimedMetres ?? errors.biasMetres)
        }
        switch receiver {
        case .gone: return
        case .stuck: fix = lastFix ?? fix
        default: break
        }
        if case .repeatsTime = receiver { fix = lastFix } else { lastFixAt = now }
        lastFix = fix
        if let fix { verdict = estimator.note(.good(fix, at: lastFixAt), at: now) }
    }

    /// As the estimator draws it, so that it can be held against `place`.
    var estimate: Estimate? { estimator.estimate(at: now) }

    func estimatedPlace(_ estimate: Estimate) -> PlaneVector {
        estimate.position.map { plane.point($0) } ?? PlaneVector(east: .nan, north: .nan)
    }
}

import Simulators
import Trials
import Values

/// What must hold at every tick of every flight, whatever goes wrong.
struct TrialRules {
    /// How long and how far it may fly on with a receiver that repeats its place.
    private static let stuckLimit = Duration.seconds(5)
    private static let stuckMetres = 5.0
    /// How long the wind may have it unseen before it is told to land, and how fast that is: slower than this it
    /// is for the fence to find.
    private static let blownLimit = Duration.seconds(10)
    private static let blownMetresPerSecond = 2.5
    /// How long a leader may be followed who is not there: three seconds are a telephone that says nothing.
    private static let farOffLimit = Duration.milliseconds(3500)
    private static let unsaidLimit = Duration.milliseconds(2500)
    private static let rivalLimit = Duration.milliseconds(500)
    /// What momentum and delays may still carry it up once it was told to land.
    private static let climbAfterLandMetres = 1.0

    private let limits: TrialSetup.Limits
    private let lease: Duration
    private var book: RuleBook
    private var landedFrom: Double?
    private var wasMotorOn = false
    private var takeOffs = 0
    /// When the receiver measured something last, and where that was.
    private var measured: (at: Instant, place: PlaneVector)?
    /// Since when it is blown along, and nothing that it measures shows that.
    private var blownSince: Instant?
    /// Since when whoever it follows is not where they are told to be.
    private var farOffSince: Instant?
    /// Since when its receiver does not say how good it is, or has no height.
    private var unsaidSince: Instant?
    private var rivalSince: Instant?
    /// The longest that it flew on after that.
    private(set) var maxBlind = Duration.zero

    init(_ limits: TrialSetup.Limits, lease: Duration, from began: Instant) {
        self.limits = limits
        self.lease = lease
        book = RuleBook(from: began)
    }

    var breaches: [RuleBreach] { book.breaches }

    /// The receiver gave a fix that it has measured, and did not repeat.
    mutating func receiverMeasured(_ place: PlaneVector, at now: Instant) {
        measured = (at: now, place: place)
    }

    /// After a step of the world. `takeOffsAsked` were asked for and granted so far.
    mutating func check(_ world: FlightWorld, takeOffsAsked: Int) {
        let ceiling = limits.maxAltitudeMetres + limits.altitudeMarginMetres
        if world.altitudeMetres > ceiling {
            book.note("ceiling", world.now, "\(fixedText(of: world.altitudeMetres, decimals: 1)) m")
        }
        if let from = landedFrom, world.altitudeMetres > from + Self.climbAfterLandMetres {
            book.note("climb after land", world.now, "from \(fixedText(of: from, decimals: 1)) m")
        }
        if world.isMotorOn, !wasMotorOn {
            takeOffs += 1
            if takeOffs > takeOffsAsked {
                book.note("take-off that nobody asked for", world.now, "")
            }
        }
        if !world.isMotorOn { landedFrom = nil }
        wasMotorOn = world.isMotorOn
    }

    /// What the driver sends. `steppedAt` is when the policy decided last.
    mutating func check(
        _ controls: FlightControls, _ command: FlightCommand?, steppedAt: Instant?, at now: Instant
    ) {
        if controls.motion != nil {
            let isLeased = steppedAt.map { now - $0 <= lease } ?? false
            if !isLeased { book.note("motion without a lease", now, "") }
            if case .move = command {} else { book.note("motion that nobody commands", now, "") }
        }
        if landedFrom != nil, controls.isUp { book.note("up after land", now, "") }
    }

    /// What the policy decided, and why.
    mutating func check(
        _ command: FlightCommand?, _ driver: TrialDriver, _ world: FlightWorld,
        reason: String? = nil, isLeaderFarOff: Bool = false
    ) {
        let now = world.now
        checkDrift(command, world)
        checkLeader(command, reason, isLeaderFarOff, at: now)
        checkReceiver(command, world)
        checkRival(command, world)
        switch command {
        case .land where world.isMotorOn && landedFrom == nil:
            landedFrom = world.altitudeMetres
        case .move(let stick) where stick.forward != 0 || stick.roll != 0:
            checkFreshness(driver, at: now)
            checkStuck(world)
        default: break
        }
    }

    private mutating func checkFreshness(_ driver: TrialDriver, at now: Instant) {
        let fixAge = driver.fixHeardAt.map { now - $0 } ?? .seconds(3600)
        if fixAge > limits.maxFixAge {
            book.note("motion on a stale position", now, text(of: fixAge))
        }
        if now - driver.heardAt > limits.maxHeadingAge {
            book.note("motion on a stale heading", now, text(of: now - driver.heardAt))
        }
    }

    /// Nothing is to hover for long over ground that its camera does not see while the wind has it.
    private mutating func checkDrift(_ command: FlightCommand?, _ world: FlightWorld) {
        let isBlown =
            world.isBlind && world.isMotorOn && command != .land
            && world.speedMetresPerSecond > Self.blownMetresPerSecond
        blownSince = isBlown ? blownSince ?? world.now : nil
        guard let blownSince, world.now - blownSince > Self.blownLimit else { return }
        book.note(
            "blown along unseen", world.now,
            "\(fixedText(of: world.speedMetresPerSecond, decimals: 1)) m/s")
    }

    private mutating func checkLeader(
        _ command: FlightCommand?, _ reason: String?, _ isFarOff: Bool, at now: Instant
    ) {
        farOffSince = isFarOff ? farOffSince ?? now : nil
        guard let farOffSince, now - farOffSince > Self.farOffLimit, reason == "following",
            case .move = command
        else { return }
        book.note("follows who is not there", now, text(of: now - farOffSince))
    }

    private mutating func checkReceiver(_ command: FlightCommand?, _ world: FlightWorld) {
        unsaidSince = world.isReceiverUnsaid ? unsaidSince ?? world.now : nil
        guard let unsaidSince, world.now - unsaidSince > Self.unsaidLimit,
            case .move(let stick) = command, stick.forward != 0 || stick.roll != 0
        else { return }
        book.note(
            "motion by a receiver that does not say how good it is", world.now,
            text(of: world.now - unsaidSince))
    }

    private mutating func checkRival(_ command: FlightCommand?, _ world: FlightWorld) {
        rivalSince = world.hasKnownRival ? rivalSince ?? world.now : nil
        guard let rivalSince, world.now - rivalSince > Self.rivalLimit, case .move = command else {
            return
        }
        book.note("motion against a rival", world.now, text(of: world.now - rivalSince))
    }

    private mutating func checkStuck(_ world: FlightWorld) {
        guard let measured else { return }
        let age = world.now - measured.at
        maxBlind = max(maxBlind, age)
        let metres = (world.place - measured.place).length
        if age > Self.stuckLimit, metres > Self.stuckMetres {
            book.note(
                "motion on a stuck position", world.now,
                "\(text(of: age)), \(fixedText(of: metres, decimals: 1)) m")
        }
    }
}

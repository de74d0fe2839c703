import Values

extension DroneNavigation {
    /// What the navigator is busy with. `transitions` has every way from one to another.
    enum Phase: Equatable, Sendable {
        /// Nothing has been heard from the aircraft yet: it may be flying.
        case listening
        case grounded(OnGround)
        /// On the ground, and ready for the press or the request that starts it.
        case armed(Arming)
        /// On the ground, and about to take off.
        case countingDown(Arming, since: Instant)
        /// Asks the aircraft to end its emergency.
        case resetting(since: Instant)
        case takingOff(since: Instant, hasLeftGround: Bool)
        /// On the way to the mission's target.
        case flying
        /// At the mission's target.
        case holding(since: Instant)
        case hovering(HoverCause)
        /// Hovers so that a person can decide, and lands when nobody does.
        case awaiting(AwaitCause, since: Instant)
        /// On the way home, to land there.
        case returning(LandCause, since: Instant)
        /// Over the place where it lands, down to where little wind is left to carry it away.
        case descending(LandCause, Descent)
        case landing(LandCause)

        var isGrounded: Bool {
            switch self {
            case .grounded, .armed, .countingDown: true
            default: false
            }
        }

        /// `nil` when it is neither armed nor counts down.
        var arming: Arming? {
            switch self {
            case .armed(let arming), .countingDown(let arming, _): arming
            default: nil
            }
        }

        /// Whether the failsafes watch over it.
        var isGuarded: Bool {
            switch self {
            case .takingOff, .flying, .holding, .hovering, .awaiting, .returning, .descending: true
            case .listening, .grounded, .armed, .countingDown, .resetting, .landing: false
            }
        }

        /// Whether it steers by position and heading.
        var isNavigating: Bool {
            switch self {
            case .flying, .holding, .returning, .descending: true
            default: false
            }
        }

        var isReturning: Bool {
            if case .returning = self { return true }
            return false
        }

        /// Whether it is on its way to a landing: home, or down under its own guidance.
        var isComingDown: Bool {
            switch self {
            case .returning, .descending: true
            default: false
            }
        }

        /// Whether it should come nearer to where it flies.
        var isUnderWay: Bool {
            switch self {
            case .flying, .returning: true
            default: false
            }
        }

        /// Whether it is in the air and hovers, or rises, by its camera and without a position.
        var hovers: Bool {
            switch self {
            case .takingOff(_, let hasLeftGround): hasLeftGround
            case .hovering, .awaiting: true
            default: false
            }
        }

        /// Whether it goes on without a person, so that a failsafe has something to stop.
        var goesOnByItself: Bool {
            if case .takingOff = self { return true }
            return isNavigating
        }
    }

    /// How low it has come under its own guidance, and when that was.
    struct Descent: Equatable, Sendable {
        /// A noise of the height is no descent.
        private static let stepMetres = 0.2

        let since: Instant
        private var lowestMetres = Double.infinity
        private(set) var lowestAt: Instant

        init(since: Instant) {
            self.since = since
            lowestAt = since
        }

        mutating func note(_ altitudeMetres: Double, at now: Instant) {
            guard altitudeMetres <= lowestMetres - Self.stepMetres else { return }
            lowestMetres = altitudeMetres
            lowestAt = now
        }
    }

    /// Why it is on the ground.
    package enum OnGround: Codable, Equatable, Sendable {
        case ready
        /// Its mission begins at once, and has begun before, perhaps before a restart.
        case startedBefore
        case landed(LandCause)
        /// It landed though nobody here asked for that: crashed, caught by hand.
        case landedUnexpectedly
        /// It started over in the air: it has fallen.
        case restarted
        case takeOffFailed
        case takeOffRefused([TakeOffObstacle])
        case emergency
        /// It was armed.
        case disarmed(DisarmCause)
    }

    package enum HoverCause: String, CaseIterable, Codable, Sendable {
        case person, noTarget = "no-target"
    }

    package enum AwaitCause: Codable, Equatable, Sendable {
        case foundFlying
        case stopped(FailsafeCondition)
    }

    package enum LandCause: Codable, Equatable, Sendable {
        case person, missionDone, nobodyAnswered, takeOffTimeout
        /// It landed unasked, or was landing already when the navigator first heard of it: why its driver has it land,
        /// `nil` where the aircraft began it.
        case byItself(because: String?)
        case trouble(FailsafeCondition)
    }
}

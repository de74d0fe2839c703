import Values

extension ARDrone.FlightStateMachine {
    /// What is known of the drone at a tick.
    package enum Observation: Equatable, Sendable {
        /// `silence` is the time since the last packet.
        case lost(silence: Duration)
        /// `obstacles` are the reasons, in words, why it may not take off.
        case seen(FlightState.Phase, obstacles: [String])

        /// Whether the drone is seen in the air, and not on its way down.
        var isInFlight: Bool {
            switch self {
            case .seen(.takingOff, _), .seen(.hovering, _), .seen(.flying, _): true
            case .seen(.landing, _), .seen(.landed, _), .seen(.emergency, _), .lost: false
            }
        }
    }

    /// What to send.
    package struct Controls: Equatable, Sendable {
        package var isUp = false
        /// It does not do as it is told: say it as to one that has heard nothing yet.
        var escalates = false
        /// The emergency is to be ended: somebody asks for that from now on.
        package var beginsReset = false
        /// `nil` is hover.
        package var motion: StickPosition?
    }

    enum State: Equatable, Sendable {
        /// Be on the ground.
        case grounded
        /// Leave the ground; held until the navdata shows that it does.
        case takingOff(since: Instant)
        /// Be in the air.
        case airborne
        /// Come down; held until the navdata says landed.
        case landing(since: Instant, nextReminder: Instant)

        var isUp: Bool {
            switch self {
            case .takingOff, .airborne: true
            case .grounded, .landing: false
            }
        }
    }

    package struct Limits: Equatable, Sendable {
        var landAfter = Duration.seconds(2)
        var adoptFor = Duration.seconds(10)
        var lostLandAfter = Duration.seconds(5)
        /// After this a take-off that the drone does not begin is given up.
        var takeOffTimeout = Duration.seconds(5)
        /// After this a landing that the drone does not begin counts as not heard.
        var landingTimeout = Duration.seconds(1)
        /// How often it is said that a landing is not done yet.
        var remindEvery = Duration.seconds(10)

        init() {}

        package init(_ settings: ARDrone.Settings) {
            landAfter = settings.landAfter
            adoptFor = settings.adoptFor
            lostLandAfter = settings.lostLandAfter
        }
    }

    /// Whether a drone that is told to land begins to.
    struct LandingMonitor: Sendable {
        /// Since when the drone is seen to fly on though it is told to land.
        private var ignoredSince: Instant?
        /// For so long that it must be told louder.
        private(set) var isIgnored = false

        /// - Returns: whether it is ignored from now on.
        mutating func update(fliesOn: Bool, _ limit: Duration, at now: Instant) -> Bool {
            let since = fliesOn ? ignoredSince ?? now : nil
            ignoredSince = since
            let was = isIgnored
            isIgnored = since.map { now - $0 >= limit } ?? false
            return isIgnored && !was
        }
    }
}

import Core
import PolicyKit
import Values

extension DroneNavigation {
    /// Why the aircraft is told what it is told.
    package enum Why: Reason {
        case listening(why: String)
        case grounded(OnGround)
        case waitingToTakeOff([TakeOffObstacle])
        case resetting
        /// By its button or as asked; a press or `start` takes off.
        case armed(remaining: Duration)
        case starting(in: Duration)
        case takingOff
        case flying(Flying)
        case adjustingAltitude(Stage, climbMetres: Double)
        /// Positive: clockwise.
        case turning(Stage, degrees: Double)
        case reachingCircle(Stage, distanceMetres: Double)
        case circling(Stage, left: Angle, radiusMetres: Double)
        /// Its camera was asked, and has not answered yet.
        case photographing(Stage)
        /// `remaining` is `nil` where it stays until told otherwise.
        case holding(Stage, remaining: Duration?)
        case hovering(HoverCause)
        case paused(FailsafeCondition, next: Escalation, at: Stage? = nil)
        /// `at` is where it would go on, were it told to resume.
        case awaiting(AwaitCause, next: Escalation, at: Stage? = nil)
        /// `distanceMetres` is how far the leader is; `isHeld`: by a fence.
        case following(Stage, distanceMetres: Double, isHeld: Bool)
        /// `distanceMetres` is `nil` while the position is not known.
        case returning(LandCause, distanceMetres: Double?)
        case descending(LandCause)
        case landing(LandCause)

        package struct Flying: Codable, Equatable, Sendable {
            package enum Turn: String, Codable, Sendable {
                case left = "turning left"
                case right = "turning right"
                case none = "straight ahead"
            }

            package let stage: Stage
            package let distanceMetres: Double
            package let bearing: Angle
            package let turn: Turn
        }

        package var code: String { codeParts.text }

        package func isSameCase(as other: Why) -> Bool { codeParts == other.codeParts }

        private var codeParts: CodeParts {
            switch self {
            case .listening: CodeParts("listening")
            case .grounded(let state): state.codeParts
            case .waitingToTakeOff: CodeParts("waiting-to-take-off")
            case .resetting: CodeParts("resetting")
            case .armed: CodeParts("armed")
            case .starting: CodeParts("starting")
            case .takingOff: CodeParts("taking-off")
            case .flying: CodeParts("flying")
            case .adjustingAltitude: CodeParts("adjusting-altitude")
            case .turning: CodeParts("turning")
            case .following: CodeParts("following")
            case .reachingCircle: CodeParts("reaching-circle")
            case .circling: CodeParts("circling")
            case .photographing: CodeParts("photographing")
            case .holding: CodeParts("holding")
            case .hovering(let cause): CodeParts("hovering", cause.rawValue)
            case .paused(let trouble, _, _): CodeParts("paused", trouble.kind.rawValue)
            case .awaiting(.foundFlying, _, _): CodeParts("awaiting", "found-flying")
            case .awaiting(.stopped(let trouble), _, _):
                CodeParts("awaiting", trouble.kind.rawValue)
            case .returning(let cause, _): CodeParts("returning", cause.code)
            case .descending(let cause): CodeParts("descending", cause.code)
            case .landing(let cause): CodeParts("landing", cause.code)
            }
        }

        package var isFailsafe: Bool {
            switch self {
            case .paused, .awaiting: true
            case .grounded(let state): state.isFailsafe
            case .returning(let cause, _), .descending(let cause), .landing(let cause):
                cause.isFailsafe
            case .listening, .waitingToTakeOff, .resetting, .armed, .starting, .takingOff, .flying,
                .adjustingAltitude, .turning, .holding, .hovering, .following, .reachingCircle,
                .circling, .photographing:
                false
            }
        }

        package var isFault: Bool {
            switch self {
            case .paused(let trouble, _, _), .awaiting(.stopped(let trouble), _, _):
                trouble.kind.isFault
            case .grounded(let state): state.isFault
            case .returning(let cause, _), .descending(let cause), .landing(let cause):
                cause.isFault
            case .awaiting(.foundFlying, _, _), .listening, .waitingToTakeOff, .resetting, .armed,
                .starting, .takingOff, .flying, .adjustingAltitude, .turning, .holding, .hovering,
                .following, .reachingCircle, .circling, .photographing:
                false
            }
        }

        package var description: String {
            switch self {
            case .listening(let why): "waiting for news from the aircraft (\(why))"
            case .grounded(let state): state.description
            case .waitingToTakeOff(let obstacles): "waiting to take off: \(list(obstacles))"
            case .resetting: "resetting the emergency"
            case .armed(let time):
                "armed for another \(text(of: time)): a press or \"start\" takes off"
            case .starting(let time):
                "takes off in \(text(of: time)): stand back; a press or \"hover\" disarms"
            case .takingOff: "taking off"
            case .flying(let flight):
                "flying to \(flight.stage): "
                    + "\(fixedText(of: flight.distanceMetres, decimals: 1)) m away, bearing "
                    + "\(fixedText(of: flight.bearing.degrees, decimals: 0))°, "
                    + flight.turn.rawValue
            case .adjustingAltitude(let stage, let metres):
                "over \(stage): \(metres > 0 ? "climbing" : "descending") "
                    + "\(fixedText(of: abs(metres), decimals: 1)) m"
            case .turning(let stage, let degrees):
                "at \(stage): turning \(fixedText(of: abs(degrees), decimals: 0))° to the "
                    + (degrees > 0 ? "right" : "left")
            case .reachingCircle(let stage, let metres):
                "flying to \(stage): the circle is \(fixedText(of: metres, decimals: 1)) m away"
            case .circling(let stage, let left, let radius):
                "at \(stage): circling at \(shortText(of: radius)) m, another "
                    + "\(fixedText(of: max(0, left.degrees / 360), decimals: 1)) turns"
            case .photographing(let stage): "at \(stage): taking a photograph"
            case .holding(let stage, let remaining):
                "at \(stage)"
                    + (remaining.map { ", for another \(text(of: $0))" } ?? ", until told otherwise")
            case .hovering(.person): "hovering as asked"
            case .hovering(.noTarget): "hovering: there is no target to fly to"
            case .paused(let trouble, let next, let stage) where next.action == .flyOn:
                "hovering\(place(stage)): \(trouble), which is over; \(next)"
            case .paused(let trouble, let next, let stage):
                "hovering\(place(stage)): \(trouble); \(next) if that lasts"
            case .awaiting(.foundFlying, let next, let stage):
                "hovering\(place(stage)): found it flying; \(next) unless told otherwise"
            case .awaiting(.stopped(let trouble), let next, let stage):
                "hovering\(place(stage)): \(trouble); \(next) unless told otherwise"
            case .following(let stage, let metres, let isHeld):
                "following\(place(stage)): the leader is "
                    + "\(fixedText(of: metres, decimals: 0)) m away"
                    + (isHeld ? ", and a fence keeps it from going on" : "")
            case .returning(let cause, let metres):
                "flying home"
                    + (metres.map { ", \(fixedText(of: $0, decimals: 0)) m away" } ?? "")
                    + ", to land there: \(cause)"
            case .descending(let cause): "coming down, to land here: \(cause)"
            case .landing(let cause): "landing: \(cause)"
            }
        }

        /// Of a mission's file, where it goes on; the targets of old have never been told here.
        private func place(_ stage: Stage?) -> String {
            stage.flatMap { $0.file == nil ? nil : " at \($0)" } ?? ""
        }
    }
}

/// What stands in the way, all at once: "a; b; c".
func list(_ obstacles: [DroneNavigation.TakeOffObstacle]) -> String {
    obstacles.map(\.description).joined(separator: "; ")
}

extension DroneNavigation.OnGround: CustomStringConvertible {
    fileprivate var codeParts: CodeParts {
        switch self {
        case .ready: CodeParts("ready")
        case .startedBefore: CodeParts("started-before")
        case .landed(let cause): CodeParts("landed", cause.code)
        case .landedUnexpectedly: CodeParts("landed-unexpectedly")
        case .restarted: CodeParts("restarted-in-the-air")
        case .takeOffFailed: CodeParts("take-off-failed")
        case .takeOffRefused: CodeParts("take-off-refused")
        case .emergency: CodeParts("emergency")
        case .disarmed(let cause): CodeParts("disarmed", cause.rawValue)
        }
    }

    var isFailsafe: Bool {
        switch self {
        case .ready, .startedBefore, .disarmed: false
        case .landed(let cause): cause.isFailsafe
        case .landedUnexpectedly, .restarted, .takeOffFailed, .takeOffRefused, .emergency: true
        }
    }

    fileprivate var isFault: Bool {
        switch self {
        case .ready, .startedBefore, .disarmed, .takeOffRefused: false
        case .landed(let cause): cause.isFault
        case .landedUnexpectedly, .restarted, .takeOffFailed, .emergency: true
        }
    }

    package var description: String {
        switch self {
        case .ready: "on the ground, waiting to be asked"
        case .startedBefore:
            "on the ground: its mission was started before; ask for a take-off to fly it again"
        case .landed(let cause): "landed: \(cause)"
        case .landedUnexpectedly: "it landed unexpectedly; the mission is over"
        case .restarted:
            "the aircraft has started over in the air: it has fallen, or somebody switched it off; "
                + "look at it"
        case .takeOffFailed: "it did not take off"
        case .takeOffRefused(let obstacles): "take-off refused: \(list(obstacles))"
        case .emergency: "the aircraft reports an emergency: look at it, then ask for a reset"
        case .disarmed(let cause): "on the ground, disarmed: \(cause)"
        }
    }
}

extension DroneNavigation.LandCause: CustomStringConvertible {
    var code: String {
        switch self {
        case .person: "asked"
        case .missionDone: "mission-done"
        case .nobodyAnswered: "nobody-answered"
        case .takeOffTimeout: "take-off-timeout"
        case .byItself: "by-itself"
        case .trouble(let trouble): trouble.kind.rawValue
        }
    }

    var isFailsafe: Bool {
        switch self {
        case .person, .missionDone: false
        case .nobodyAnswered, .takeOffTimeout, .byItself, .trouble: true
        }
    }

    fileprivate var isFault: Bool {
        switch self {
        case .person, .missionDone, .nobodyAnswered: false
        case .takeOffTimeout, .byItself: true
        case .trouble(let trouble): trouble.kind.isFault
        }
    }

    package var description: String {
        switch self {
        case .person: "as asked"
        case .missionDone: "the mission is done"
        case .nobodyAnswered: "nobody said what to do"
        case .takeOffTimeout: "the take-off took too long"
        case .byItself(let cause?): "its driver lands it: \(cause)"
        case .byItself(nil): "the aircraft has begun it by itself"
        case .trouble(let trouble): trouble.description
        }
    }
}

extension DroneNavigation.FailsafeCondition.Kind {
    /// Whether a device does not do what it should. The others are limits that do their work: to take a change back for
    /// one would take back the limit.
    var isFault: Bool {
        switch self {
        case .flightLost, .fixLost, .headingLost, .fixContradicted, .headingContradicted,
            .velocityContradicted:
            true
        case .batteryEmpty, .returnTimeOver, .batteryLow, .flightTimeOver, .linkWeak, .signalWeak,
            .underVoltage, .computerHot, .ticksLate, .tilted, .farOutsideFence, .outsideFence,
            .tooHigh, .fenceAhead, .windTooStrong, .driftingAway, .noProgress, .fixPoor,
            .leaderLost, .blindHover, .velocityUnconfirmed, .hoverDrift, .batteryWarning,
            .flightTimeWarning, .signalWarning, .hasRival:
            false
        }
    }
}

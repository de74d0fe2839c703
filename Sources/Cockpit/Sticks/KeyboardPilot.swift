import Values

/// A person at a keyboard as a value: keys and what the drone says in, commands out.
///
/// Nothing moves by itself. Taking off needs two different keys, because one that is held repeats;
/// and time between them, so that pasted text does not fly.
package struct KeyboardPilot: Sendable {
    /// What of the drone matters here; `nil` while it does not answer.
    package struct View: Equatable, Sendable {
        package let phase: FlightState.Phase
        package let armingFailures: [String]

        package init(phase: FlightState.Phase, armingFailures: [String]) {
            self.phase = phase
            self.armingFailures = armingFailures
        }
    }

    package enum Intent: Equatable, Sendable {
        /// Follow the sticks; hover when they are let go.
        case sticks
        /// Waiting for the second key.
        case confirm(since: Instant)
        case takeOff(since: Instant)
        case land(since: Instant)
        case reset(since: Instant)
    }

    package static let speeds = 10...100
    static let confirmAfter = Duration.milliseconds(150)
    static let confirmWithin = Duration.seconds(4)
    /// As long as the driver tries.
    static let takeOffLimit = Duration.seconds(5)
    /// "Landed" may still be older than the last word that kept the drone up.
    static let landAtLeast = Duration.milliseconds(1200)
    static let resetLimit = Duration.seconds(2)

    package internal(set) var intent = Intent.sticks
    /// Percent of what the drone is set to.
    package internal(set) var speedPercent: Int
    /// Whether the person wants to land and leave. It cannot be taken back.
    package internal(set) var isLeaving = false
    /// The last thing to tell the person.
    package private(set) var message: Message?
    var sticks = VirtualStick()

    package struct Message: Equatable, Sendable {
        package let text: String
        package let at: Instant
    }

    package init(speedPercent: Int) {
        self.speedPercent = min(max(speedPercent, Self.speeds.lowerBound), Self.speeds.upperBound)
    }

    package var knowsReleases: Bool { sticks.knowsReleases }

    package func motion(at now: Instant) -> StickPosition {
        sticks.motion(fraction: Double(speedPercent) / 100, at: now)
    }

    /// What the drone should do now. To be called on every tick.
    package mutating func command(_ view: View?, at now: Instant) -> FlightCommand {
        follow(view, at: now)
        if isLeaving { return .land }
        switch intent {
        case .takeOff: return .takeOff
        case .land: return .land
        case .reset: return .resetEmergency
        case .sticks, .confirm:
            let motion = motion(at: now)
            let canMove = view?.phase == .hovering || view?.phase == .flying
            return canMove && motion != .still ? .move(motion) : .hover
        }
    }

    private mutating func follow(_ view: View?, at now: Instant) {
        switch intent {
        case .sticks: break
        case .confirm(let since):
            if now - since > Self.confirmWithin { intent = .sticks }
        case .takeOff(let since):
            if let view, view.phase.isAirborne {
                intent = .sticks
            } else if now - since > Self.takeOffLimit {
                intent = .sticks
                say("it did not take off", at: now)
            }
        case .land(let since):
            guard let view, now - since > Self.landAtLeast, !view.phase.isAirborne else { return }
            intent = .sticks
        case .reset(let since):
            if let view, view.phase != .emergency {
                intent = .sticks
            } else if now - since > Self.resetLimit {
                intent = .sticks
                say("the emergency was not cleared", at: now)
            }
        }
    }

    mutating func say(_ text: String, at now: Instant) {
        message = Message(text: text, at: now)
    }
}

import Devices

/// The limits that the configuration puts on a flight.
struct FlightLimits: Equatable, Sendable {
    let tilt: Angle
    let climbMetresPerSecond: Double
    let yawRadiansPerSecond: Double
    let lowestMetres: Double
    let highestMetres: Double
}

/// The firmware's autopilot: what the drone is doing, and what it asks of its motors for it.
struct FlightController: Sendable {
    enum Phase: Equatable, Sendable {
        case landed
        /// The motors come up to speed, then it climbs.
        case takingOff(since: Instant)
        case airborne
        case landing
        /// The motors were cut in the air.
        case falling
    }

    /// What the autopilot knows when it decides.
    struct Situation: Sendable {
        let now: Instant
        let seconds: Double
        let limits: FlightLimits
        let isLinkLost: Bool
        /// It must come down whatever the controller says.
        let mustLand: Bool
    }

    private static let spinUp = Duration.milliseconds(1200)
    private static let takeOffMetres = 0.8
    private static let takeOffMetresPerSecond = 0.5
    private static let landMetresPerSecond = 0.6
    /// Below a metre it comes down more gently.
    private static let touchMetresPerSecond = 0.3

    private(set) var phase = Phase.landed
    /// State bit 31.
    private(set) var isEmergency = false
    private(set) var flatTrims = 0
    private var stick = StickInput.hover
    /// Bit 8 of the last `REF`, whose edges count.
    private var isEmergencyPressed = false
    private var hover = HoverHold()

    /// An autopilot that has just been switched on, with the motors standing still.
    init(isFalling: Bool = false) {
        phase = isFalling ? .falling : .landed
    }

    /// Obeys a `REF`. What forbids a take-off does so silently.
    mutating func take(_ bits: RefBits, mayTakeOff: Bool, at now: Instant) {
        let isPressed = bits.contains(.emergency)
        if isPressed, !isEmergencyPressed { toggleEmergency() }
        isEmergencyPressed = isPressed
        switch phase {
        case .landed where bits.contains(.takeOff) && mayTakeOff && !isEmergency:
            phase = .takingOff(since: now)
            stick = .hover
            hover = HoverHold()
        case .landing where bits.contains(.takeOff) && mayTakeOff:
            phase = .airborne
        case .takingOff where !bits.contains(.takeOff), .airborne where !bits.contains(.takeOff):
            phase = .landing
        default:
            break
        }
    }

    /// Takes a stick position, which stands until the next one.
    mutating func take(_ stick: StickInput) {
        self.stick = stick
    }

    /// Takes the present attitude for level; only on the ground.
    mutating func flatTrim() {
        if phase == .landed { flatTrims += 1 }
    }

    /// Decides for the next moment. `nil` while the motors stand still.
    mutating func decide(_ airframe: Airframe, _ situation: Situation) -> Airframe.Demand? {
        follow(airframe, situation)
        switch phase {
        case .landed, .falling:
            return nil
        case .takingOff(let since) where situation.now - since < Self.spinUp:
            return Airframe.Demand()
        case .takingOff:
            return hovering(airframe, situation, climb: Self.takeOffMetresPerSecond)
        case .landing:
            let isLow = airframe.altitudeMetres < 1
            return hovering(
                airframe, situation,
                climb: isLow ? -Self.touchMetresPerSecond : -Self.landMetresPerSecond)
        case .airborne where isHovering(situation.isLinkLost):
            return hovering(airframe, situation, climb: 0)
        case .airborne:
            hover = HoverHold()
            return flying(airframe, situation.limits)
        }
    }

    /// Whether it holds its place instead of flying as the stick says.
    func isHovering(_ isLinkLost: Bool) -> Bool {
        isLinkLost || !stick.flags.contains(.progressive)
    }

    func isSpinningUp(at now: Instant) -> Bool {
        if case .takingOff(let since) = phase { now - since < Self.spinUp } else { false }
    }

    private mutating func toggleEmergency() {
        isEmergency.toggle()
        guard isEmergency else { return }
        phase = phase == .landed ? .landed : .falling
    }

    /// Changes phase by what has come about.
    private mutating func follow(_ airframe: Airframe, _ situation: Situation) {
        let ceiling = min(Self.takeOffMetres, situation.limits.highestMetres * 0.9)
        switch phase {
        case .landing where airframe.isOnGround, .falling where airframe.isOnGround:
            phase = .landed
        case .takingOff where situation.mustLand, .airborne where situation.mustLand:
            phase = .landing
        case .takingOff where airframe.altitudeMetres >= ceiling:
            phase = .airborne
        default:
            break
        }
    }

    private mutating func hovering(
        _ airframe: Airframe, _ situation: Situation, climb: Double
    ) -> Airframe.Demand {
        var demand = hover.hold(airframe, situation.seconds)
        demand.climbMetresPerSecond =
            phase == .airborne ? held(climb, airframe, situation.limits) : climb
        return demand
    }

    /// As the stick says: positive pitch is nose up and so backward.
    private func flying(_ airframe: Airframe, _ limits: FlightLimits) -> Airframe.Demand {
        let climb = Double(stick.gaz) * limits.climbMetresPerSecond
        return Airframe.Demand(
            pitch: .degrees(Double(stick.pitch) * limits.tilt.degrees),
            roll: .degrees(Double(stick.roll) * limits.tilt.degrees),
            climbMetresPerSecond: held(climb, airframe, limits),
            yawRadiansPerSecond: Double(stick.yaw) * limits.yawRadiansPerSecond)
    }

    /// A climb that approaches the altitude limits gently and does not cross them.
    private func held(_ climb: Double, _ airframe: Airframe, _ limits: FlightLimits) -> Double {
        let perSecond = 1.5
        let up = (limits.highestMetres - airframe.altitudeMetres) * perSecond
        let down = (limits.lowestMetres - airframe.altitudeMetres) * perSecond
        let most = max(-Self.landMetresPerSecond, up)
        return min(most, max(down, climb))
    }
}

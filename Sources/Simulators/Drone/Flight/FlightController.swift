import Values

/// The firmware's autopilot: what the drone is doing, and what it asks of its motors for it.
struct FlightController: Sendable {
    enum Phase: Equatable, Sendable {
        /// It has been switched on, and heeds nobody yet.
        case starting(until: Instant)
        case landed
        /// The motors come up to speed, then it climbs.
        case takingOff(since: Instant)
        case airborne
        case landing
        /// The motors were cut in the air.
        case falling
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
    /// State bit 16: somebody asked for the emergency, and no motor caused it.
    var isUserEmergency: Bool { isEmergency && !isCutOut }
    /// State bit 22: a motor could not turn. Stays until the emergency is ended.
    private(set) var isCutOut = false
    private(set) var flatTrims = 0
    private(set) var stick = StickInput.hover
    private(set) var hover = PositionHold()
    private(set) var manoeuvre: Manoeuvre?
    /// Whether the magnetometer was calibrated (state bit 18 when not).
    private(set) var isCompassCalibrated: Bool
    /// Bit 8 of the last `REF`, whose edges count.
    private var isEmergencyPressed = false

    /// An autopilot with the motors standing still.
    init(_ phase: Phase = .landed, isCompassCalibrated: Bool = true) {
        self.phase = phase
        self.isCompassCalibrated = isCompassCalibrated
    }

    /// Obeys a `REF`. What forbids a take-off does so silently.
    mutating func handle(_ bits: RefBits, mayTakeOff: Bool, at now: Instant) {
        if case .starting = phase { return }
        let isPressed = bits.contains(.emergency)
        if isPressed, !isEmergencyPressed { isEmergency ? endEmergency() : cutMotors() }
        isEmergencyPressed = isPressed
        switch phase {
        case .landed where bits.contains(.takeOff) && mayTakeOff && !isEmergency:
            phase = .takingOff(since: now)
            stick = .hover
            hover = PositionHold()
        case .landing where bits.contains(.takeOff) && mayTakeOff:
            phase = .airborne
        case .takingOff where !bits.contains(.takeOff), .airborne where !bits.contains(.takeOff):
            phase = .landing
        default:
            break
        }
    }

    /// A propeller hit something: the firmware stops all motors.
    mutating func cutOut() {
        guard isMotorOn else { return }
        isCutOut = true
        cutMotors()
    }

    /// Begins a figure. Only in the air.
    mutating func begin(_ kind: Manoeuvre.Kind, at now: Instant) {
        if phase == .airborne { manoeuvre = Manoeuvre(kind: kind, beganAt: now) }
    }

    /// Takes a stick position, which stands until the next one.
    mutating func handle(_ stick: StickInput) {
        self.stick = stick
    }

    /// Takes the present attitude for level; only on the ground.
    mutating func flatTrim() {
        if phase == .landed { flatTrims += 1 }
    }

    /// Decides for the next moment. `nil` while the motors stand still.
    mutating func decide(_ airframe: Airframe, _ input: Input) -> Airframe.Setpoint? {
        follow(airframe, input)
        switch phase {
        case .starting, .landed, .falling:
            return nil
        case .takingOff(let since) where input.now - since < Self.spinUp:
            return Airframe.Setpoint()
        case .takingOff:
            return hovering(airframe, input, climb: Self.takeOffMetresPerSecond)
        case .landing:
            let isLow = airframe.altitudeMetres < 1
            return hovering(
                airframe, input,
                climb: isLow ? -Self.touchMetresPerSecond : -Self.landMetresPerSecond)
        case .airborne where manoeuvre != nil:
            return manoeuvring(airframe, input)
        case .airborne where isHovering(input.isLinkLost):
            return hovering(airframe, input, climb: 0)
        case .airborne:
            hover = PositionHold()
            return flying(airframe, input.limits)
        }
    }

    /// Whether it holds its place instead of flying as the stick says.
    func isHovering(_ isLinkLost: Bool) -> Bool {
        isLinkLost || !stick.flags.contains(.progressive)
    }

    var isMotorOn: Bool {
        switch phase {
        case .takingOff, .airborne, .landing: true
        case .starting, .landed, .falling: false
        }
    }

    func isSpinningUp(at now: Instant) -> Bool {
        if case .takingOff(let since) = phase { now - since < Self.spinUp } else { false }
    }

    private mutating func cutMotors() {
        isEmergency = true
        phase = phase == .landed ? .landed : .falling
        manoeuvre = nil
    }

    private mutating func endEmergency() {
        isEmergency = false
        isCutOut = false
    }

    /// Changes phase by what has come about.
    private mutating func follow(_ airframe: Airframe, _ input: Input) {
        let ceiling = min(Self.takeOffMetres, input.limits.maxMetres * 0.9)
        switch phase {
        case .starting(let end) where input.now >= end:
            phase = .landed
        case .landing where airframe.isOnGround, .falling where airframe.isOnGround:
            phase = .landed
        case .takingOff where input.mustLand, .airborne where input.mustLand:
            phase = .landing
        case .takingOff where airframe.altitudeMetres >= ceiling:
            phase = .airborne
        default:
            break
        }
        endManoeuvre(input)
    }

    private mutating func endManoeuvre(_ input: Input) {
        guard let running = manoeuvre else { return }
        if phase != .airborne || input.isLinkLost {
            manoeuvre = nil
        } else if running.isOver(at: input.now) {
            if running.kind == .compassCalibration { isCompassCalibrated = true }
            manoeuvre = nil
        }
    }

    private mutating func manoeuvring(
        _ airframe: Airframe, _ input: Input
    ) -> Airframe.Setpoint? {
        hover = PositionHold()
        var setpoint = manoeuvre?.setpoint(at: input.now) ?? Airframe.Setpoint()
        setpoint.climbMetresPerSecond = input.limits.held(
            setpoint.climbMetresPerSecond, at: airframe.altitudeMetres)
        return setpoint
    }

    private mutating func hovering(
        _ airframe: Airframe, _ input: Input, climb: Double
    ) -> Airframe.Setpoint {
        var setpoint = hover.hold(airframe, input.flow, input.seconds)
        setpoint.climbMetresPerSecond =
            phase == .airborne
            ? input.limits.held(climb, at: airframe.altitudeMetres) : climb
        return setpoint
    }

    /// As the stick says: positive pitch is nose up and so backward.
    private func flying(_ airframe: Airframe, _ limits: FlightLimits) -> Airframe.Setpoint {
        let climb = Double(stick.climb) * limits.climbMetresPerSecond
        return Airframe.Setpoint(
            pitch: .degrees(Double(stick.pitch) * limits.tilt.degrees),
            roll: .degrees(Double(stick.roll) * limits.tilt.degrees),
            climbMetresPerSecond: limits.held(climb, at: airframe.altitudeMetres),
            yawRadiansPerSecond: Double(stick.yaw) * limits.yawRadiansPerSecond)
    }
}

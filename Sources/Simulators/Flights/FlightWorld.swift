import Core
import Values

/// One drone in its weather without a wire: sticks go in, what its instruments say and the truth
/// come out. A value that moves by steps, hundreds of thousands of them a second.
///
/// Body, autopilot, battery and receiver are those of the drone behind `SimulatedDrone`. What its
/// firmware does with datagrams, configuration and video is left out.
package struct FlightWorld: Sendable {
    /// The step of the physics and of the autopilot.
    package static let period = Duration.milliseconds(5)
    /// Reduced navdata come fifteen times a second.
    package static let telemetryPeriod = Duration.milliseconds(65)
    /// `general:com_watchdog`.
    private static let silenceLimit = Duration.seconds(2)

    package let conditions: FlightConditions
    package private(set) var now: Instant
    package var gustFront: GustFront?
    private(set) var faults = DroneFaults()
    private var outageEnd: Instant?
    private var rival: FlightRival?
    private var pilot = FlightController()
    private var link: CommandLink
    private var sequence: Int32 = 0
    private(set) var airframe: Airframe
    private var air: Air
    private var flow: FlowCamera
    private var battery: Battery
    private(set) var receiver: SatelliteReceiver
    private var barometer = PlaneVector.zero
    private var generator: SeededGenerator
    private var commands = Delayed<FlightControls>()
    private var telemetry = Delayed<FlightTelemetry>()
    private var nextTelemetry: Instant
    private let limits: FlightLimits

    /// A drone that stands on the ground.
    package init(_ conditions: FlightConditions, seed: UInt64, at now: Instant) {
        self.conditions = conditions
        self.now = now
        limits = conditions.limits
        faults.wind = conditions.wind
        link = CommandLink(at: now)
        airframe = Airframe(heading: conditions.heading, dynamics: conditions.dynamics)
        var seeds = SeededGenerator(seed: seed)
        air = Air(seed: seeds.next())
        flow = FlowCamera(
            FlowCamera.Errors(
                scale: conditions.flowScale,
                noiseMetresPerSecond: conditions.flowNoiseMetresPerSecond), seed: seeds.next())
        battery = Battery(
            percent: conditions.batteryPercent, flightTime: conditions.flightTime)
        receiver = SatelliteReceiver(conditions.receiver, seed: seeds.next(), at: now)
        generator = SeededGenerator(seed: seeds.next())
        nextTelemetry = now
    }

    // MARK: What comes in

    /// Sends something to the drone; it may be lost.
    package mutating func send(_ controls: FlightControls) {
        guard !faults.isOutage, !isLost(faults.up.loss) else { return }
        commands.add(controls, due: now + conditions.commandDelay + faults.up.delay)
    }

    /// Makes something go wrong from now on, or right again. What concerns a drone's firmware, its
    /// configuration or a second controller has no effect here.
    package mutating func apply(_ command: FaultCommand) {
        switch command {
        case .path(let way, let fault): faults.apply(fault, way)
        case .outage(let duration):
            faults.isOutage = true
            outageEnd = duration.map { now + $0 }
        case .cutOut: pilot.cutOut()
        case .battery(let percent):
            battery = Battery(percent: percent, flightTime: conditions.flightTime)
        case .satellites(let satellites): receiver.begin(satellites, at: now)
        case .wind(let wind): faults.wind = wind
        case .magnetism(let field): faults.magnetism = field
        case .ground(let surface): faults.ground = surface
        case .tilt(let angle): faults.tilt = angle
        case .updraft(let speed): faults.updraftMetresPerSecond = speed
        case .compass(let isCalibrated): faults.isCompassCalibrated = isCalibrated
        case .camera(let isReady): faults.isCameraReady = isReady
        case .clear:
            faults = DroneFaults()
            faults.wind = conditions.wind
            receiver.begin(.on, at: now)
        case .hijack(let duration, let kind):
            rival = FlightRival(kind, from: now, lasting: duration)
        case .reboot, .ignoredKey: break
        }
    }

    // MARK: What goes on

    /// Moves everything on by `period`.
    ///
    /// - Returns: what has come from the drone, if anything has.
    package mutating func step() -> FlightTelemetry? {
        now = now + Self.period
        if let end = outageEnd, now >= end { (faults.isOutage, outageEnd) = (false, nil) }
        while let controls = commands.takeDue(at: now) { obey(controls) }
        if let (bits, stick) = rival?.takeDue(at: now) {
            pilot.handle(bits, mayTakeOff: !battery.isLow, at: now)
            pilot.handle(stick)
        }
        link.step(to: now, limit: Self.silenceLimit)
        move(Self.period.seconds)
        receiver.step(to: now, airframe: airframe, start: conditions.start)
        if now >= nextTelemetry { report() }
        return telemetry.takeDue(at: now)
    }

    private mutating func move(_ seconds: Double) {
        air.step(seconds, faults.wind)
        flow.step(seconds, airframe, over: faults.ground)
        let setpoint = pilot.decide(
            airframe,
            FlightController.Input(
                now: now, seconds: seconds, limits: limits, flow: flow.reading,
                isLinkLost: link.isLost, mustLand: battery.isEmpty))
        let front = gustFront?.velocity(at: now) ?? .zero
        airframe.step(
            seconds, setpoint: setpoint, air: air.velocity + front,
            updraftMetresPerSecond: faults.updraftMetresPerSecond)
        battery.drain(seconds, isFlying: setpoint != nil)
    }

    private mutating func obey(_ controls: FlightControls) {
        // Until the driver counts from 1 on again, nobody but the rival is heard.
        guard rival?.isAlone(at: now) != true else { return }
        sequence &+= 1
        guard link.accept(sequence, at: now) else { return }
        link.resetWatchdog()
        var bits: RefBits = controls.isUp ? .takeOff : []
        if controls.resets, pilot.isEmergency { bits.insert(.emergency) }
        pilot.handle(bits, mayTakeOff: !battery.isLow, at: now)
        pilot.handle(controls.motion.map(StickInput.init) ?? .hover)
    }

    private mutating func isLost(_ share: Double) -> Bool {
        generator.happens(conditions.loss + share)
    }

    // MARK: What comes out

    private mutating func report() {
        nextTelemetry = nextTelemetry + Self.telemetryPeriod
        let sent = measured()
        guard !faults.isOutage, !isLost(faults.down.loss) else { return }
        telemetry.add(sent, due: now + conditions.navdataDelay + faults.down.delay)
    }

    private mutating func measured() -> FlightTelemetry {
        let compass = Magnetometer.read(
            airframe, disturbance: faults.magnetism.field,
            isCalibrated: faults.isCompassCalibrated)
        let heading = compass.heading + conditions.headingError
        let reading = receiver.reading
        let state = FlightState(
            phase: phase, batteryPercent: Int(shownPercent.rounded()),
            altitudeMetres: measuredAltitude(), roll: airframe.roll + faults.tilt,
            pitch: airframe.pitch,
            yaw: heading.wrapped, forwardMetresPerSecond: flow.reading.forwardMetresPerSecond,
            rightMetresPerSecond: flow.reading.rightMetresPerSecond,
            armingFailures: battery.isLow ? ["the battery is low"] : [],
            driver: FlightState.Driver(hasRival: hasKnownRival))
        return FlightTelemetry(
            takenAt: now, state: state, heading: Heading(heading),
            fix: reading?.fix,
            fixTakenAt: reading?.takenAt ?? now)
    }

    private mutating func measuredAltitude() -> Double {
        guard !airframe.isOnGround else { return 0 }
        guard airframe.isBeyondUltrasound else {
            return max(
                0,
                airframe.altitudeMetres
                    + conditions.ultrasoundNoiseMetres * generator.gaussian())
        }
        barometer = barometer.wandered(
            Self.telemetryPeriod.seconds, lasting: 30, conditions.barometerErrorMetres, &generator)
        return airframe.altitudeMetres + barometer.north
    }

    /// What a sagging voltage leaves of the charge.
    private var shownPercent: Double {
        let tilt = max(abs(airframe.pitch.degrees), abs(airframe.roll.degrees))
        let load = min(1, tilt / 20 + max(0, airframe.climbMetresPerSecond) / 2)
        return max(0, battery.percent - conditions.sagPercent * load)
    }
}

// MARK: The truth

extension FlightWorld {
    /// In metres from where it stood at the start.
    package var place: PlaneVector { airframe.offset }
    /// Above the ground.
    package var altitudeMetres: Double { airframe.altitudeMetres }
    package var heading: Angle { airframe.heading }
    package var speedMetresPerSecond: Double { airframe.velocity.length }
    package var batteryPercent: Double { battery.percent }
    package var isCameraReady: Bool { faults.isCameraReady }
    package var isMotorOn: Bool { pilot.isMotorOn }
    /// Whether the receiver repeats its place as if it were new.
    package var isReceiverStuck: Bool { receiver.fault == .stuck }

    /// Whether its receiver does not say how good its fixes are, or has no height.
    package var isReceiverUnsaid: Bool {
        switch receiver.fault {
        case .bare, .flat, .bareFlat: true
        case .on, .off, .stuck, .jump, .wrong, .poor: false
        }
    }
    /// Whether its camera sees no way.
    package var isBlind: Bool { faults.ground != .textured }
    /// Whether a driver knows that somebody else commands it.
    package var hasKnownRival: Bool { rival?.isKnown(at: now) ?? false }

    /// How far off the receiver would have it at present, in metres: its slow error.
    package var receiverOffset: PlaneVector { receiver.offset(at: now) }

    package var phase: FlightState.Phase {
        if pilot.isEmergency { return .emergency }
        return switch pilot.phase {
        case .starting, .landed: .landed
        case .takingOff: .takingOff
        case .airborne: pilot.isHovering(link.isLost) ? .hovering : .flying
        case .landing: .landing
        case .falling: .emergency
        }
    }
}

extension StickInput {
    /// On the wire a positive pitch is nose up, which flies backward.
    fileprivate init(_ motion: StickPosition) {
        self.init(
            flags: .progressive, roll: Float(motion.roll), pitch: Float(-motion.forward),
            climb: Float(motion.climb), yaw: Float(motion.yaw))
    }
}

/// What is on its way, in the order of its arrival.
private struct Delayed<Value: Sendable>: Sendable {
    private var waiting: [(due: Instant, value: Value)] = []

    mutating func add(_ value: Value, due: Instant) {
        let place = waiting.lastIndex { $0.due <= due }.map { $0 + 1 } ?? 0
        waiting.insert((due, value), at: place)
    }

    mutating func takeDue(at now: Instant) -> Value? {
        guard let first = waiting.first, first.due <= now else { return nil }
        return waiting.removeFirst().value
    }
}

import Values

/// The software on the drone: what it makes of commands, and what it remembers.
struct DroneFirmware: Sendable {
    /// From the first sign of life after power-on until it heeds commands.
    private static let startUp = Duration.milliseconds(500)
    /// What `CTRL` has the control port send is dropped beyond this; nobody waits for so much.
    private static let maxBacklog = 1 << 20

    private let options: SimulatedDrone.Options
    private(set) var poweredAt: Instant
    private(set) var link: CommandLink
    var stream: NavdataStream
    private(set) var configuration = DroneConfiguration()
    /// What is acknowledged and not applied.
    var ignoredKeys: Set<String> = []
    var isCameraReady = true
    private(set) var pilot: FlightController
    /// What the controller asked for last.
    private(set) var orders = NavdataReport.ActionOutputs()
    private(set) var lights: LightAnimation?
    private(set) var camera = PhotoCamera()
    /// Where it took off; `nil` before the first take-off with a fix.
    private(set) var origin: Position?
    /// Whether the height got lost at some time since the link did.
    private(set) var hasLostAltitude = false
    /// The `CONFIG_IDS` that came as the very last command, perhaps in a datagram of its own.
    private var sender: ConfigurationIDs?
    private var flyingTime = Duration.zero
    /// What the control port has yet to send.
    private var controlText: [UInt8] = []

    init(_ options: SimulatedDrone.Options, at now: Instant) {
        self.options = options
        poweredAt = now
        link = CommandLink(at: now)
        stream = NavdataStream(until: options.bootstrapEnd)
        pilot = FlightController(isCompassCalibrated: options.isCompassCalibrated)
        if options.hasGPS { configuration.record("2.4.8", as: "general:num_version_soft") }
    }

    func isRunning(at now: Instant) -> Bool { now >= poweredAt }

    /// Begins again at `time`. Only the stored configuration and the calibration stay.
    mutating func reboot(at time: Instant, isInTheAir: Bool) {
        var new = DroneFirmware(options, at: time)
        new.configuration = configuration
        new.configuration.reboot()
        new.flyingTime = flyingTime
        new.pilot = FlightController(
            isInTheAir ? .falling : .starting(until: time + Self.startUp),
            isCompassCalibrated: pilot.isCompassCalibrated)
        self = new
    }

    /// A propeller is blocked, if they turn.
    mutating func cutOut() {
        pilot.cutOut()
    }

    /// One turn of the control loop. `nil` while the motors stand still.
    mutating func decide(
        _ airframe: Airframe, _ flow: FlowCamera.Reading, _ battery: Battery, _ seconds: Double,
        at now: Instant
    ) -> Airframe.Setpoint? {
        link.step(to: now, limit: configuration.communicationLimit)
        stream.step(to: now, lastCommandAt: link.lastHeardAt)
        if isCameraReady { camera.step(to: now) }
        hasLostAltitude = link.isLost && (hasLostAltitude || airframe.isBeyondUltrasound)
        let setpoint = pilot.decide(
            airframe,
            FlightController.Input(
                now: now, seconds: seconds, limits: configuration.flightLimits, flow: flow,
                isLinkLost: link.isLost, mustLand: battery.isEmpty || hasWaitedForLink(now)))
        if setpoint != nil { flyingTime += .seconds(seconds) }
        return setpoint
    }

    /// Whether the link has been lost for so long that this drone comes down by itself.
    private func hasWaitedForLink(_ now: Instant) -> Bool {
        guard let lostAt = link.lostAt, let timeout = options.landsAfterLinkLoss else {
            return false
        }
        return now - lostAt >= timeout
    }

    /// What the control port is to send to whoever is connected there.
    mutating func takeControlText() -> [UInt8] {
        defer { controlText = [] }
        return controlText
    }

    // MARK: Commands

    /// Takes a datagram of the AT channel. `place` is where the satellites have it.
    mutating func receive(
        _ datagram: some Collection<UInt8>, mayTakeOff: Bool, place: Position?, at now: Instant
    ) {
        for message in ATParser.messages(in: datagram) where link.accept(message.sequence, at: now)
        {
            if case .ref(let bits) = message.command {
                let before = pilot.phase
                pilot.handle(bits, mayTakeOff: mayTakeOff, at: now)
                if before == .landed, pilot.phase != .landed { origin = place }
            }
            apply(message, at: now)
            if case .configIDs(let ids) = message.command { sender = ids } else { sender = nil }
        }
    }

    private mutating func apply(_ message: ATMessage, at now: Instant) {
        switch message.command {
        case .move(let stick): move(stick, message.sequence, at: now)
        case .flatTrim: pilot.flatTrim()
        case .config(let key, let value): configure(key, value, at: now)
        case .resetWatchdog: link.resetWatchdog()
        case .control(let mode): control(mode)
        case .calibrate(let device) where device == 0:
            pilot.begin(.compassCalibration, at: now)
        case .flightAnimation(let order): animate(order, at: now)
        case .lightAnimation(let animation): lights = animation
        case .ref, .configIDs, .calibrate, .other: break
        }
    }

    /// Hovering over a roundel leaves nothing to the stick.
    private mutating func move(_ stick: StickInput, _ sequence: Int32, at now: Instant) {
        pilot.handle(configuration.isStickOff ? .hover : stick)
        orders = NavdataReport.ActionOutputs(
            stick: stick, sequence: sequence, uptime: now - poweredAt)
    }

    private mutating func configure(_ key: String, _ value: String, at now: Instant) {
        stream.configured(key)
        guard !ignoredKeys.contains(key.lowercased()) else { return }
        configuration.set(key, to: value, by: sender)
        switch key.lowercased() {
        case DroneConfiguration.flightAnimationKey:
            if let order = FlightAnimation.Order(configured: value) { animate(order, at: now) }
        case DroneConfiguration.lightAnimationKey:
            if let animation = LightAnimation(configured: value) { lights = animation }
        case DroneConfiguration.userBoxKey:
            if let order = PhotoCamera.Order(configured: value) { camera.receive(order, at: now) }
        default: break
        }
    }

    private mutating func animate(_ order: FlightAnimation.Order, at now: Instant) {
        if let animation = FlightAnimation(order) { pilot.begin(.animation(animation), at: now) }
    }

    private mutating func control(_ mode: Int32) {
        stream.control(mode: mode)
        configuration.record("\(Int(flyingTime.seconds))", as: "general:flying_time")
        let text: [UInt8] =
            switch mode {
            case ControlMode.sendConfiguration: configuration.dump
            case ControlMode.sendIDs: configuration.idList
            default: []
            }
        if controlText.count + text.count <= Self.maxBacklog { controlText += text }
    }
}

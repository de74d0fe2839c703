import Core
import Devices
import LinuxIO

/// A whole AR.Drone 2 as a value: firmware, body and surroundings. Bytes and time go in, bytes
/// and the truth come out; it owns no socket and asks no clock.
struct SimulatedDroneModel: Sendable {
    /// The step of the physics and of the firmware's control loop.
    static let period = Duration.milliseconds(5)

    var faults: DroneFaults
    let options: SimulatedDrone.Options
    private(set) var now: Instant
    private(set) var poweredAt: Instant
    private(set) var link: CommandLink
    private(set) var stream: NavdataStream
    private(set) var configuration = DroneConfiguration()
    /// The `CONFIG_IDS` that came as the very last command, perhaps in a datagram of its own.
    private var speaker: ConfigurationIDs?
    private(set) var pilot = FlightController()
    private(set) var airframe: Airframe
    private(set) var air: Air
    private(set) var battery: Battery
    private(set) var receiver: SatelliteReceiver
    private(set) var origin: Position?
    private(set) var commandGaps = DurationHistogram()
    private var commandedAt: Instant?

    init(_ options: SimulatedDrone.Options, at now: Instant) {
        self.options = options
        self.now = now
        poweredAt = now
        faults = DroneFaults()
        faults.wind = options.wind
        link = CommandLink(at: now)
        stream = NavdataStream(until: options.bootstrapEnd)
        airframe = Airframe(heading: options.heading)
        air = Air(seed: options.seed)
        battery = Battery(percent: options.batteryPercent)
        receiver = SatelliteReceiver(seed: options.seed &+ 1, at: now)
    }

    // MARK: What comes in

    /// Takes a datagram of the AT channel.
    mutating func receive(commands datagram: some Collection<UInt8>, at time: Instant) {
        step(to: time)
        guard isRunning else { return }
        if let commandedAt { commandGaps.record(time - commandedAt) }
        commandedAt = time
        for message in ATParser.messages(in: datagram) where link.accept(message.sequence, at: now)
        {
            apply(message.command)
            if case .configIDs(let ids) = message.command { speaker = ids } else { speaker = nil }
        }
    }

    /// Takes a wake packet on the navdata port; any content will do.
    mutating func wake(from sender: IPv4Endpoint, at time: Instant) {
        step(to: time)
        guard isRunning else { return }
        stream.wake(from: sender, at: now, isLinkLost: link.isLost)
    }

    /// Switches the electronics off and on: the motors stop, and everything but the stored
    /// configuration is forgotten.
    mutating func reboot(taking duration: Duration, at time: Instant) {
        step(to: time)
        poweredAt = now + duration
        link = CommandLink(at: poweredAt)
        stream = NavdataStream(until: options.bootstrapEnd)
        configuration.reboot()
        speaker = nil
        pilot = FlightController(isFalling: !airframe.isOnGround)
        origin = nil
    }

    // MARK: What goes on

    /// Moves everything on, in steps of `period`.
    mutating func step(to time: Instant) {
        while now + Self.period <= time {
            now = now + Self.period
            stepOnce()
        }
    }

    private mutating func stepOnce() {
        let seconds = Self.period.seconds
        air.step(seconds, faults.wind)
        let demand = isRunning ? decide(seconds) : nil
        airframe.step(seconds, demand: demand, air: air.velocity)
        battery.drain(seconds, isFlying: demand != nil)
        if let percent = faults.batteryPercent { battery = Battery(percent: percent) }
        receiver.step(to: now, airframe: airframe, start: options.start, sky: faults.satellites)
    }

    private mutating func decide(_ seconds: Double) -> Airframe.Demand? {
        link.step(to: now, limit: configuration.communicationLimit)
        stream.step(to: now, lastCommandAt: link.lastHeardAt)
        return pilot.decide(
            airframe,
            FlightController.Situation(
                now: now, seconds: seconds, limits: configuration.flightLimits,
                isLinkLost: link.isLost, mustLand: battery.isEmpty || hasWaitedForLink))
    }

    /// Whether the link has been lost for so long that this drone comes down by itself.
    private var hasWaitedForLink: Bool {
        guard let lostAt = link.lostAt, let patience = options.landsAfterLinkLoss else {
            return false
        }
        return now - lostAt >= patience
    }

    private var isRunning: Bool { now >= poweredAt }
}

extension SimulatedDroneModel {
    /// Acts on one command that is new.
    private mutating func apply(_ command: ATCommand) {
        switch command {
        case .ref(let bits):
            let before = pilot.phase
            pilot.take(bits, mayTakeOff: !battery.isLow, at: now)
            if before == .landed, pilot.phase != .landed { origin = receiver.reading?.position }
        case .move(let stick):
            pilot.take(stick)
        case .flatTrim:
            pilot.flatTrim()
        case .config(let key, let value):
            configuration.set(key, to: value, by: speaker)
            stream.configured(key)
        case .resetWatchdog:
            link.resetWatchdog()
        case .control(let mode):
            stream.control(mode: mode)
        case .configIDs, .other:
            break
        }
    }

    // MARK: What goes out

    /// The navdata packet that is due now, and for whom it is.
    mutating func takePacket(at time: Instant) -> (bytes: [UInt8], client: IPv4Endpoint)? {
        step(to: time)
        guard isRunning, let client = stream.client,
            let sequence = stream.takeDue(content, at: now)
        else { return nil }
        let tags = NavdataTag.carried(
            by: content, mask: configuration.navdataOptions, hasFlightRecorder: options.hasGPS)
        return (NavdataEncoder.packet(report, sequence: sequence, tags: tags), client)
    }

    private var content: NavdataStream.Content {
        if stream.isBootstrap { return .bootstrap }
        return configuration.isNavdataReduced ? .reduced : .full
    }
}

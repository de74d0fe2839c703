import Core
import LinuxIO
import Values

/// A whole AR.Drone 2 as a value: firmware, body and environment. Bytes and time go in, bytes
/// and the truth come out; it owns no socket and asks no clock.
struct SimulatedDroneModel: Sendable {
    /// The step of the physics and of the firmware's control loop.
    static let period = Duration.milliseconds(5)

    var faults: DroneFaults
    let options: SimulatedDrone.Options
    private(set) var now: Instant
    private(set) var firmware: DroneFirmware
    private(set) var airframe: Airframe
    private(set) var flow: FlowCamera
    private(set) var air: Air
    private(set) var battery: Battery
    private(set) var receiver: SatelliteReceiver
    private(set) var video: VideoStream
    /// What the motors are asked for; `nil` while they stand still.
    private(set) var setpoint: Airframe.Setpoint?
    private(set) var commandGaps = DurationHistogram()
    private var commandedAt: Instant?

    init(_ options: SimulatedDrone.Options, at now: Instant) {
        self.options = options
        self.now = now
        faults = DroneFaults()
        faults.wind = options.wind
        firmware = DroneFirmware(options, at: now)
        airframe = Airframe(heading: options.heading, dynamics: options.dynamics)
        flow = FlowCamera(seed: options.seed &+ 4)
        air = Air(seed: options.seed)
        battery = Battery(percent: options.batteryPercent)
        receiver = SatelliteReceiver(seed: options.seed &+ 1, at: now)
        video = VideoStream(options.video, at: now)
    }

    var configuration: DroneConfiguration { firmware.configuration }

    private var isRunning: Bool { firmware.isRunning(at: now) }

    // MARK: What comes in

    /// Takes a datagram of the AT channel.
    mutating func receive(commands datagram: some Collection<UInt8>, at time: Instant) {
        step(to: time)
        guard isRunning else { return }
        if let commandedAt { commandGaps.record(time - commandedAt) }
        commandedAt = time
        firmware.ignoredKeys = faults.ignoredKeys
        firmware.isCameraReady = faults.isCameraReady
        firmware.receive(
            datagram, mayTakeOff: !battery.isLow, place: receiver.reading?.position, at: now)
    }

    /// Takes a wake packet on the navdata port; any content will do.
    mutating func wake(from sender: IPv4Endpoint, at time: Instant) {
        step(to: time)
        guard isRunning else { return }
        firmware.stream.wake(from: sender, at: now, isLinkLost: firmware.link.isLost)
    }

    /// Switches the electronics off and on: the motors stop, and everything but the stored
    /// configuration is forgotten.
    mutating func reboot(taking duration: Duration, at time: Instant) {
        step(to: time)
        firmware.reboot(at: now + duration, isInTheAir: !airframe.isOnGround)
        video.reboot(at: now + duration)
    }

    /// Blocks a propeller, if they turn.
    mutating func cutOut(at time: Instant) {
        step(to: time)
        firmware.cutOut()
    }

    /// Gives the satellite receiver a fault, again even if it has the same one already.
    mutating func set(_ satellites: DroneFaults.Satellites, at time: Instant) {
        step(to: time)
        faults.satellites = satellites
        receiver.begin(satellites, at: now)
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
        flow.step(seconds, airframe, over: faults.ground)
        setpoint =
            isRunning ? firmware.decide(airframe, flow.reading, battery, seconds, at: now) : nil
        airframe.step(
            seconds, setpoint: setpoint, air: air.velocity,
            updraftMetresPerSecond: faults.updraftMetresPerSecond)
        battery.drain(seconds, isFlying: setpoint != nil)
        if let percent = faults.batteryPercent { battery = Battery(percent: percent) }
        if receiver.fault != faults.satellites { receiver.begin(faults.satellites, at: now) }
        receiver.step(to: now, airframe: airframe, start: options.start)
    }

    // MARK: What goes out

    /// The navdata packet that is due now, and for whom it is.
    mutating func takePacket(at time: Instant) -> (bytes: [UInt8], client: IPv4Endpoint)? {
        step(to: time)
        guard isRunning, let client = firmware.stream.client,
            let sequence = firmware.stream.takeDue(content, at: now)
        else { return nil }
        let tags = NavdataTag.carried(
            by: content, mask: configuration.navdataOptions, hasFlightRecorder: options.hasGPS)
        return (NavdataEncoder.packet(report, sequence: sequence, tags: tags), client)
    }

    private var content: NavdataStream.Content {
        if firmware.stream.isBootstrap { return .bootstrap }
        return configuration.isNavdataReduced ? .reduced : .full
    }

    /// The video frame that is due now, behind its header.
    mutating func takeVideo(at time: Instant) -> [UInt8]? {
        step(to: time)
        guard isRunning, configuration.isVideoOn else { return nil }
        return video.takeDue(
            perSecond: configuration.framesPerSecond, uptime: now - firmware.poweredAt, at: now)
    }

    /// What the control port is to send to whoever is connected there.
    mutating func takeControlText() -> [UInt8] {
        firmware.takeControlText()
    }
}

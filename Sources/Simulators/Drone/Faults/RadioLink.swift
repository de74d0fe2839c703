import Values

/// A drone and the air between it and its clients: datagrams go in and come out, with whatever
/// goes wrong on the way. A value like the drone itself.
struct RadioLink: Sendable {
    private(set) var model: SimulatedDroneModel
    private var up: LossyLink
    private var down: LossyLink
    private var outageEnd: Instant?
    private var rivalController: RivalController?

    init(_ options: SimulatedDrone.Options, at now: Instant) {
        model = SimulatedDroneModel(options, at: now)
        up = LossyLink(seed: options.seed &+ 2)
        down = LossyLink(seed: options.seed &+ 3)
    }

    var faults: DroneFaults {
        get { model.faults }
        set { model.faults = newValue }
    }

    /// Whether the air carries anything at present.
    var isOpen: Bool { !faults.isOutage }

    /// Takes a datagram that somebody sent to the drone.
    mutating func receive(_ datagram: LossyLink.Datagram, at now: Instant) {
        step(to: now)
        if isOpen { up.send(datagram, faults.up, at: now) }
        deliver(at: now)
    }

    /// The navdata packets that leave the air now, and for whom they are.
    mutating func takeDepartures(at now: Instant) -> [LossyLink.Datagram] {
        step(to: now)
        if let packet = model.takePacket(at: now), isOpen {
            let datagram = LossyLink.Datagram(
                port: .navdata, peer: packet.client, bytes: packet.bytes)
            down.send(datagram, faults.down, at: now)
        }
        return down.takeDue(at: now)
    }

    /// The video frame that is due, if the air is open.
    mutating func takeVideo(at now: Instant) -> [UInt8]? {
        step(to: now)
        return model.takeVideo(at: now).flatMap { isOpen ? $0 : nil }
    }

    mutating func takeControlText() -> [UInt8] {
        model.takeControlText()
    }

    mutating func step(to now: Instant) {
        if let end = outageEnd, now >= end {
            faults.isOutage = false
            outageEnd = nil
        }
        deliver(at: now)
        if let intruding = rivalController?.takeDue(at: now) {
            for datagram in intruding { hand(datagram, at: now) }
            if rivalController?.isGone(at: now) == true { rivalController = nil }
        }
        model.step(to: now)
    }

    mutating func reboot(taking duration: Duration, at now: Instant) {
        step(to: now)
        model.reboot(taking: duration, at: now)
    }

    /// Makes something go wrong from now on, or right again.
    mutating func apply(_ command: FaultCommand, at now: Instant) {
        step(to: now)
        switch command {
        case .path(let way, let fault): faults.apply(fault, way)
        case .outage(let duration):
            faults.isOutage = true
            outageEnd = duration.map { now + $0 }
        case .reboot(let duration): model.reboot(taking: duration, at: now)
        case .hijack(let duration, let rival):
            rivalController = RivalController(rival, from: now, lasting: duration)
        case .cutOut: model.cutOut(at: now)
        case .battery(let percent): faults.batteryPercent = percent
        case .satellites(let satellites): model.set(satellites, at: now)
        case .wind(let wind): faults.wind = wind
        case .magnetism(let field): faults.magnetism = field
        case .ground(let surface): faults.ground = surface
        case .tilt(let angle): faults.tilt = angle
        case .updraft(let speed): faults.updraftMetresPerSecond = speed
        case .compass(let isCalibrated): faults.isCompassCalibrated = isCalibrated
        case .camera(let isReady): faults.isCameraReady = isReady
        case .ignoredKey(let key): faults.ignoredKeys.insert(key)
        case .clear:
            (faults, outageEnd, rivalController) = (DroneFaults(), nil, nil)
            faults.wind = model.options.wind
        }
    }

    private mutating func deliver(at now: Instant) {
        for datagram in up.takeDue(at: now) { hand(datagram, at: now) }
    }

    private mutating func hand(_ datagram: LossyLink.Datagram, at now: Instant) {
        switch datagram.port {
        case .commands: model.receive(commands: datagram.bytes, at: now)
        case .navdata: model.wake(from: datagram.peer, at: now)
        }
    }
}

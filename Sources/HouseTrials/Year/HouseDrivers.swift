import Core
import DriverKit
import Drivers
import LinuxIO
import Simulators
import Trials
import Values

/// The drivers' ends of the ports, and between them and the world what the drivers decide: filter and
/// doubt of the photoresistor, resolution and misses of the thermometer, slewing, release and the
/// end of a lease of the servo. Files and buses alone are left out.
struct HouseDrivers {
    private static let temperatureEvery = 10
    private static let clockEvery = 10
    private static let servoStep = Duration.milliseconds(20)

    private let latch: Source<Contact>
    private let flap: Source<Contact>
    private let flapInward: Source<Contact>
    private let flapOutward: Source<Contact>
    private let boltState: Source<ServoState>
    private let bolt: Sink<ServoCommand>
    /// Without a publisher, which decides about readings that fail: those of a converter do not here.
    private let light: Source<LightLevel>
    private var temperature: SensorPublisher<Temperature>
    private var interpreter: Photoresistor.Interpreter
    private let lightEvery: Int
    private var servo: Servo.Plan
    private var servoCommand: ServoCommand?
    private var latchContact: Contact?
    private var flapContact: Contact?
    /// How often the flap had opened and shut when it was last looked at; `nil` while its switch is stuck.
    private var flapChanges: UInt64?
    private var isFlapReversed = false
    private let hasSwings: Bool
    private var swings: [Contact] = []
    /// Why the light was doubted that was published last.
    private(set) var lightDoubt: String?
    private(set) var ratio = 0.0
    /// Of the year, and of these drivers: they know of no change before.
    private let yearBegan: Instant
    private let began: Instant
    private let clock: Source<WallTime>
    private let tag: Source<TagPresence>
    private var tagShown: TagID?
    private var tagSince: Instant

    init(
        _ ports: PortConnections, _ setup: HouseSetup, yearBegan: Instant, at now: Instant
    ) {
        let log = Log(NoLog(), source: "trial")
        (self.yearBegan, began) = (yearBegan, now)
        clock = ports.source(Port("clock", ""))
        tag = ports.source(Port("tag", ""))
        tagSince = now
        latch = ports.source(Port("latch", ""))
        flap = ports.source(Port("flap", ""))
        flapInward = ports.source(Port("flap_inward", ""))
        flapOutward = ports.source(Port("flap_outward", ""))
        boltState = ports.source(Port("bolt_state", ""))
        bolt = ports.sink(Port("bolt", ""))
        light = ports.source(Port("light", ""))
        light.setStaleAfter(setup.photoresistor.every * 4)
        temperature = SensorPublisher(
            ports.source(Port("temperature", "")), every: .seconds(Self.temperatureEvery), log: log)
        interpreter = Photoresistor.Interpreter(setup.photoresistor)
        hasSwings = setup.door.bindings["flap_inward"] != nil
        lightEvery = max(1, Int(setup.photoresistor.every.seconds.rounded()))
        // There is no fire in any year.
        let fire: Source<Contact> = ports.source(Port("fire", ""))
        fire.publish(Contact(isActive: false), at: now)
        servo = setup.servo.plan(
            found: PWMState(period: 0, duty: 0, isInverted: false, isEnabled: false), at: now)
    }

    /// What the policy commands now, while its lease lives.
    func command(at now: Instant) -> ServoCommand? { bolt.current(at: now) }

    /// What the policy is told of the flap.
    func flapSample(at now: Instant) -> Sample<Contact> { flap.latest(at: now) }

    // MARK: Sensors

    mutating func publish(_ world: inout HouseWorld, at now: Instant) {
        publishTag(&world, at: now)
        if world.second % lightEvery == 0 {
            let reading = interpreter.add(
                ADCRatio(value: world.lightRatio, isSaturated: false), at: now)
            lightDoubt = reading.doubt
            ratio = reading.value.ratio
            light.publish(
                reading.doubt.map { .doubtful(reading.value, at: now, because: $0) }
                    ?? .good(reading.value, at: now))
        }
        if world.second % Self.temperatureEvery == 0 { publishTemperature(world, at: now) }
        if world.second % Self.clockEvery == 0 { publishClock(world, at: now) }
        publishContacts(world, at: now)
        if hasSwings { publishSwings(world, at: now) }
    }

    private mutating func publishTemperature(_ world: HouseWorld, at now: Instant) {
        guard !world.disturbances.isThermometerGone else {
            return temperature.recordRejection(
                DeviceError(.corrupt, "85 °C is what the sensor says before it has measured"),
                at: now)
        }
        // At 9 bits the chip cuts to half a degree.
        let celsius = (world.celsius * 2).rounded(.down) / 2
        temperature.publish(Measured(Temperature(celsius: celsius)), at: now)
    }

    private func publishClock(_ world: HouseWorld, at now: Instant) {
        guard let time = world.shownTime else {
            return clock.publishAbsent("not synchronised since the start", at: now)
        }
        clock.publish(time, at: now)
    }

    /// The driver tells every second what it sees.
    private mutating func publishTag(_ world: inout HouseWorld, at now: Instant) {
        let second = world.second
        guard let sight = world.reader?.sight(at: second), !world.disturbances.isReaderSilent,
            !world.disturbances.isReaderGone
        else { return publishNoTag(world, at: now) }
        let since = max(began, now - .seconds(Double(second) - sight.since))
        if sight.tag != tagShown { (tagShown, tagSince) = (sight.tag, since) }
        tag.publish(
            TagPresence(tag: sight.tag, reads: 1 + second - Int(sight.since), since: tagSince),
            at: max(began, now - .seconds(Double(second) - sight.last)))
    }

    private mutating func publishNoTag(_ world: HouseWorld, at now: Instant) {
        guard let reader = world.reader else { return }
        guard !world.disturbances.isReaderGone else {
            return tag.publishAbsent("no such device", at: now)
        }
        let seen = world.disturbances.isCollarLost ? reader.tags.first : nil
        if seen != tagShown { (tagShown, tagSince) = (seen, now) }
        tag.publish(TagPresence(tag: seen, reads: 2, since: tagSince), at: now)
    }

    private mutating func publishContacts(_ world: HouseWorld, at now: Instant) {
        let isOut = world.disturbances.latchStuck ?? world.bolt.isSaidOut
        if latchContact?.isActive != isOut {
            let contact = Contact(
                isActive: isOut, changes: latchContact.map { $0.changes + 1 } ?? 0, changedAt: now)
            latchContact = contact
            latch.publish(contact, at: now)
        }
        publishFlap(world, at: now)
    }

    private mutating func publishFlap(_ world: HouseWorld, at now: Instant) {
        let state = world.flap.contact(at: Double(world.second))
        let stuck = world.disturbances.flapStuck
        let isReversed = world.disturbances.isFlapReversed
        // Nothing new nearly always.
        guard stuck != nil || state.changes != flapChanges || isReversed != isFlapReversed else {
            return
        }
        isFlapReversed = isReversed
        flapChanges = stuck == nil ? state.changes : nil
        var contact = Contact(
            isActive: state.isShut != isReversed, changes: state.changes,
            changedAt: max(began, yearBegan + .seconds(max(0, state.changedAt))))
        if let stuck {
            guard flapContact?.isActive != stuck else { return }
            contact = Contact(isActive: stuck, changes: state.changes + 1, changedAt: now)
        }
        guard contact != flapContact else { return }
        flapContact = contact
        flap.publish(contact, at: now)
    }

    /// The two switches that tell the way.
    private mutating func publishSwings(_ world: HouseWorld, at now: Instant) {
        let contacts = [world.flapInward, world.flapOutward].map { flap in
            let state = flap.contact(at: Double(world.second))
            return Contact(
                isActive: !state.isShut, changes: state.changes,
                changedAt: max(began, yearBegan + .seconds(max(0, state.changedAt))))
        }
        guard contacts != swings else { return }
        swings = contacts
        flapInward.publish(contacts[0], at: now)
        flapOutward.publish(contacts[1], at: now)
    }

    // MARK: The servo

    /// What came of a second of the servo.
    struct Motion {
        /// The bolt went outwards while the flap was open.
        var isOntoOpenFlap = false
        /// It took the power that the machine needs.
        var hasBrownedOut = false
    }

    /// Lets the servo do for a second what it was told, and the bolt follow. With a supply that is too weak the
    /// machine goes down so long after the servo has begun to turn.
    mutating func drive(
        _ world: inout HouseWorld, failingAfter weakness: Duration? = nil, at now: Instant
    ) -> Motion {
        let command = bolt.current(at: now)
        bolt.noteAnswer(at: now)
        guard command != servoCommand || servo.nextWake != .never else { return Motion() }
        servoCommand = command
        var motion = Motion()
        var turned = Duration.zero
        for step in 0..<50 {
            let time = now + Self.servoStep * step
            guard case .pulse(let angle) = servo.step([command], at: time) else {
                if servo.nextWake == .never { break }
                continue
            }
            let before = world.bolt.position
            world.bolt.advance(by: Self.servoStep, towards: angle)
            let second = Double(world.second) + Double(step) * 0.02
            if world.bolt.position > before, world.flap.isOpen(at: second) {
                motion.isOntoOpenFlap = true
            }
            if world.bolt.position != before { turned += Self.servoStep }
            if let weakness, turned >= weakness {
                motion.hasBrownedOut = true
                return motion
            }
        }
        boltState.publish(servo.motion.state, at: now)
        return motion
    }
}

import Core
import JSON
import Settings
import Values

@testable import PetDoor

/// A pet door with a bolt that follows its servo, unless a test makes it stick.
struct DoorBench {
    typealias Outputs = PetDoor.Outputs

    /// No waiting, as the predecessor did it: for tests that are about other things.
    static let prompt: JSONValue = ["dwell": "0s", "minimum_state_time": "0s"]

    /// The predecessor's numbers, and a door whose flap has no switch; what a test gives goes first.
    private static let base: [String: JSONValue] = [
        "accept_no_flap_switch": true, "light_band": "2.93255%",
        "temperature_min": "2 °C", "temperature_max": "33 °C",
    ]

    private var controller: PetDoor
    /// Those that are valid now.
    private var settings: PetDoor.Settings
    private(set) var now = Instant(nanoseconds: 1_000_000_000_000)
    private(set) var outputs: Outputs?
    /// How often the servo was sent somewhere else.
    private(set) var moves = 0
    /// How often outwards, all the way.
    private(set) var locks = 0
    /// What is asked for in the next step.
    private var requests: [Event<PetDoor.Request>] = []
    private var lastNumber: UInt64 = 0

    /// `nil` when the sensor does not answer.
    var light: Double? = 0.9
    var celsius: Double? = 15
    var hasThermometer = true
    var isDoubtful = false
    var doubtsLightOnly = false
    var sensorAge = Duration.zero

    /// What the latch switch says: active is bolt out. `nil` when it does not answer.
    var latch: Bool? = false
    var hasLatch = true
    /// Whether the bolt goes where the servo goes.
    var isStuck = false
    /// Friction holds it until the servo has gone the other way.
    var isCaught = false
    /// Active is shut. `nil` when it does not answer.
    var flap: Bool? = true
    var hasFlap = false
    /// What the flap switch says, with its count; goes before `flap`.
    var flapContact: Contact?
    var flapInward: Contact?
    var flapOutward: Contact?
    /// What watches the tunnel, and the smoke detector; `nil` where there is none.
    var tunnel: Sample<Contact>?
    var fire: Sample<Contact>?
    /// The servo's driver does not answer, and the bolt does not move.
    var isServoUnheard = false
    var notices: ServiceNotices?
    private var presses: [Event<ButtonPress>] = []
    /// What the reader says; `nil` where there is none.
    var tag: Sample<TagPresence>?
    /// What time it is, set by `setClock`; `nil` where there is no clock.
    private var clock: (time: WallTime, since: Instant)?
    var clockDoubt: String?
    var servo: Angle?
    /// What the servo stands at: the same angle again does not move it.
    private var servoGoal: Angle?

    init(_ settings: JSONValue = prompt) throws {
        self.settings = try Self.settings(settings)
        controller = PetDoor(settings: self.settings)
    }

    /// With the settings as they are when nothing is said, but for what is given.
    init(defaultsBut settings: JSONValue) throws {
        self.settings = try Self.shipped(settings)
        controller = PetDoor(settings: self.settings)
    }

    static func settings(_ json: JSONValue) throws -> PetDoor.Settings {
        guard case .object(let given) = json else { return try shipped(json) }
        return try shipped(.object(base.merging(given) { _, given in given }))
    }

    /// As they are without the predecessor's numbers.
    static func shipped(_ json: JSONValue) throws -> PetDoor.Settings {
        try SettingsReader.read(from: json, at: SettingPath("policies.test.settings"))
    }

    var inputs: PetDoor.Inputs {
        PetDoor.Inputs(
            light: sample(light.map { LightLevel(ratio: $0) }),
            temperature: hasThermometer ? thermometer : nil,
            latch: hasLatch ? contact(latch) : nil,
            flap: hasFlap ? flapContact.map { .good($0, at: now) } ?? contact(flap) : nil,
            boltState: .good(
                ServoState(commanded: servo, isMoving: false, isPowered: false), at: now),
            clock: wallTime, tag: tag, flapInward: flapInward.map { .good($0, at: now) },
            flapOutward: flapOutward.map { .good($0, at: now) }, tunnel: tunnel, fire: fire,
            isServoUnheard: isServoUnheard ? true : nil, notices: notices,
            requests: requests, presses: presses)
    }

    private var wallTime: Sample<WallTime>? {
        guard let clock else { return nil }
        let time = clock.time.after(now - clock.since)
        return clockDoubt.map { .doubtful(time, at: now, because: $0) } ?? .good(time, at: now)
    }

    /// Sets it; it runs on from there.
    mutating func setClock(_ time: WallTime?) {
        clock = time.map { ($0, now) }
    }

    private var thermometer: Sample<Temperature> {
        let temperature = celsius.map { Temperature(celsius: $0) }
        guard doubtsLightOnly, let temperature else { return sample(temperature) }
        return .good(temperature, at: now - sensorAge)
    }

    private func sample<Value>(_ value: Value?) -> Sample<Value> {
        guard let value else { return .absent(since: now, because: "unplugged") }
        return isDoubtful
            ? .doubtful(value, at: now, because: "odd") : .good(value, at: now - sensorAge)
    }

    private func contact(_ isActive: Bool?) -> Sample<Contact> {
        isActive.map { .good(Contact(isActive: $0), at: now) }
            ?? .absent(since: now, because: "unplugged")
    }

    /// Moves time without a step.
    mutating func move(by delay: Duration) {
        now = now + delay
    }

    /// One step, after which the bolt follows the servo at once unless it is stuck.
    @discardableResult
    mutating func step(after delay: Duration = .milliseconds(250)) -> Outputs {
        move(by: delay)
        let outputs = controller.step(inputs, by: settings, at: now)
        if case .move = outputs.bolt, outputs.bolt != self.outputs?.bolt {
            moves += 1
            if outputs.bolt == .move(to: Self.locked) { locks += 1 }
        }
        self.outputs = outputs
        (requests, presses) = ([], [])
        follow(outputs.bolt)
        return outputs
    }

    /// The servo as its driver does it: without a command it lets go when the lease is over.
    private mutating func follow(_ command: ServoCommand?) {
        guard case .move(let angle) = command else {
            servoGoal = nil
            return
        }
        guard angle != servoGoal else { return }
        if let servoGoal, angle > servoGoal { isCaught = false }
        servoGoal = angle
        servo = angle
        guard !isStuck, !isCaught, !isServoUnheard, latch != nil else { return }
        if angle == Self.locked { latch = true }
        if angle == Self.unlocked { latch = false }
    }

    static let locked = Angle.degrees(180)
    static let unlocked = Angle.degrees(65)

    @discardableResult
    mutating func run(for time: Duration, every period: Duration = .milliseconds(250)) -> Outputs {
        let end = now + time
        var latest = step(after: period)
        while now < end { latest = step(after: period) }
        return latest
    }

    mutating func send(_ request: PetDoor.Request, from origin: EventOrigin = .person) {
        lastNumber += 1
        requests.append(
            Event(number: lastNumber, value: request, postedAt: now, origin: origin))
    }

    @discardableResult
    mutating func ask(_ request: PetDoor.Request, from origin: EventOrigin = .person) -> Response? {
        send(request, from: origin)
        return step().responses.first { $0.number == lastNumber }
    }

    /// A person presses the button.
    mutating func press(_ press: ButtonPress) {
        lastNumber += 1
        presses.append(Event(number: lastNumber, value: press, postedAt: now, origin: .person))
        step()
    }

    mutating func restart(_ settings: JSONValue = prompt) throws {
        self.settings = try Self.settings(settings)
        controller = PetDoor(settings: self.settings)
    }

    /// A new process that has what the store kept.
    mutating func resume(_ settings: JSONValue = prompt) throws {
        try resume(by: try Self.settings(settings))
    }

    /// The same without the predecessor's numbers.
    mutating func resume(defaultsBut settings: JSONValue) throws {
        try resume(by: try Self.shipped(settings))
    }

    private mutating func resume(by new: PetDoor.Settings) throws {
        controller = PetDoor(settings: new, resuming: memory)
        settings = new
    }

    /// The same door goes on with other settings, without a break.
    /// `others` are what it would read with them, where that differs from what it reads now.
    mutating func change(to settings: JSONValue, seeing others: PetDoor.Inputs? = nil) throws {
        let new = try Self.settings(settings)
        if let obstacle = controller.obstacle(
            to: new, from: self.settings, seeing: others ?? inputs, at: now)
        {
            throw PlainError(obstacle.why)
        }
        controller = try controller.successor(by: new, after: self.settings)
        self.settings = new
    }

    /// A change waits until the bolt is back.
    mutating func retreat() { controller.retreat(by: settings, at: now) }

    var memory: PetDoor.Memory { controller.memory(by: settings) }
    var details: JSONValue? { controller.details(by: settings, at: now) }

    /// Lets a move, or the one that follows a start, come to its end.
    mutating func settle() { run(for: .seconds(7)) }

    /// Sets the door up locked by night, as the rule does it.
    mutating func lockByNight() {
        light = 0.2
        run(for: .seconds(4))
    }

    /// Night comes and the bolt sticks, for long enough to be given up.
    mutating func jamLocking() {
        step()
        isStuck = true
        light = 0.1
        run(for: .seconds(20))
    }

    /// So dark that the sensor cannot tell, or its wire is broken.
    mutating func losesLight() {
        light = 0
        isDoubtful = true
        doubtsLightOnly = true
    }

    var state: PetDoor.DoorState? { outputs?.state }
    var isToldToLock: Bool { outputs?.bolt == .move(to: Self.locked) }
}

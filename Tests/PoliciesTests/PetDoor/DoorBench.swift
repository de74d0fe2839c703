import Core
import Devices

@testable import Policies

/// A pet door with a bolt that follows its servo, unless a test makes it stick.
struct DoorBench {
    typealias Outputs = PetDoor.Outputs

    /// No waiting, as the predecessor did it: for tests that are about other things.
    static let prompt: JSONValue = ["dwell": "0s", "minimum_state_time": "0s"]

    private var keeper: PetDoor.PetDoorController
    private(set) var now = Instant(nanoseconds: 1_000_000_000_000)
    private(set) var outputs: Outputs?
    /// What is asked for in the next step.
    private var requests: [Event<PetDoor.Request>] = []
    private var lastNumber: UInt64 = 0

    /// `nil` when the sensor does not answer.
    var light: Double? = 0.9
    var celsius: Double? = 15
    var isDoubtful = false
    var sensorAge = Duration.zero

    /// What the latch switch says: active is bolt out. `nil` when it does not answer.
    var latch: Bool? = false
    var hasLatch = true
    /// Whether the bolt goes where the servo goes.
    var isStuck = false
    /// Active is shut. `nil` when it does not answer.
    var flap: Bool? = true
    var hasFlap = false
    var servo: Angle?

    init(_ settings: JSONValue = prompt) throws {
        keeper = PetDoor.PetDoorController(settings: try Self.settings(settings))
    }

    static func settings(_ json: JSONValue) throws -> PetDoor.Settings {
        try SettingsReader.read(from: json, at: SettingPath("policies.test.settings"))
    }

    var inputs: PetDoor.Inputs {
        PetDoor.Inputs(
            light: sample(light.map { LightLevel(ratio: $0) }),
            temperature: sample(celsius.map { Temperature(celsius: $0) }),
            latch: hasLatch ? contact(latch) : nil, flap: hasFlap ? contact(flap) : nil,
            boltState: .good(
                ServoState(commanded: servo, isMoving: false, isPowered: false), at: now),
            requests: requests)
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
        let outputs = keeper.step(inputs, at: now)
        self.outputs = outputs
        requests = []
        if case .move(let angle) = outputs.bolt {
            servo = angle
            if !isStuck, latch != nil {
                if angle == Self.locked { latch = true }
                if angle == Self.unlocked { latch = false }
            }
        }
        return outputs
    }

    static let locked = Angle.degrees(180)
    static let unlocked = Angle.degrees(65)

    @discardableResult
    mutating func run(for time: Duration) -> Outputs {
        let end = now + time
        var latest = step()
        while now < end { latest = step() }
        return latest
    }

    mutating func send(_ request: PetDoor.Request) {
        lastNumber += 1
        requests.append(
            Event(number: lastNumber, value: request, postedAt: now, origin: .person))
    }

    @discardableResult
    mutating func ask(_ request: PetDoor.Request) -> Response? {
        send(request)
        return step().responses.first { $0.number == lastNumber }
    }

    mutating func restart(_ settings: JSONValue = prompt) throws {
        keeper = PetDoor.PetDoorController(settings: try Self.settings(settings))
    }

    /// Sets the door up locked by night, as the rule does it.
    mutating func lockByNight() {
        light = 0.2
        run(for: .seconds(4))
    }

    var state: PetDoor.DoorState? { outputs?.state }
    var isToldToLock: Bool { outputs?.bolt == .move(to: Self.locked) }
}

import Core
import JSON
import Settings
import Testing
import Values

@testable import DroneNavigation

/// A navigator, its inputs as a test sets them, and time as a test moves it.
struct NavigatorBench {
    typealias Outputs = DroneNavigation.Outputs

    /// Where it stands at first: the default target of the app that Roost replaces.
    static let home = Position(latitude: 52.50532722, longitude: 13.41468919) ?? .origin

    /// A receiver that flies along, and no waiting on the ground; what a test gives goes first.
    private static let base: [String: JSONValue] = [
        "receiver_rides_on_aircraft": true, "max_altitude": "10m", "arrival_time": "0s",
        "home_settle_time": "0s",
    ]
    /// How long an estimate needs on the ground.
    private static let settling = Duration.seconds(1)

    private var navigator: DroneNavigation
    /// Those that are valid now.
    private var settings: DroneNavigation.Settings
    private(set) var now = Instant(nanoseconds: 1_000_000_000_000)
    private(set) var outputs: Outputs?
    /// Those of the last step.
    private(set) var lastInputs: DroneNavigation.Inputs?
    /// What is asked for in the next step.
    private var requests: [Event<DroneNavigation.Request>] = []
    private var lastNumber: UInt64 = 0
    private var presses: [Event<ButtonPress>] = []

    /// What the aircraft reports; `nil` when nothing comes from it.
    var phase: FlightState.Phase? = .landed
    var battery = 80
    var altitude = 0.0
    var obstacles: [String] = []
    /// Degrees.
    var roll = 0.0
    /// Degrees; positive is nose up.
    var pitch = 0.0
    /// How old what it reports is.
    var flightAge = Duration.zero
    /// `nil` when the receiver has no fix.
    var position: Position? = home
    var hdop: Double? = 0.9
    var horizontalError: Double? = 2
    var satellites: Int? = 9
    var fixAge = Duration.zero
    /// `nil`: it sees too few satellites for a height.
    var fixAltitude: Double? = 40
    /// It tells the same place again, to the last bit.
    var isReceiverStuck = false
    /// Degrees; `nil` when the compass is silent.
    var heading: Double? = 0 {
        didSet { if let heading, heading.isFinite { yaw = heading } }
    }
    /// What the gyroscope makes of it, which no compass moves.
    private var yaw = 0.0
    /// What the aircraft measures of its own motion, in metres per second.
    var forwardSpeed = 0.0
    var rightSpeed = 0.0
    /// It measures nothing of that.
    var isCameraBlind = false

    /// What the camera answers in the next steps; `nil` where there is none.
    var photographs: [Response]?
    /// Tells the aircraft from another.
    var serialNumber: String?
    /// What the service says; `nil` where there is nothing to say.
    var notices: ServiceNotices?
    /// It flies on by another's stick, whatever it is told.
    var disobeys = false
    /// What its driver knows of it.
    var driver: FlightState.Driver?
    /// How the computer is; `nil` where nothing tells it.
    var computer: Sample<ComputerState>?

    init(_ settings: JSONValue = [:]) throws {
        self.settings = try Self.settings(settings)
        navigator = DroneNavigation(settings: self.settings)
    }

    static func settings(_ json: JSONValue) throws -> DroneNavigation.Settings {
        guard case .object(let given) = json else { return try shipped(json) }
        return try shipped(.object(base.merging(given) { _, given in given }))
    }

    /// As they are without what is good for tests.
    static func shipped(_ json: JSONValue) throws -> DroneNavigation.Settings {
        try SettingsReader.read(from: json, at: SettingPath("policies.test.settings"))
    }

    /// A place so many metres east and north of home.
    static func place(east: Double = 0, north: Double = 0) -> Position {
        home.offset(eastMetres: east, northMetres: north) ?? .origin
    }

    static func target(east: Double = 0, north: Double = 0, altitude: String? = nil) -> JSONValue {
        let place = place(east: east, north: north)
        var members: [String: JSONValue] = [
            "latitude": .number(place.latitude), "longitude": .number(place.longitude),
        ]
        members["altitude"] = altitude.map(JSONValue.string)
        return .object(members)
    }

    var inputs: DroneNavigation.Inputs {
        DroneNavigation.Inputs(
            flight: phase.map { .good(state($0), at: now - flightAge) }
                ?? .absent(since: now, because: "gone"),
            position: position.map { .good(fix($0), at: now - fixAge) }
                ?? .absent(since: now, because: "no fix"),
            heading: heading.map { .good(Heading(.degrees($0)), at: now) }
                ?? .absent(since: now, because: "silent"),
            computer: computer, requests: requests, presses: presses, photographs: photographs,
            notices: notices)
    }

    private func state(_ phase: FlightState.Phase) -> FlightState {
        FlightState(
            phase: phase, batteryPercent: battery, altitudeMetres: altitude,
            roll: .degrees(roll), pitch: .degrees(pitch), yaw: .degrees(yaw),
            forwardMetresPerSecond: isCameraBlind ? 0 : forwardSpeed + flicker,
            rightMetresPerSecond: isCameraBlind ? 0 : rightSpeed,
            armingFailures: obstacles, serialNumber: serialNumber, driver: driver)
    }

    /// A camera that sees the ground never measures the same twice to the last bit.
    private var flicker: Double { 0.01 * Double((now.nanoseconds / 50_000_000) % 3 - 1) }

    /// A receiver never measures a place twice to the last centimetre, unless it is stuck.
    private func fix(_ position: Position) -> Fix {
        let jitter = isReceiverStuck ? 0 : 0.02 * Double((now.nanoseconds / 50_000_000) % 5 - 2)
        let seen = position.offset(eastMetres: jitter, northMetres: -jitter) ?? position
        return Fix(
            position: seen, altitudeMetres: fixAltitude, horizontalErrorMetres: horizontalError,
            hdop: hdop, satellitesUsed: satellites)
    }

    @discardableResult
    mutating func step(after delay: Duration = .milliseconds(50)) -> Outputs {
        now = now + delay
        let inputs = inputs
        let outputs = navigator.step(inputs, by: settings, at: now)
        self.outputs = outputs
        lastInputs = inputs
        #expect(!outputs.notes.contains { $0.contains("table of flight phases") })
        obey(outputs.pilot)
        requests = []
        presses = []
        return outputs
    }

    /// It says whether it flies by a stick, unless somebody else has it.
    private mutating func obey(_ command: FlightCommand) {
        switch (phase, command) {
        case (.flying, .hover) where !disobeys: phase = .hovering
        case (.hovering, .move): phase = .flying
        default: break
        }
    }

    /// Steps every 50 ms for so long with the inputs as they are.
    @discardableResult
    mutating func run(for time: Duration) -> Outputs {
        let end = now + time
        var latest = step()
        while now < end { latest = step() }
        return latest
    }

    /// Steps until it takes off by itself, for 2 s at most.
    mutating func runUntilTakeOff() {
        for _ in 0..<40 where command != .takeOff { step() }
    }

    /// Whether it is told to land or stay down in every step for so long.
    mutating func isHeldDown(for time: Duration) -> Bool {
        let end = now + time
        var isHeld = true
        while now < end { isHeld = step().pilot == .land && isHeld }
        return isHeld
    }

    /// Has something asked in the next step.
    mutating func send(_ request: DroneNavigation.Request) {
        lastNumber += 1
        requests.append(
            Event(number: lastNumber, value: request, postedAt: now, origin: .person))
    }

    /// Has the button pressed, so long ago, and steps once.
    @discardableResult
    mutating func press(_ press: ButtonPress = .press, ago: Duration = .zero) -> Outputs {
        lastNumber += 1
        presses.append(
            Event(
                number: lastNumber, value: press, postedAt: now + .milliseconds(50) - ago,
                origin: EventOrigin("driver button")))
        return step()
    }

    /// Sends a request, steps once, and gives what was answered to it.
    @discardableResult
    mutating func ask(_ request: DroneNavigation.Request) -> Response? {
        send(request)
        return step().responses.first { $0.number == lastNumber }
    }

    /// One that has stood for long enough to know where it is.
    static func standing(_ settings: JSONValue = [:]) throws -> NavigatorBench {
        var bench = try NavigatorBench(settings)
        bench.run(for: settling)
        return bench
    }

    /// Takes off by request and reports hovering, as an aircraft does.
    mutating func takeOff() {
        run(for: Self.settling)
        ask(.takeOff)
        report(.takingOff, altitude: 0.3)
        report(.hovering, altitude: 1)
    }

    /// Flies straight to a place with so many metres per second, whatever it is told to do; what it measures of its
    /// motion fits, unless its camera is blind. Ends sooner, still in motion, where `isOver`.
    mutating func fly(
        to place: Position, at speed: Double = 4, isBlind: Bool = false,
        until isOver: (NavigatorBench) -> Bool = { _ in false }
    ) {
        while let from = position, from.distanceMetres(to: place) > 0.01 {
            let metres = min(speed * 0.05, from.distanceMetres(to: place))
            let bearing = from.bearing(to: place)
            let velocity = PlaneVector(length: isBlind ? 0 : metres / 0.05, towards: bearing)
            forwardSpeed = velocity.forward(heading: .degrees(yaw))
            rightSpeed = velocity.right(heading: .degrees(yaw))
            position = from.moved(metres: metres, towards: bearing)
            step()
            if isOver(self) { return }
        }
        (forwardSpeed, rightSpeed) = (0, 0)
    }

    /// One in the air, flying to a target 20 m to the north that it faces.
    static func flying(_ extra: [String: JSONValue] = [:]) throws -> NavigatorBench {
        var settings = extra
        settings["targets"] = [target(north: 20)]
        var bench = try NavigatorBench(.object(settings))
        bench.takeOff()
        bench.report(.flying)
        try #require(bench.code == "flying")
        return bench
    }

    mutating func report(_ phase: FlightState.Phase, altitude: Double = 1) {
        self.phase = phase
        self.altitude = altitude
        step()
    }

    /// The same policy restarted in a fresh process, with its inputs standing.
    mutating func restart(_ settings: JSONValue = [:]) throws {
        self.settings = try Self.settings(settings)
        navigator = DroneNavigation(settings: self.settings)
    }

    /// A new process that has what the store kept.
    mutating func resume(_ settings: JSONValue = [:]) throws {
        let new = try Self.settings(settings)
        navigator = DroneNavigation(settings: new, resuming: memory)
        self.settings = new
    }

    /// The same policy goes on with other settings, without a break.
    mutating func change(to settings: JSONValue) throws {
        let new = try Self.settings(settings)
        navigator = try navigator.successor(by: new, after: self.settings)
        self.settings = new
    }

    var memory: DroneNavigation.Memory { navigator.memory(by: settings) }
    var obstacleToLoosening: String? { navigator.obstacleToLoosening }

    var checks: [Check] { navigator.checks(by: settings, at: now) }
    var details: JSONValue? { details(after: .zero) }
    /// For who looks between two steps.
    func details(after delay: Duration) -> JSONValue? {
        navigator.details(by: settings, at: now + delay)
    }

    var kind: DroneNavigation.Phase.Kind { navigator.phase.kind }
    var code: String { outputs?.reason.code ?? "none" }
    var command: FlightCommand? { outputs?.pilot }
}

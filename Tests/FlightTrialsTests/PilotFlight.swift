import Core
import JSON
import Settings
import Simulators
import Testing
import Values

@testable import DroneNavigation
@testable import FlightTrials

/// A drone in its weather, its policy, and where a test wants one a leader who walks, all in virtual time. Positions of
/// the leader are sent once a second, as a phone would.
struct PilotFlight {
    typealias Navigator = DroneNavigation

    private var navigator: Navigator
    let settings: DroneNavigation.Settings
    private(set) var world: FlightWorld
    private(set) var latest: DroneNavigation.Outputs?
    private var flight = Sample<FlightState>.absent(since: .zero, because: "none yet")
    private var heading = Sample<Heading>.absent(since: .zero, because: "none yet")
    private var position = Sample<Fix>.absent(since: .zero, because: "none yet")
    private var fixTakenAt: Instant?
    private var requests: [Event<DroneNavigation.Request>] = []
    private var isUp = false
    private var lastNumber: UInt64 = 0
    private var (stepDue, tellDue) = (Instant.zero, Instant.zero)

    /// In metres from home; `nil` is silent.
    var leader: PlaneVector?
    /// Of the leader, in metres per second.
    var walk = PlaneVector.zero

    /// One that stands at home. `settings` go before those of a usual flight.
    init(
        _ settings: [String: JSONValue] = [:], wind: Wind = .calm,
        _ change: (inout FlightConditions) -> Void = { _ in }
    ) throws {
        let base: [String: JSONValue] = [
            "receiver_rides_on_aircraft": true, "max_altitude": "5m", "home_settle_time": "3s",
            "fence_radius": "60m",
        ]
        self.settings = try SettingsReader.read(
            from: .object(base.merging(settings) { $1 }), at: SettingPath("policies.pilot"))
        navigator = Navigator(settings: self.settings)
        var conditions = FlightConditions(start: TrialPlan.place)
        conditions.receiver.wanderMetres = 0.5
        conditions.wind = wind
        change(&conditions)
        world = FlightWorld(conditions, seed: 7, at: Instant(nanoseconds: 1_000_000_000_000))
    }

    /// Whether the latest command is a landing.
    func isTold(toLand: Bool) -> Bool { (latest?.pilot == .land) == toLand }

    /// A new process that has what the store kept.
    mutating func restart() {
        navigator = Navigator(settings: settings, resuming: navigator.memory(by: settings))
    }

    var code: String { latest?.reason.code ?? "none" }
    var words: String { latest?.reason.description ?? "none" }
    /// Of drone and leader.
    var distanceMetres: Double { leader.map { ($0 - world.place).length } ?? .infinity }
    /// Where the drone is, seen from the leader.
    var side: Angle { leader.map { (world.place - $0).direction } ?? .degrees(0) }
    /// The same as a vector of 1 m.
    var towardsDrone: PlaneVector { PlaneVector(length: 1, towards: side) }

    /// Makes something go wrong, in the words of the simulated drone's own faults: "gps off; ground dark".
    mutating func apply(_ faults: String) throws {
        for command in try FaultCommand.list(faults) { world.apply(command) }
    }

    /// Takes off, to hover, and stands there.
    mutating func takeOff() throws {
        fly(for: .seconds(5))
        ask(.takeOff)
        fly(for: .seconds(20)) { $0.code.hasPrefix("hovering") }
        try #require(code == "hovering-no-target", "\(words)")
    }

    mutating func ask(_ request: DroneNavigation.Request) {
        lastNumber += 1
        requests.append(
            Event(number: lastNumber, value: request, postedAt: world.now, origin: .person))
    }

    /// Goes on for so long, or until `isOver`, and shows each step of the policy to it.
    mutating func fly(for time: Duration, until isOver: (PilotFlight) -> Bool = { _ in false }) {
        let end = world.now + time
        while world.now < end {
            if let telemetry = world.step() { hear(telemetry) }
            leader = leader.map { $0 + walk * FlightWorld.period.seconds }
            guard world.now >= stepDue else { continue }
            stepDue = world.now + .milliseconds(50)
            step()
            if isOver(self) { return }
        }
    }

    private mutating func hear(_ telemetry: FlightTelemetry) {
        flight = .good(telemetry.state, at: world.now)
        heading = .good(telemetry.heading, at: world.now)
        guard let fix = telemetry.fix, telemetry.fixTakenAt != fixTakenAt else { return }
        fixTakenAt = telemetry.fixTakenAt
        position = .good(fix, at: world.now)
    }

    private mutating func step() {
        if let leader, world.now >= tellDue,
            let place = TrialPlan.place.moved(metres: leader.length, towards: leader.direction)
        {
            tellDue = world.now + .seconds(1)
            ask(.leader(Fix(position: place, horizontalErrorMetres: 4)))
        }
        let outputs = navigator.step(
            DroneNavigation.Inputs(
                flight: flight, position: position, heading: heading, requests: requests),
            by: settings, at: world.now)
        requests = []
        latest = outputs
        obey(outputs.pilot)
    }

    /// As the driver does: on the ground it takes a take-off to get up, not a hover.
    private mutating func obey(_ command: FlightCommand) {
        var motion: StickPosition?
        switch command {
        case .takeOff: isUp = true
        case .land, .resetEmergency: isUp = false
        case .hover: break
        case .move(let stick): motion = stick
        }
        world.send(FlightControls(isUp: isUp, motion: motion))
    }

    /// One that follows a leader who stands so far to the south of home.
    static func following(
        _ settings: [String: JSONValue] = [:], wind: Wind = .calm, south: Double = 15
    ) throws -> PilotFlight {
        var flight = try PilotFlight(settings, wind: wind)
        flight.leader = PlaneVector(east: 0, north: -south)
        flight.fly(for: .seconds(5))
        flight.ask(.follow(metres: 12))
        flight.ask(.takeOff)
        flight.fly(for: .seconds(20)) { $0.code == "following" }
        flight.fly(for: .seconds(10))
        return flight
    }
}

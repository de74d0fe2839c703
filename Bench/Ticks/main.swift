// Steps a policy over and over in the steady state: an aircraft on its way, a door that is locked for
// the night. Usage: tick-bench [--recorded] drone|mission|door|schedule|pets COUNT; prints nanoseconds a tick, with --recorded of
// one that the black box looks on at. "mission" is the
// flight with the mission of a file, within as many corners of fences as it may have; "schedule" the door with
// a clock, a place, and as many parts of the day by the sun as it may have; "pets" one that waits for as many pets
// as it may have, with one of them at its reader.

import Core
import DroneNavigation
import Glibc
import JSON
import PetDoor
import Settings
import TestSupport
import Values

/// The drivers' ends of all ports, filled again before each tick as drivers do.
struct Flight {
    let flight = Source<FlightState>()
    let position = Source<Fix>()
    let heading = Source<Heading>()
    let pilot = Sink<FlightCommand>()

    var endpoints: [String: any Endpoint] {
        [
            "flight": flight, "position": position,
            "heading": heading, "pilot": pilot,
        ]
    }

    /// Takes off, and then flies with 0.2 m/s as its positions say, on a course that leads a little past
    /// its target, so that every axis is at work.
    func publish(at now: Instant) {
        let seconds = now.seconds(since: benchStart)
        let course = Angle.degrees(40)
        let speed = 0.2
        flight.publish(
            FlightState(
                phase: seconds < 2 ? .landed : .flying, batteryPercent: 80, altitudeMetres: 1.5,
                roll: .degrees(2),
                pitch: .degrees(-3), yaw: .degrees(40), forwardMetresPerSecond: speed,
                rightMetresPerSecond: 0, armingFailures: []), at: now)
        heading.publish(Heading(course), at: now)
        // A receiver of 5 Hz to a policy of 50.
        guard now.nanoseconds % 200_000_000 == 0 else { return }
        position.publish(
            Fix(
                position: Position.origin.offset(
                    eastMetres: seconds * speed * course.sine,
                    northMetres: seconds * speed * course.cosine)
                    ?? .origin, altitudeMetres: 40, horizontalErrorMetres: 1.5, hdop: 0.9,
                satellitesUsed: 11),
            at: now)
    }
}

/// When the first tick is due, but for a period.
let benchStart = Instant(nanoseconds: 1_000_000_000_000)

struct Door {
    let light = Source<LightLevel>()
    let temperature = Source<Temperature>()
    let latch = Source<Contact>()
    let flap = Source<Contact>()
    let boltState = Source<ServoState>()
    let clock = Source<WallTime>()
    let tag = Source<TagPresence>()
    let bolt = Sink<ServoCommand>()

    var endpoints: [String: any Endpoint] {
        [
            "light": light, "temperature": temperature,
            "latch": latch, "flap": flap,
            "bolt_state": boltState, "clock": clock, "tag": tag, "bolt": bolt,
        ]
    }

    /// Night, the flap shut, the servo takes its commands, and the switch says what was commanded.
    func publish(at now: Instant) {
        let command = bolt.current(at: now)
        if command != nil { bolt.noteAnswer(at: now) }
        var angle: Angle?
        if case .move(let to)? = command { angle = to }
        light.publish(LightLevel(ratio: 0.1), at: now)
        temperature.publish(Temperature(celsius: 12), at: now)
        latch.publish(Contact(isActive: angle == lockedAngle), at: now)
        flap.publish(Contact(isActive: true), at: now)
        boltState.publish(
            ServoState(commanded: angle, isMoving: false, isPowered: true), at: now)
        tag.publish(TagPresence(tag: chip, reads: 2, since: benchStart), at: now)
        // From 16:15 UTC of 2026-12-21 on: fifteen hours of night in Berlin.
        let seconds = 1_797_869_700 + now.seconds(since: benchStart)
        if let time = WallTime(secondsSince1970: seconds) { clock.publish(time, at: now) }
    }

    private let lockedAngle = Angle.degrees(180)
    private let chip = TagID(country: 276, national: 95_610_728_680)
}

let scheduler = ManualScheduler()
let log = Log(
    TextLog(LogFormat(.terminal, start: .zero), threshold: .error, clock: scheduler) { _ in },
    source: "bench")

/// Saves nothing, at once.
struct NoStore: PolicyMemoryStore {
    func load(_ policy: String) -> PolicyMemory? { nil }
    func save(_ memory: PolicyMemory, of policy: String) throws(PlainError) {}
}

let isRecorded = CommandLine.arguments.contains("--recorded")
let words = CommandLine.arguments.filter { $0 != "--recorded" }
guard words.count == 3, let count = Int(words[2]) else {
    print("usage: tick-bench [--recorded] drone|mission|door|schedule|pets COUNT")
    exit(2)
}
/// So many steps are taken before it is measured.
let settling = 1000

/// A policy that is stepped by hand.
func instance(
    _ plugin: any Policy.Type, _ settings: JSONValue, _ endpoints: [String: any Endpoint]
) throws -> any PolicyInstance {
    let instance = try plugin.instance(
        name: plugin.name, settings, PortConnections(endpoints), memories: NoStore(),
        scheduler: scheduler, log: log)
    // With room for all steps: nobody empties it, as another thread does in the service.
    if isRecorded { instance.observe(plugin.makeTape(capacity: count + settling)) }
    return instance
}

/// Steps it until it has settled, then `count` times; gives the time of these.
func measure(
    _ policy: any PolicyInstance, every period: Duration, count: Int,
    wanted: String, _ publish: (Instant) -> Void
) throws(NotSteady) -> Duration {
    var now = benchStart
    let lease = period * 5
    func step() {
        now = now + period
        publish(now)
        _ = policy.step(at: now, lease: lease)
    }
    for _ in 0..<settling {
        step()
        // What is to be saved is.
        scheduler.advance(by: .milliseconds(1))
    }
    try expect(wanted, of: policy)
    let clock = DispatchScheduler()
    let start = clock.now
    for _ in 0..<count { step() }
    let time = clock.now - start
    try expect(wanted, of: policy)
    return time
}

struct NotSteady: Error {
    let wanted: String
    let found: String?
}

/// That it is still the steady state that is measured.
func expect(_ wanted: String, of policy: any PolicyInstance) throws(NotSteady) {
    let latest = policy.latest
    guard latest?.code == wanted else { throw NotSteady(wanted: wanted, found: latest?.text) }
}

/// To the same place, within a fence of 200 corners some 13 km away.
var farMission: FileText {
    let corners = (0..<200).map { index in
        let angle = Angle.degrees(Double(index) * 1.8)
        return "{\"latitude\": \(0.12 * angle.sine), \"longitude\": \(0.12 * angle.cosine)}"
    }
    return FileText(
        name: "bench.json",
        text: """
            {"roost_mission": 1, "items": [
              {"do": "take-off", "altitude": "1.5m"},
              {"do": "go-to", "latitude": 0.0666, "longitude": 0.0551, "altitude": "1.6m"},
              {"do": "land"}
            ], "fences": [{"keep": "in", "corners": [\(corners.joined(separator: ", "))]}]}
            """)
}

let time: Duration
switch words[1] {
case "drone", "mission":
    let flight = Flight()
    var settings: [String: JSONValue] = [
        "start": "at-once", "fence": false, "max_flight_time": "7200s",
        "no_progress_after": "300s", "home_settle_time": "0s", "receiver_rides_on_aircraft": true,
    ]
    // 9.6 km away; nothing must end the flight before the count does.
    if words[1] == "drone" {
        settings["targets"] = [["latitude": 0.0666, "longitude": 0.0551, "altitude": "1.6m"]]
    } else {
        settings["mission"] = farMission.json
    }
    let pilot = try instance(DroneNavigation.self, .object(settings), flight.endpoints)
    time = try measure(pilot, every: .milliseconds(20), count: count, wanted: "flying") {
        flight.publish(at: $0)
    }
default:
    let door = Door()
    var settings: [String: JSONValue] = [
        "locked_angle": "180deg", "unlocked_angle": "65deg", "dwell": "0s", "max_locked": "24h",
    ]
    var endpoints = door.endpoints
    if words[1] == "schedule" {
        settings["latitude"] = 52.52
        settings["longitude"] = 13.405
        // None applies, so all are looked at.
        let dusk: JSONValue = ["from": "sunset", "to": "dusk", "mode": "locked"]
        settings["schedule"] = .array(Array(repeating: dusk, count: 8))
    } else {
        endpoints["clock"] = nil
    }
    let hasPets = words[1] == "pets"
    if hasPets {
        let pets = (0..<8).map { ("pet-\($0)", JSONValue.array([.string("27609561072868\($0)")])) }
        settings["pets"] = .object(Dictionary(pets) { $1 })
        settings["reader_side"] = "outside"
        settings["pet_overdue_after"] = "86400s"
    } else {
        endpoints["tag"] = nil
    }
    let keeper = try instance(PetDoor.self, .object(settings), endpoints)
    time = try measure(
        keeper, every: .milliseconds(250), count: count,
        wanted: hasPets ? "waiting-for-pets" : "night"
    ) {
        door.publish(at: $0)
    }
}
print(time.nanoseconds / Int64(count))

// Steps a policy over and over in the steady state: an aircraft on its way, a door that is locked for
// the night, rules of a warm house. Usage: tick-bench [--recorded] drone|mission|door|schedule|pets|rules|thousand-rules COUNT; prints nanoseconds a tick, with --recorded of
// one that the black box looks on at. "mission" is the
// flight with the mission of a file, within as many corners of fences as it may have; "schedule" the door with
// a clock, a place, and as many parts of the day by the sun as it may have; "thousand-rules" is as many rules as there may be; "pets" one that waits for as many pets
// as it may have, with one of them at its reader.

import Core
import DroneNavigation
import Glibc
import JSON
import PetDoor
import Policies
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

/// A warm room on a summer afternoon, with as many thermometers and contacts as ten rules go by.
struct House {
    private let temperatures = (0..<6).map { _ in Source<Temperature>() }
    private let contacts = (0..<3).map { _ in Source<Contact>() }
    private let air = Source<Measurement>()
    private let clock = Source<WallTime>()
    private let outputs = (0..<6).map { _ in Sink<SwitchCommand>() }
    private let presses = EventSource<ButtonPress>()

    var endpoints: [String: any Endpoint] {
        var ends: [String: any Endpoint] = ["air": air, "clock": clock, "button": presses]
        for (index, end) in temperatures.enumerated() { ends["t\(index)"] = end }
        for (index, end) in contacts.enumerated() { ends["c\(index)"] = end }
        for (index, end) in outputs.enumerated() { ends["o\(index)"] = end }
        return ends
    }

    func publish(at now: Instant) {
        for (index, end) in temperatures.enumerated() {
            end.publish(Temperature(celsius: 20 + Double(index) * 2), at: now)
        }
        for end in contacts { end.publish(Contact(isActive: false), at: now) }
        if let damp = Measurement(.humidity, 60) { air.publish(damp, at: now) }
        let seconds = 1_782_050_000 + now.seconds(since: benchStart)
        if let time = WallTime(secondsSince1970: seconds) { clock.publish(time, at: now) }
    }

    /// Ten kinds of rules, as many times as that makes `count`. The first is active.
    static func rules(_ count: Int) -> JSONValue {
        .array((0..<count).map { rule($0) })
    }

    private static func rule(_ number: Int) -> JSONValue {
        // Each with figures of its own, so that nothing is worked out once for many.
        let low = 30 + Double(number / 10) / 100
        let name = JSONValue.string("r\(number)")
        let set: JSONValue = [
            "o\(number % 6)": "on"
        ]
        let priority = JSONValue.number(Double(1000 - number))
        switch number % 10 {
        case 0:
            return [
                "name": name, "when": .string("t5 > \(29 - low / 100) °C or air > 80 %"),
                "until": .string("t5 < \(low - 5) °C and air < 70 %"), "set": set,
                "priority": priority,
            ]
        case 1:
            return [
                "name": name, "when": .string("c0 is wet since \(number + 2) s"), "set": set,
                "priority": priority,
            ]
        case 2:
            return [
                "name": name, "when": .string("after sunset and before 23:00 and t1 > \(low) °C"),
                "set": set, "priority": priority,
            ]
        case 3:
            return [
                "name": name, "on": "button.press", "when": .string("t2 > \(low) °C"), "set": set,
                "for": "3 min", "priority": priority,
            ]
        case 4:
            return [
                "name": name, "every": "2 h",
                "when": .string("after sunrise and before sunset and t3 > \(low) °C"), "set": set,
                "for": "30 s", "at_most": "4 a day", "priority": priority,
            ]
        case 5:
            return [
                "name": name, "when": .string("average(t0, t1) < \(low - 25) °C"),
                "until": .string("average(t0, t1) > \(low - 24) °C"), "set": set,
                "at_least": "5 min", "priority": priority,
            ]
        case 6: return ["name": name, "when": .string("t2 - t3 > \(low) K"), "alert": "a draught"]
        case 7:
            return [
                "name": name, "when": .string("c1 is detected and t4 < \(low - 28) °C"),
                "until": .string("c1 is clear since \(number) s"), "set": set, "priority": priority,
            ]
        case 8:
            return [
                "name": name,
                "when": .string("t4 > \(low + 10) °C since 10 min or t4 is unknown since 10 min"),
                "alert": "hot",
            ]
        default:
            return [
                "name": name, "on": "c2 becomes closed", "set": set, "for": "2 s",
                "priority": priority,
            ]
        }
    }
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
    print(
        "usage: tick-bench [--recorded] drone|mission|door|schedule|pets|rules|thousand-rules COUNT"
    )
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
case "rules", "thousand-rules":
    let house = House()
    let settings: JSONValue = [
        "latitude": 52.52, "longitude": 13.405,
        "rules": House.rules(words[1] == "rules" ? 10 : 1000),
    ]
    let rules = try instance(RulePolicy.self, settings, house.endpoints)
    time = try measure(
        rules, every: .seconds(1), count: count,
        wanted: words[1] == "rules" ? "r0" : "r0+r10+r20+r30+r40+r50+r60+r70+more"
    ) {
        house.publish(at: $0)
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

import Core
import JSON
import PolicyKit
import Settings
import TestSupport
import Testing
import Values

@testable import PetDoor

/// Every setting of a door, changed while it runs. A door that goes on with another value does what one does that had it from
/// the start, and not what it did before.
@Suite("Pet door: each setting counts from the moment at which it is changed")
struct SettingsWhileRunningTests {
    /// One way to see a setting: `prepare` runs by the value before, `observe` says what the door does then.
    struct Row: Sendable, CustomStringConvertible {
        let key: String
        var note = ""
        let before: JSONValue?
        let after: JSONValue?
        /// Both before and after.
        var more: [String: JSONValue] = [:]
        var prepare: @Sendable (inout DoorBench) -> Void = { $0.settle() }
        let observe: @Sendable (inout DoorBench) -> String

        var description: String { note.isEmpty ? key : "\(key), \(note)" }

        func settings(_ value: JSONValue?) -> JSONValue {
            var settings = more.merging(["dwell": "0s", "minimum_state_time": "0s"]) { own, _ in own
            }
            settings[key] = value ?? settings[key]
            return .object(settings)
        }

        enum Way { case unchanged, changed, fromTheStart }

        func told(_ way: Way) throws -> String {
            var bench = try DoorBench(settings(way == .fromTheStart ? after : before))
            prepare(&bench)
            if way == .changed { try bench.change(to: settings(after)) }
            return observe(&bench)
        }
    }

    @Test("a changed door does what one does that had the value from the start", arguments: rows)
    func counts(row: Row) throws {
        let (before, changed, wanted) = (
            try row.told(.unchanged), try row.told(.changed), try row.told(.fromTheStart)
        )
        #expect(before != wanted, "\(row) shows nothing: \(wanted)")
        #expect(changed == wanted, "\(row): \(changed), as before \(before), wanted \(wanted)")
    }

    @Test(
        "another angle is refused: it would move the bolt at once",
        arguments: ["locked_angle", "unlocked_angle"])
    func angles(key: String) throws {
        var bench = try DoorBench()
        bench.settle()
        #expect(throws: PlainError.self) { try bench.change(to: [key: "90deg"]) }
    }

    @Test("every setting of a door has a row") func complete() {
        let keys = Set(SettingsReader.describe(PetDoor.Settings.self).map(\.key))
        #expect(keys == Set(Self.rows.map(\.key)).union(["locked_angle", "unlocked_angle"]))
    }
}

// MARK: - The rows

extension SettingsWhileRunningTests {
    static let rows: [Row] = rule + bolt + people + house + alerts

    private static func code(_ bench: DoorBench) -> String { bench.outputs?.reason.code ?? "" }
    private static func state(_ bench: DoorBench) -> String { bench.state?.rawValue ?? "" }

    /// What it is after so long with this light.
    private static func stateAfter(
        _ seconds: Int, light: Double? = 0.1
    ) -> @Sendable (inout DoorBench) -> String {
        { bench in
            bench.light = light
            bench.run(for: .seconds(seconds))
            return "\(state(bench)) \(code(bench))"
        }
    }

    private static let night: @Sendable (inout DoorBench) -> Void = { $0.lockByNight() }
    private static let noonOfJune = WallTime(secondsSince1970: 20_624 * 86400 + 43200)

    private static let rule: [Row] = [
        Row(
            key: "light_threshold", before: "68%", after: "40%", observe: stateAfter(7, light: 0.5)),
        Row(
            key: "light_band", before: "3%", after: "40%", more: ["light_threshold": "50%"],
            observe: stateAfter(7, light: 0.4)),
        Row(
            key: "temperature_min", before: nil, after: "10 °C",
            prepare: {
                $0.celsius = 5; $0.settle()
            }, observe: stateAfter(7, light: 0.9)),
        Row(
            key: "temperature_max", before: nil, after: "20 °C",
            prepare: {
                $0.celsius = 25; $0.settle()
            }, observe: stateAfter(7, light: 0.9)),
        Row(
            key: "temperature_hysteresis", before: "2K", after: "8K",
            prepare: {
                $0.celsius = 1; $0.settle()
            },
            observe: { bench in
                bench.celsius = 6
                bench.settle()
                return state(bench)
            }),
        Row(key: "dwell", before: "0s", after: "60s", observe: stateAfter(20)),
        Row(
            key: "minimum_state_time", before: "0s", after: "60s", prepare: night,
            observe: stateAfter(20, light: 0.9)),
        Row(
            key: "grace", note: "of the light", before: "15min", after: "60s", prepare: night,
            observe: stateAfter(80, light: nil)),
        Row(
            key: "grace", note: "of the latch switch", before: "15min", after: "60s",
            prepare: night,
            observe: { bench in
                bench.latch = nil
                bench.run(for: .seconds(62))
                return "\(String(describing: bench.outputs?.bolt))"
            }),
        Row(
            key: "max_sensor_age", before: "300s", after: "10s",
            prepare: {
                $0.sensorAge = .seconds(60); $0.settle()
            },
            observe: stateAfter(7)),
        Row(
            key: "light_contradicts_after", before: "30min", after: "300s",
            more: ["latitude": 52.52, "longitude": 13.405],
            prepare: {
                $0.setClock(noonOfJune); $0.settle()
            }, observe: stateAfter(500)),
        Row(
            key: "temperature_unit", before: "celsius", after: "fahrenheit",
            observe: { $0.step().reason.description }),
    ]

    /// The commands of so many seconds, each once.
    private static func commands(
        _ seconds: Int, light: Double, isStuck: Bool = true
    ) -> @Sendable (inout DoorBench) -> String {
        { bench in
            bench.isStuck = isStuck
            bench.light = light
            var commands: [String] = []
            for _ in 0..<(seconds * 4) {
                let command = bench.step().bolt.map { "\($0)" } ?? "none"
                if commands.last != command { commands.append(command) }
            }
            return commands.joined(separator: ", ")
        }
    }

    /// How often it begins to unlock in so many seconds with a bolt that is stuck out.
    private static func tries(_ seconds: Int) -> @Sendable (inout DoorBench) -> String {
        { bench in
            bench.isStuck = true
            bench.light = 0.9
            var tries = 0
            var last = bench.state
            for _ in 0..<(seconds * 4) {
                bench.step()
                if bench.state == .unlocking, last != .unlocking { tries += 1 }
                last = bench.state
            }
            return "\(tries)"
        }
    }

    /// Locked and unlocked by a person, again and again.
    private static let play: @Sendable (inout DoorBench) -> String = { bench in
        for _ in 0..<10 {
            bench.ask(.lock)
            bench.settle()
            bench.ask(.unlock)
            bench.settle()
        }
        bench.ask(.lock)
        return code(bench)
    }

    private static let bolt: [Row] = [
        Row(key: "confirm_within", before: "3s", after: "10s", observe: commands(6, light: 0.1)),
        Row(key: "retries", before: 2, after: 0, observe: commands(6, light: 0.1)),
        Row(key: "back_off_for", before: "1s", after: "10s", observe: commands(6, light: 0.1)),
        Row(key: "back_off", before: "25%", after: "50%", observe: commands(6, light: 0.1)),
        Row(
            key: "jam_retry_every", before: "60s", after: "10s", prepare: night, observe: tries(60)),
        Row(
            key: "jam_retry_at_most", before: "30min", after: "60s", prepare: night,
            observe: tries(1200)),
        Row(key: "moves_per_hour", before: 60, after: 6, observe: play),
        Row(key: "moves_per_day", before: 100, after: 12, observe: play),
        Row(
            key: "frost_exercise_every", before: "never", after: "60s",
            prepare: {
                $0.hasFlap = true; $0.celsius = 0; $0.ask(.unlock); $0.settle()
            },
            observe: commands(130, light: 0.9, isStuck: false)),
        Row(
            key: "frost_below", before: "1°C", after: "10°C",
            prepare: {
                $0.celsius = 5; $0.lockByNight()
            },
            observe: { $0.step().alerts.map(\.code).joined() }),
        Row(
            key: "accept_blind_lock", before: false, after: true,
            prepare: {
                $0.hasLatch = false; $0.servo = DoorBench.unlocked; $0.settle()
            }, observe: stateAfter(7)),
        Row(
            key: "flap_closed_for", before: "2s", after: "60s",
            prepare: {
                $0.hasFlap = true; $0.settle()
            },
            observe: stateAfter(7)),
        Row(key: "accept_no_flap_switch", before: true, after: false, observe: stateAfter(7)),
        Row(
            key: "tunnel_clear_for", before: "10s", after: "60s",
            prepare: {
                $0.tunnel = .good(Contact(isActive: false), at: $0.now); $0.settle()
            },
            observe: stateAfter(12)),
    ]

    private static let people: [Row] = [
        Row(
            key: "fire_hold", before: "asked", after: "60s",
            observe: { bench in
                bench.fire = .good(Contact(isActive: true), at: bench.now)
                bench.settle()
                bench.fire = .good(Contact(isActive: false), at: bench.now)
                bench.run(for: .seconds(70))
                return code(bench)
            }),
        Row(
            key: "manual_expiry", before: "24h", after: "60s",
            prepare: {
                $0.settle(); $0.ask(.unlock); $0.settle()
            },
            observe: stateAfter(70)),
        Row(
            key: "bolt_bars", before: "both-ways", after: "way-out",
            observe: { $0.ask(.inOnly)?.isAccepted == true ? "lets in" : "refused" }),
        Row(
            key: "max_locked", before: "10h", after: "10min", prepare: night,
            observe: { bench in
                bench.run(for: .seconds(610), every: .seconds(1))
                return code(bench)
            }),
        Row(
            key: "schedule", before: [],
            after: [["from": "11:00", "to": "14:00", "mode": "locked"]],
            prepare: {
                $0.setClock(noonOfJune); $0.settle()
            }, observe: stateAfter(7, light: 0.9)),
        Row(
            key: "latitude", before: 52.52, after: -35, more: ["longitude": 13.405],
            prepare: {
                $0.setClock(noonOfJune); $0.settle()
            },
            observe: { $0.step().reason.outlook?.forecast ?? "" }),
        Row(
            key: "longitude", before: 13.405, after: 100, more: ["latitude": 52.52],
            prepare: {
                $0.setClock(noonOfJune); $0.settle()
            },
            observe: { $0.step().reason.outlook?.forecast ?? "" }),
    ]

    private static let household: [String: JSONValue] = [
        "pets": PetBench.house, "reader_side": "outside",
    ]

    /// The flap is held against the bolt for half a second.
    private static func push(_ bench: inout DoorBench) {
        let changes = bench.flapContact?.changes ?? 0
        for (number, isShut) in [(1, false), (2, true)] as [(UInt64, Bool)] {
            bench.flapContact = Contact(
                isActive: isShut, changes: changes + number, changedAt: bench.now)
            bench.run(for: .milliseconds(500))
        }
        bench.run(for: .seconds(2))
    }

    private static let shutFlap: @Sendable (inout DoorBench) -> Void = { bench in
        bench.hasFlap = true
        bench.flapContact = Contact(isActive: true, changes: 0, changedAt: bench.now)
        bench.run(for: .seconds(10))
        bench.lockByNight()
        bench.settle()
    }

    /// A reader that is there and sees nothing.
    private static let quietReader: @Sendable (inout DoorBench) -> Void = { bench in
        bench.hasFlap = true
        bench.flapContact = Contact(isActive: true, changes: 0, changedAt: bench.now)
        bench.tag = .good(TagPresence(tag: nil, reads: 0, since: bench.now), at: bench.now)
        bench.settle()
    }

    private static let house: [Row] = [
        Row(
            key: "unlock_after_knocks", before: nil, after: 1, prepare: shutFlap,
            observe: { bench in
                push(&bench)
                return code(bench)
            }),
        Row(
            key: "knock_unlock_for", before: "10min", after: "60s",
            more: ["unlock_after_knocks": 1],
            prepare: shutFlap,
            observe: { bench in
                push(&bench)
                bench.run(for: .seconds(70))
                return code(bench)
            }),
        Row(
            key: "pets", before: [:], after: PetBench.house, prepare: quietReader,
            observe: stateAfter(20)),
        Row(
            key: "reader_side", before: "outside", after: "inside", more: ["pets": PetBench.house],
            prepare: quietReader,
            observe: { bench in
                bench.tag = .good(TagPresence(tag: .mia, reads: 2, since: bench.now), at: bench.now)
                bench.run(for: .milliseconds(750))
                bench.flapContact = Contact(isActive: false, changes: 1, changedAt: bench.now)
                bench.run(for: .milliseconds(500))
                bench.tag = .good(TagPresence(tag: nil, reads: 0, since: bench.now), at: bench.now)
                bench.run(for: .milliseconds(500))
                bench.flapContact = Contact(isActive: true, changes: 2, changedAt: bench.now)
                bench.run(for: .seconds(4))
                return bench.outputs?.pets?.description ?? ""
            }),
        Row(
            key: "wait_for_pets", before: "until-home", after: "60s", more: household,
            prepare: quietReader,
            observe: stateAfter(80)),
        Row(
            key: "pet_overdue_after", before: "4h", after: "60s", more: household,
            prepare: quietReader,
            observe: stateAfter(80)),
        Row(
            key: "reader_trusted_for", before: "12h", after: "1h", more: byTag,
            prepare: petsOnly,
            observe: { bench in
                watch(&bench, for: .seconds(3700))
                return code(bench)
            }),
        Row(
            key: "passage_time", before: "15s", after: "60s", more: byTag,
            prepare: petsOnly,
            observe: { bench in
                watch(&bench, for: .seconds(2), .mia)
                watch(&bench, for: .seconds(30))
                return code(bench)
            }),
    ]

    private static let byTag = household.merging(["bolt_bars": "way-in"]) { $1 }

    /// The reader sees that for so long.
    private static func watch(_ bench: inout DoorBench, for time: Duration, _ tag: TagID? = nil) {
        let (since, end) = (bench.now, bench.now + time)
        while bench.now < end {
            bench.tag = .good(TagPresence(tag: tag, reads: 2, since: since), at: bench.now)
            bench.step(after: .milliseconds(500))
        }
    }

    /// It opens for Mia, whose tag it knows, and is locked.
    private static let petsOnly: @Sendable (inout DoorBench) -> Void = { bench in
        quietReader(&bench)
        watch(&bench, for: .seconds(60))
        watch(&bench, for: .seconds(2), .mia)
        bench.ask(.petsOnly)
        watch(&bench, for: .seconds(60))
    }

    private static let alerts: [Row] = [
        Row(
            key: "alert_hold_off", before: "10min", after: "0s",
            observe: { bench in
                bench.latch = nil
                bench.run(for: .seconds(70))
                bench.latch = false
                bench.run(for: .seconds(70))
                return bench.outputs?.alerts.map(\.code).joined() ?? ""
            }),
        Row(
            key: "alert_interval", before: "24h", after: "0s", more: ["alert_hold_off": "0s"],
            observe: { bench in
                var news = 0
                for latch in [nil, false, nil, false] as [Bool?] {
                    bench.latch = latch
                    for _ in 0..<280 { news += bench.step().news.count }
                }
                return "\(news)"
            }),
    ]
}

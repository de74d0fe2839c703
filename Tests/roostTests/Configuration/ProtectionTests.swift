import DroneNavigation
import JSON
import PetDoor
import Policies
import Settings
import TestSupport
import Testing
import Values

@testable import Core
@testable import roost

/// The service never loosens protection by itself, whatever a person has changed: no setting of any policy or driver.
@Suite struct ProtectionTests {
    private static let policies = ConfigurationFile.registry.policies.map { $0.name }

    @Test("each setting of each policy says which way it protects", arguments: policies)
    func declared(_ policy: String) throws {
        let kind = try #require(ConfigurationFile.registry.policies.first { $0.name == policy })
        #expect(!kind.settings.isEmpty)
        for setting in kind.settings {
            #expect(setting.protection != nil, "\(policy): \(setting.key)")
        }
    }

    /// A setting of a shipped configuration, with values that it can have; `nil` leaves it out.
    private struct Case: CustomTestStringConvertible, Sendable {
        let file: String
        let plugin: String
        let isDriver: Bool
        let key: String
        let values: [JSONValue?]

        var testDescription: String { "\(plugin).\(key)" }
    }

    /// Values of settings that are no number and no word of a list.
    private static let others: [String: [JSONValue?]] = [
        "targets": [
            nil, [["latitude": 52.5, "longitude": 13.4]], [["latitude": 52.6, "longitude": 13.4]],
        ],
        "mission": [nil, .object(file("a")), .object(file("b"))],
        "schedule": [
            nil, [["from": "22:00", "to": "06:00", "mode": "locked"]],
            [["from": "21:00", "to": "06:00", "mode": "locked"]],
        ],
        "pets": [nil, ["Mia": ["276095610728684"]], ["Tom": ["0006547886"]]],
        // A flight up to 5 m needs as much of its driver, which takes 5 m at most, or no limit.
        "altitude_max": ["5m", "100m"], "drone_watchdog": [nil, "3s", "10s"],
        "fire_hold": [nil, "asked", "1h", "2h"], "wait_for_pets": [nil, "until-home", "1h", "2h"],
        "light_contradicts_after": [nil, "never", "1h", "2h"],
    ]

    private static func file(_ name: String) -> [String: JSONValue] {
        let track = """
            <gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1">
            <rte><rtept lat="52.5" lon="\(name == "a" ? 13.4 : 13.401)"/></rte></gpx>
            """
        return ["file": .string("\(name).gpx"), "text": .string(track)]
    }

    private static let cases: [Case] = [
        "config/drone.json", "config/pet-door-reader.json",
    ].flatMap { file -> [Case] in
        guard let configuration = try? ConfigurationFile.load("\(projectDirectory)/\(file)") else {
            return []
        }
        return configuration.policies.flatMap { cases(of: $0, isDriver: false, in: file) }
            + configuration.drivers.flatMap { cases(of: $0, isDriver: true, in: file) }
    }

    private static func cases(
        of entry: some ProtectedSettings, isDriver: Bool, in file: String
    ) -> [Case] {
        entry.protections.map { key, _ in
            let alternatives = entry.declared.first { $0.key == key }?.alternatives
            let values: [JSONValue?] =
                others[key]
                ?? {
                    switch alternatives {
                    case .choices(let values)?: [nil] + values()
                    case .numbers(let numbers)?:
                        [nil]
                            + [0.02, 0.05, 0.2, 0.3].map { share in
                                let (low, high) = (
                                    numbers.range.lowerBound, numbers.range.upperBound
                                )
                                return numbers.write(
                                    ((low + (high - low) * share) * numbers.perUnit).rounded()
                                        / numbers.perUnit)
                            }
                    case nil: []
                    }
                }()
            return Case(
                file: file, plugin: entry.name, isDriver: isDriver, key: key, values: values)
        }
    }

    private static func configuration(
        _ one: Case, _ value: JSONValue?
    ) throws -> Configuration? {
        var kept = KeptSettings()
        guard !one.isDriver else {
            kept.drivers[one.plugin] = [one.key: value ?? .null]
            return try? base(one.file).keeping(kept)
        }
        kept.policies[one.plugin] = [one.key: value ?? .null]
        // A mission of a file stands in the place of these.
        if one.key == "mission" {
            kept.policies[one.plugin]?["targets"] = .null
            kept.policies[one.plugin]?["at_end"] = .null
        }
        return try? base(one.file).keeping(kept)
    }

    /// A shipped configuration, with a clock for the schedule.
    private static func base(_ file: String) throws -> Configuration {
        let text = String(decoding: try projectFile(file), as: UTF8.self)
            .replacing(
                "\"drivers\": {", with: "\"drivers\": { \"time\": { \"driver\": \"system-clock\" },"
            )
            .replacing("\"latch\": \"latch\",", with: "\"latch\": \"latch\", \"clock\": \"time\",")
        return try ConfigurationFile.read(
            ConfigurationText(name: file, Array(text.utf8)), files: ConfigurationReader.noFiles)
    }

    private static func entry(
        of one: Case, in configuration: Configuration
    ) -> (any ProtectedSettings)? {
        one.isDriver
            ? configuration.drivers.first { $0.name == one.plugin }
            : configuration.policies.first { $0.name == one.plugin }
    }

    private static func value(_ one: Case, in configuration: Configuration) -> JSONValue? {
        entry(of: one, in: configuration)?.normalForm[one.key]
    }

    @Test(
        "no take-back and no restart lets a setting allow more than it did, and each that may goes back",
        arguments: cases)
    private func neverLooser(_ one: Case) throws {
        let all = try one.values.map { try Self.configuration(one, $0) }.compactMap(\.self)
        // The default, one of few and one of many: each pair costs some milliseconds.
        let entries = all.count > 3 ? [all[0], all[1], all[all.count - 1]] : all
        // One that could be nothing else is no test of it.
        #expect(entries.count >= 2, "\(one.key): \(entries.count) of \(one.values)")
        let entry = try #require(entries.first.flatMap { Self.entry(of: one, in: $0) })
        let protection = try #require(entry.protections.first { $0.key == one.key }?.protection)
        var looser = 0
        for before in entries {
            for now in entries where Self.value(one, in: now) != Self.value(one, in: before) {
                let (old, new) = (Self.value(one, in: before), Self.value(one, in: now))
                let change = "\(one.key): \(String(describing: old)) -> \(String(describing: new))"
                let wanted = protection.allows(old, after: new) ? old : new
                if wanted != old { looser += 1 }
                let back = try #require(before.keepingProtection(of: now))
                #expect(Self.value(one, in: back) == wanted, "\(change)")
                let record = ProtectionRecord(running: now, file: before, undone: nil)
                let started = record.starting(with: before) { _ in true }
                #expect(started.conflict == nil)
                #expect(
                    Self.value(one, in: started.configuration) == wanted,
                    "\(change)")
                #expect(started.kept.isEmpty == (wanted == old))
                // A person who has changed the file since has decided, unless a flight is under way.
                let edited = ProtectionRecord(running: now, file: now, undone: nil)
                #expect(
                    Self.value(
                        one, in: edited.starting(with: before) { _ in true }.configuration)
                        == old)
                #expect(
                    Self.value(
                        one, in: edited.starting(with: before) { _ in false }.configuration)
                        == wanted)
            }
        }
        #expect(looser > 0, "\(one.key): no value of it allows more than another")
    }

    @Test("the page has the way in which each setting protects") func page() throws {
        let tables = ConfigurationFile.registry.policies.compactMap { kind -> String? in
            var groups: [(words: String, keys: [String])] = []
            for setting in kind.settings {
                guard let protection = setting.protection, protection.isKept else { continue }
                let index = groups.firstIndex { $0.words == protection.words }
                if let index {
                    groups[index].keys.append(setting.key)
                } else {
                    groups.append((protection.words, [setting.key]))
                }
            }
            // Its absence says that it protects nothing.
            guard !groups.isEmpty else { return nil }
            let rows = groups.map {
                "| \($0.words) | \($0.keys.map { "`\($0)`" }.joined(separator: ", ")) |"
            }
            return (["| `\(kind.name)` | settings |", "|---|---|"] + rows).joined(separator: "\n")
        }
        let page = String(decoding: try projectFile("docs/safety.md"), as: UTF8.self)
        for table in tables { #expect(page.contains(table), "the table should be:\n\(table)") }
    }

    @Test("a change that allows more is named with both values") func named() throws {
        let one = try #require(Self.cases.first { $0.key == "fence_radius" })
        let narrow = try #require(try Self.configuration(one, "12m"))
        let wide = try #require(try Self.configuration(one, "300m"))
        let step = try #require(ChangePlan(from: narrow, to: wide).steps.first)
        #expect(step.looser == ["fence_radius 12m -> 300m"])
        #expect(
            ChangePlan(from: narrow, to: wide).lines.contains(
                "pilot: ALLOWS MORE: fence_radius 12m -> 300m"))
        #expect(ChangePlan(from: wide, to: narrow).looser == [])
        let climb = try #require(Self.cases.first { $0.key == "altitude_max" })
        let low = try #require(try Self.configuration(climb, "5m"))
        let high = try #require(try Self.configuration(climb, "100m"))
        #expect(ChangePlan(from: low, to: high).looser == ["drone: altitude_max 5m -> 100m"])
        #expect(high.looser(than: low) == ["drone: altitude_max 5m -> 100m"])
        // The default is what it is, written or not.
        let usual = try #require(try Self.configuration(one, nil))
        #expect(ChangePlan(from: narrow, to: usual).looser == ["pilot: fence_radius 12m -> 30m"])
    }

    private func reading(rules: [JSONValue]) throws -> Configuration {
        try ConfigurationFile.read([
            "drivers": ["fan": ["driver": "gpio-output", "line": "sysfs:17"]],
            "policies": ["air": ["policy": "rules", "rules": .array(rules)]],
        ])
    }

    @Test(
        "a plan names the rule and the key that changed, and nothing of rules stays after a restart"
    )
    func rule() throws {
        func rule(_ name: String, _ priority: Double, for time: JSONValue) -> JSONValue {
            [
                "name": .string(name), "every": "2h", "for": time, "set": ["fan": "on"],
                "priority": .number(priority),
            ]
        }
        let morning = rule("morning", 1, for: "10min")
        let (noon, longer) = (rule("noon", 2, for: "5min"), rule("noon", 2, for: "6min"))
        let old = try reading(rules: [morning, noon])
        let lines = { ChangePlan(from: old, to: $0).steps.flatMap(\.changes) }
        let changed = try reading(rules: [morning, longer])
        #expect(lines(changed) == ["rules.noon.for: 5min -> 6min"])
        #expect(ChangePlan(from: old, to: changed).looser == [])
        #expect(lines(try reading(rules: [noon, morning])) == ["rules: order changed"])
        #expect(lines(try reading(rules: [morning])) == ["rules.noon: (left out)"])
        #expect(changed.settingsThatStay(in: old) == [])
        let record = ProtectionRecord(running: old, file: changed, undone: nil)
        let started = record.starting(with: changed) { _ in true }
        #expect(started.kept == [])
    }

    @Test("a policy under another name is the same where it commands the same") func renamed()
        throws
    {
        let narrow = try reading("pilot", "12m")
        let wide = try reading("flyer", "300m")
        #expect(
            ChangePlan(from: narrow, to: wide).looser == ["flyer: fence_radius 12m -> 300m"])
        let back = try #require(wide.keepingProtection(of: narrow))
        #expect(back.policies.first?.settingsAsWritten["fence_radius"] == "12m")
        let record = ProtectionRecord(running: narrow, file: wide, undone: nil)
        let started = record.starting(with: wide) { _ in true }
        #expect(started.configuration.policies.first?.settingsAsWritten["fence_radius"] == "12m")
    }

    private func reading(_ name: String, _ radius: String) throws -> Configuration {
        let drone: JSONValue = ["driver": "ardrone", "address": "127.0.0.1", "altitude_max": "5m"]
        let pilot: JSONValue = [
            "policy": "drone-navigation", "fence_radius": .string(radius),
            "inputs": ["flight": "drone", "heading": "drone", "position": "drone"],
            "outputs": ["pilot": "drone"], "receiver_rides_on_aircraft": true,
        ]
        return try ConfigurationFile.read([
            "drivers": ["drone": drone], "policies": .object([name: pilot]),
        ])
    }
}

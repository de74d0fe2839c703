import Control
import Core
import DroneNavigation
import JSON
import PetDoor
import Settings
import TestSupport
import Testing
import Values

@testable import MQTTBridge

@Suite struct DeviceDiscoveryTests {

    private static func components(
        _ drivers: [JSONValue], _ policies: [JSONValue] = [], _ settings: JSONValue = [:]
    ) throws -> [String: JSONValue] {
        let settings: BridgeSettings = try SettingsReader.read(from: settings, at: SettingPath(""))
        let report = try StatusJSON.status(drivers, policies).decode(as: StatusReport.self)
        return DeviceDiscovery(settings).components(report, try catalogue())
    }

    private static func catalogue() throws -> RequestCatalogue {
        guard case .object(var listing) = JSONValue.doorAndPilot else {
            throw PlainError("no listing")
        }
        let presentations = [
            "door": PetDoor.presentation, "pilot": DroneNavigation.presentation,
        ]
        listing["presentations"] = JSONValue(encoding: presentations, keys: .snakeCase)
        return try #require(RequestCatalogue(.object(listing)))
    }

    private static let pilot = StatusJSON.policy("pilot", "drone-navigation")
    private static let door = StatusJSON.policy(
        "door", "pet-door",
        details: [
            "modes": ["auto", "locked", "open"],
            "pets": [["name": "Mia", "where": "inside"], ["name": "{{x}}", "where": "inside"]],
        ])

    @Test("each thing has a name of its own, a platform, and something to be absent by")
    func complete() throws {
        let components = try Self.components(
            [
                StatusJSON.driver(
                    "outside", ["temperature": StatusJSON.source("temperature", .null)]),
                StatusJSON.driver("flap", ["contact": StatusJSON.source("contact", .null)]),
                StatusJSON.driver("drone", ["flight": StatusJSON.source("flight-state", .null)]),
            ], [Self.pilot, Self.door])
        #expect(components.count == 29)
        for (id, component) in components {
            #expect(component["uniq_id"] == .string("roost_roost_\(id)"))
            #expect(component["p"] != nil && component["name"] != nil, "\(id)")
            #expect(component["avty"] != nil && component["avty_mode"] == "all", "\(id)")
        }
    }

    @Test("a contact that a door reads has its class, and ON is open, unlocked or there")
    func contacts() throws {
        let source = StatusJSON.source("contact", ["is_active": true])
        let names = ["bolt", "flap", "swing", "tunnel", "smoke", "spare"]
        let drivers = names.map { StatusJSON.driver($0, ["contact": source]) }
        guard case .object(var door) = Self.door else { return }
        door["inputs"] = [
            "latch": "bolt.contact", "flap": "flap.contact", "flap_inward": "swing.contact",
            "tunnel": "tunnel.contact", "fire": "smoke.contact", "light": "spare.contact",
        ]
        let components = try Self.components(drivers, [.object(door)])
        for (name, classOf, active) in [
            ("bolt", "lock", "OFF"), ("flap", "door", "OFF"), ("swing", "door", "ON"),
            ("tunnel", "motion", "ON"), ("smoke", "smoke", "ON"),
        ] {
            let component = components["\(name)_contact"]
            #expect(component?["dev_cla"] == .string(classOf), "\(name)")
            guard case .string(let template)? = component?["val_tpl"] else {
                Issue.record("\(name)")
                continue
            }
            #expect(template.hasPrefix("{{ '\(active)' if value_json.value.is_active"), "\(name)")
        }
        #expect(components["spare_contact"]?["dev_cla"] == nil)
    }

    private static let outputs: JSONValue = {
        let level: JSONValue = ["kind": "level", "shown_as": "fan", "longest_seconds": 300]
        guard case .object(var fan) = StatusJSON.driver("fan", [:]) else { return .null }
        fan["outputs"] = ["level": level]
        return .object(fan)
    }()

    private static func outputs(_ kind: String, as form: String) throws -> JSONValue {
        let output: JSONValue = [
            "kind": .string(kind), "shown_as": .string(form), "least": 0, "greatest": 90,
        ]
        guard case .object(var driver) = StatusJSON.driver("x", [:]) else { return .null }
        driver["outputs"] = ["y": output]
        let components = try components([.object(driver)], [], ["allow": ["x.y"]])
        return try #require(components["x_y"])
    }

    @Test("an output is shown where the file names it, and nowhere else") func allowedOutput()
        throws
    {
        for allow: JSONValue in [[], ["level"], ["fan"], ["other.level"]] {
            #expect(try Self.components([Self.outputs], [], ["allow": allow])["fan_level"] == nil)
        }
        #expect(try Self.components([Self.outputs])["fan_level"] == nil)
        let fan = try #require(
            try Self.components([Self.outputs], [], ["allow": ["fan.level"]])["fan_level"])
        #expect(fan["p"] == "fan" && fan["name"] == "fan")
        #expect(fan["cmd_t"] == "roost/roost/output/fan.level/set")
        #expect(fan["stat_t"] == "roost/roost/output/fan.level")
        #expect(fan["pl_on"] == "on" && fan["pl_off"] == "off")
        #expect(
            fan["pct_cmd_tpl"] == #"{"arguments":{"level":"{{ value }}%"},"name":"level"}"#)
        #expect(
            fan["avty"]?.line.contains(#""t":"roost/roost/driver/fan""#) == true,
            "away while its driver is")
    }

    /// Those without which Home Assistant takes no such component, and those of a number (its mqtt integration's schemas).
    @Test(
        "each form has the keys that Home Assistant wants for it",
        arguments: [
            ("switch-command", "switch", ["cmd_t", "stat_t", "val_tpl", "pl_on", "pl_off"]),
            ("switch-command", "light", ["cmd_t", "stat_t", "stat_val_tpl", "pl_on", "pl_off"]),
            ("switch-command", "fan", ["cmd_t", "stat_t", "stat_val_tpl", "pl_on", "pl_off"]),
            ("switch-command", "valve", ["cmd_t", "stat_t", "val_tpl", "pl_open", "pl_cls"]),
            (
                "level", "light",
                ["cmd_t", "bri_cmd_t", "bri_cmd_tpl", "bri_stat_t", "bri_val_tpl", "bri_scl"]
            ),
            ("level", "fan", ["cmd_t", "pct_cmd_t", "pct_cmd_tpl", "pct_stat_t", "pct_val_tpl"]),
            ("level", "number", ["cmd_t", "cmd_tpl", "stat_t", "val_tpl", "min", "max", "step"]),
            ("level", "valve", ["cmd_t", "cmd_tpl", "stat_t", "val_tpl", "reports_position"]),
            ("servo-command", "number", ["cmd_t", "cmd_tpl", "stat_t", "val_tpl", "min", "max"]),
            (
                "servo-command", "cover",
                [
                    "cmd_t", "pl_open", "pl_cls", "pl_stop", "set_pos_t", "set_pos_tpl", "pos_t",
                    "pos_tpl",
                ]
            ),
            ("servo-command", "valve", ["cmd_t", "cmd_tpl", "pos_clsd", "pos_open"]),
        ])
    func forms(kind: String, form: String, keys: [String]) throws {
        let component = try Self.outputs(kind, as: form)
        #expect(component["p"] == .string(form))
        for key in keys { #expect(component[key] != nil, "\(kind) as \(form): \(key)") }
        // A valve with a position takes no words (home-assistant.io/integrations/valve.mqtt).
        if component["reports_position"] == true {
            for key in ["pl_open", "pl_cls", "stat_open", "stat_clsd"] {
                #expect(component[key] == nil)
            }
        }
    }

    @Test("a value is available while it is good, whatever its driver says")
    func quality() throws {
        let source = StatusJSON.source("temperature", ["celsius": 4], quality: "stale")
        let component = try #require(
            try Self.components([StatusJSON.driver("outside", ["temperature": source])])[
                "outside_temperature"])
        #expect(
            component["avty"] == [
                ["t": "roost/roost/availability"],
                [
                    "t": "roost/roost/driver/outside/temperature",
                    "val_tpl": "{{ 'online' if value_json.quality == 'good' else 'offline' }}",
                ],
            ])
    }

    @Test(
        "a measurement has the unit and the class of its quantity",
        arguments: [
            ("voltage", "V", "voltage"), ("humidity", "%", "humidity"),
            ("light", "lx", "illuminance"), ("rotation", "rpm", nil), ("count", nil, nil),
        ] as [(String, String?, String?)])
    func measurement(quantity: String, unit: String?, deviceClass: String?) throws {
        let source = StatusJSON.source(
            "measurement", ["quantity": .string(quantity), "value": 1, "unit": "?"])
        let component = try #require(
            try Self.components([StatusJSON.driver("meter", ["value": source])])["meter_value"])
        #expect(component["unit_of_meas"] == unit.map { .string($0) })
        #expect(component["dev_cla"] == deviceClass.map { .string($0) })
    }

    @Test("nothing takes off from there unless the file says so; to land is offered")
    func takeOff() throws {
        #expect(try Self.components([], [Self.pilot]).keys.contains("pilot_land"))
        #expect(try !Self.components([], [Self.pilot]).keys.contains("pilot_takeoff"))
        let allowed = try Self.components([], [Self.pilot], ["allow": ["takeoff"]])
        #expect(allowed.keys.contains("pilot_takeoff") && !allowed.keys.contains("pilot_land"))
    }

    @Test("where nothing may be asked for, there is nothing to press")
    func watchers() throws {
        let components = try Self.components([], [Self.pilot, Self.door], ["allow": []])
        #expect(components.values.allSatisfy { $0["cmd_t"] == nil })
        #expect(components["door_lock"] == nil && components["door_reason"] != nil)
    }

    @Test(
        "the modes are those that the bolt can do; a pet whose name is a program there is left out")
    func door() throws {
        let components = try Self.components([], [Self.door])
        #expect(components["door_mode"]?["ops"] == ["auto", "locked", "open"])
        #expect(
            components["door_pet_0"]?["cmd_tpl"]
                == #"{"arguments":{"pet":"Mia","where":"{{ value }}"},"name":"presence"}"#)
        #expect(components["door_pet_1"] == nil)
    }

    @Test(
        "a policy that presents nothing has a button for each request that needs no more than its name"
    )
    func buttons() throws {
        let components = try Self.components([], [StatusJSON.policy("vent", "greenhouse-vent")])
        #expect(components.keys.filter { $0.hasPrefix("vent") }.count == 3)
        let report = try StatusJSON.status([], [StatusJSON.policy("vent", "greenhouse-vent")])
            .decode(as: StatusReport.self)
        let answer: JSONValue = [
            "plugins": [
                [
                    "name": "vent",
                    "requests": [
                        ["name": "air", "effect": "ordinary", "arguments": [["required": false]]],
                        ["name": "set", "effect": "ordinary", "arguments": [["required": true]]],
                        ["name": "purge", "effect": "hazardous", "arguments": []],
                    ],
                ]
            ]
        ]
        let settings: BridgeSettings = try SettingsReader.read(from: [:], at: SettingPath(""))
        let buttons = DeviceDiscovery(settings).components(
            report, try #require(RequestCatalogue(answer))
        ).filter { $1["p"] == "button" }
        #expect(buttons.keys.sorted() == ["vent_request_air"])
        #expect(buttons["vent_request_air"]?["cmd_t"] == "roost/roost/policy/vent/set")
    }

    @Test("what passed today is three numbers of a door, one of them with the way unknown")
    func passages() throws {
        let components = try Self.components([], [Self.door])
        for (way, name) in [
            ("in", "door came in today"), ("out", "door went out today"),
            ("unknown", "door passed today, way unknown"),
        ] {
            let sensor = components["door_\(way)"]
            #expect(sensor?["p"] == "sensor" && sensor?["name"] == .string(name))
            #expect(
                sensor?["val_tpl"] == .string("{{ value_json.details.today.\(way) }}"), "\(way)")
            #expect(sensor?["stat_cla"] == "total_increasing")
        }
    }

    @Test("\"night below\" shows and sets the lower end of the band, not its middle")
    func nightBelow() throws {
        let number = try Self.components([], [Self.door])["door_light_threshold"]
        #expect(number?["name"] == "door night below" && number?["unit_of_meas"] == "%")
        #expect(
            number?["val_tpl"]
                == "{{ value_json.details.thresholds.night_below_percent | round(1) }}")
        guard case .string(let command)? = number?["cmd_tpl"] else {
            Issue.record("it cannot be set: \(number ?? .null)")
            return
        }
        #expect(
            command.contains("night_below") && !command.contains("light_threshold"), "\(command)")
    }
}

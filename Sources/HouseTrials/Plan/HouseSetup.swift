import Core
import Devices
import Drivers
import Policies

/// What guards a door: a configuration as any other, read and checked by the same reader.
package struct HouseSetup: Sendable {
    /// Whose rule it is.
    package enum Law: String, CaseIterable, Sendable {
        /// The policy of the configuration.
        case roost
        /// The rule of the locker before it, on the same drivers.
        case plain
    }

    package let law: Law
    let drivers: [DriverEntry]
    let door: PolicyEntry
    let settings: PetDoor.Settings
    let photoresistor: Photoresistor.Settings
    let servo: Servo.Settings

    /// - Throws: what keeps the configuration from being tried: it must have one `pet-door`, with light
    ///   from a photoresistor and a bolt on a servo.
    package init(
        _ law: Law, _ configuration: Configuration, registry: PluginRegistry
    ) throws(ConfigurationErrors) {
        let doors = configuration.policies.filter { $0.kind.name == "pet-door" }
        guard let door = doors.first, doors.count == 1 else {
            throw SettingPath("policies").problem("must have one pet-door, has \(doors.count)")
        }
        self.law = law
        if law == .plain {
            let plain = try Self.plain(door, configuration, registry)
            (self.door, drivers) = (plain.door, plain.drivers)
        } else {
            (self.door, drivers) = (door, configuration.drivers)
        }
        let path = SettingPath("policies.\(door.name)")
        guard let settings = door.settings(as: PetDoor.Settings.self),
            let light: Photoresistor.Settings = Self.driver("light", of: door, configuration),
            let servo: Servo.Settings = Self.driver("bolt", of: door, configuration)
        else {
            throw path.problem("its light must be a photoresistor and its bolt a servo here")
        }
        (self.settings, photoresistor, self.servo) = (settings, light, servo)
    }

    private static func driver<Settings: PluginSettings>(
        _ port: String, of door: PolicyEntry, _ configuration: Configuration
    ) -> Settings? {
        let name = door.bindings[port]?.driver
        return configuration.drivers.first { $0.name == name }?.settings(as: Settings.self)
    }

    /// The same drivers with the other rule between them.
    private static func plain(
        _ door: PolicyEntry, _ configuration: Configuration, _ registry: PluginRegistry
    ) throws(ConfigurationErrors) -> (door: PolicyEntry, drivers: [DriverEntry]) {
        var drivers: [String: JSONValue] = [:]
        for driver in configuration.drivers {
            var members = driver.settingsAsWritten
            members["driver"] = .string(driver.kind.name)
            drivers[driver.name] = .object(members)
        }
        func address(_ port: String) -> JSONValue? {
            door.bindings[port].map { .string("\($0)") }
        }
        var policy: [String: JSONValue] = [
            "policy": .string(PlainRule.name), "every": "1s",
            "inputs": .object(
                ["light": address("light"), "temperature": address("temperature")].compactMapValues
                {
                    $0
                }),
            "outputs": .object(["bolt": address("bolt")].compactMapValues { $0 }),
        ]
        for key in ["locked_angle", "unlocked_angle"] { policy[key] = door.settingsAsWritten[key] }
        let json: JSONValue = [
            "drivers": .object(drivers), "policies": .object([door.name: .object(policy)]),
        ]
        let both = PluginRegistry(
            drivers: registry.drivers, policies: registry.policies + [PlainRule.self])
        let read = try ConfigurationReader.read(Array(json.line.utf8), registry: both)
        guard let plain = read.policies.first else {
            throw SettingPath("policies").problem("the plain rule is missing")
        }
        return (plain, read.drivers)
    }
}

extension HouseSetup {
    /// As the shipped `config/pet-door.json` has it.
    package static let usual: JSONValue = [
        "name": "pet-door",
        "drivers": [
            "outside": ["driver": "ds18b20", "every": "10s", "resolution": 9],
            "twilight": ["driver": "photoresistor", "device": "mcp3008", "channel": 0],
            "bolt": [
                "driver": "servo", "channel": 0, "release_after": "700ms",
                "on_lease_end": "safe_angle", "safe_angle": "65deg",
            ],
            "latch": [
                "driver": "gpio-input", "line": "GPIO17", "bias": "pull-up", "active_low": true,
            ],
            "flap": [
                "driver": "gpio-input", "line": "GPIO22", "bias": "pull-up", "active_low": true,
            ],
        ],
        "policies": [
            "door": [
                "policy": "pet-door", "every": "250ms",
                "inputs": [
                    "light": "twilight", "temperature": "outside", "latch": "latch",
                    "flap": "flap",
                ],
                "outputs": ["bolt": "bolt"], "light_threshold": "68.4%", "light_band": "10.4%",
                "max_locked": "10h", "locked_angle": "180deg", "unlocked_angle": "65deg",
            ]
        ],
    ]
}

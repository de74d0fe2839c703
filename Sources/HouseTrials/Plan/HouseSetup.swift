import Core
import Drivers
import JSON
import PetDoor
import Settings
import Simulators
import Values

/// What guards a door: a configuration as any other, read and checked by the same reader.
package struct HouseSetup: Sendable {
    /// Whose rule it is.
    package enum Law: String, CaseIterable, Sendable {
        /// The policy of the configuration.
        case roost
        /// The same policy without its pets: a door that does not know who is home.
        case unaware
        /// The rule of the locker before it, on the same drivers.
        case plain
    }

    package let law: Law
    let drivers: [DriverEntry]
    let door: PolicyEntry
    let settings: PetDoor.Settings
    let photoresistor: Photoresistor.Settings
    let servo: Servo.Settings
    /// Where the house stands: where the door says that it is.
    package let site: HouseSite

    /// What there is in the house at the inputs of a door. In no year is there a fire or a person at a button.
    private static let modelled: Set<String> = [
        "light", "temperature", "latch", "flap", "bolt_state", "clock", "tag", "flap_inward",
        "flap_outward", "fire", "button",
    ]

    /// `calendar`: the clocks of the house; `nil` for as much of them as its place tells.
    ///
    /// - Throws: what keeps the configuration from being tried: it must have one `pet-door`, with light
    ///   from a photoresistor and a bolt on a servo, and nothing that the house has not.
    package init(
        _ law: Law, _ configuration: Configuration, calendar: SimulatedCalendar? = nil,
        registry: PluginRegistry
    ) throws(ConfigurationErrors) {
        let doors = configuration.policies.filter { $0.kind.name == PetDoor.name }
        guard let door = doors.first, doors.count == 1 else {
            throw SettingPath("policies").error("must have one \(PetDoor.name), has \(doors.count)")
        }
        self.law = law
        let other: (door: PolicyEntry, drivers: [DriverEntry])? =
            switch law {
            case .roost: nil
            case .unaware: try Self.unaware(door, configuration, registry)
            case .plain: try Self.plain(door, configuration, registry)
            }
        (self.door, drivers) = (other?.door ?? door, other?.drivers ?? configuration.drivers)
        let path = SettingPath("policies").key(door.name)
        guard let settings = door.settings(as: PetDoor.Settings.self),
            let light: Photoresistor.Settings = Self.driver("light", of: door, configuration),
            let servo: Servo.Settings = Self.driver("bolt", of: door, configuration)
        else {
            throw path.error("its light must be a photoresistor and its bolt a servo here")
        }
        (self.settings, photoresistor, self.servo) = (settings, light, servo)
        site = HouseSite(at: settings.place ?? HouseSite.berlin.place, calendar: calendar)
        for port in self.door.bindings.keys.sorted()
        where !Self.modelled.contains(port)
            && ![
                "bolt", "lamp", "buzzer",
            ].contains(port)
        {
            throw path.key("inputs").key(port).error(
                "the simulated house has nothing at this input; try the door without it")
        }
        if site.air == nil, let key = settings.temperatureLimit {
            throw path.key(key).error(
                "nobody knows the temperatures at \(site.description); try the door without limits "
                    + "of temperature")
        }
    }

    var bars: HouseWorld.BarredWays {
        switch settings.barred {
        case .bothWays: .both
        case .wayOut: .wayOut
        case .wayIn: .wayIn
        }
    }

    private static func driver<Settings: PluginSettings>(
        _ port: String, of door: PolicyEntry, _ configuration: Configuration
    ) -> Settings? {
        let name = door.bindings[port]?.driver
        return configuration.drivers.first { $0.name == name }?.settings(as: Settings.self)
    }

    /// The ports of the policy as they are written, but for the reader's.
    private static func ports(_ door: PolicyEntry, _ names: [String]? = nil) -> [String: JSONValue]
    {
        let tags = ["tag", "flap_inward", "flap_outward"]
        func written(_ isWanted: (String) -> Bool) -> JSONValue {
            .object(door.bindings.filter { isWanted($0.key) }.mapValues { .string("\($0)") })
        }
        return [
            "inputs": written { port in
                names?.contains(port) ?? (port != "bolt" && !tags.contains(port))
            },
            "outputs": written { $0 == "bolt" },
        ]
    }

    /// The same door without pets.
    private static func unaware(
        _ door: PolicyEntry, _ configuration: Configuration, _ registry: PluginRegistry
    ) throws(ConfigurationErrors) -> (door: PolicyEntry, drivers: [DriverEntry]) {
        var policy = door.settingsAsWritten.merging(ports(door)) { $1 }
        for key in ["pets", "reader_side", "wait_for_pets", "pet_overdue_after"] {
            policy[key] = nil
        }
        policy["policy"] = .string(PetDoor.name)
        policy["every"] = .string("\(shortText(of: door.period.seconds))s")
        return try between(configuration, door.name, policy, registry)
    }

    /// The same drivers with the other rule between them.
    private static func plain(
        _ door: PolicyEntry, _ configuration: Configuration, _ registry: PluginRegistry
    ) throws(ConfigurationErrors) -> (door: PolicyEntry, drivers: [DriverEntry]) {
        var policy = ports(door, ["light", "temperature"])
        (policy["policy"], policy["every"]) = (.string(PlainRule.name), "1s")
        for key in ["locked_angle", "unlocked_angle"] { policy[key] = door.settingsAsWritten[key] }
        let both = PluginRegistry(
            kinds: registry.drivers, policies: registry.policies + [PlainRule.self])
        return try between(configuration, door.name, policy, both)
    }

    /// The drivers of a configuration with this policy alone.
    private static func between(
        _ configuration: Configuration, _ name: String, _ policy: [String: JSONValue],
        _ registry: PluginRegistry
    ) throws(ConfigurationErrors) -> (door: PolicyEntry, drivers: [DriverEntry]) {
        var drivers: [String: JSONValue] = [:]
        for driver in configuration.drivers {
            var members = driver.settingsAsWritten
            members["driver"] = .string(driver.kind.name)
            drivers[driver.name] = .object(members)
        }
        let json: JSONValue = [
            "drivers": .object(drivers), "policies": .object([name: .object(policy)]),
        ]
        let read = try ConfigurationReader.read(json, registry: registry)
        guard let door = read.policies.first else {
            throw SettingPath("policies").error("the policy is missing")
        }
        return (door, read.drivers)
    }

    /// The reader at this door, where it has one: the tags of its pets on the cats of the house, in the
    /// order of their names, and one of its own on any other.
    func reader(_ plan: HousePlan) -> SimulatedReader? {
        guard let side = settings.pets.readerSide else { return nil }
        var pets = settings.pets.tags[...]
        let tags = plan.cats.habits.enumerated().map { index, habit in
            let pet = habit.isResident ? pets.popFirst() : nil
            return pet ?? Self.strangers[index % Self.strangers.count]
        }
        let sides: Set<SimulatedCat.Direction> =
            switch side {
            case .inside: [.outward]
            case .outside: [.inward]
            case .both: [.inward, .outward]
            }
        return SimulatedReader(
            comingFrom: sides, tags: tags, missed: plan.missedTags, seed: plan.seed ^ 0x7461_6773)
    }

    /// How many cats live in the house of a plan that have no tag in this configuration.
    package func unnamed(_ plan: HousePlan) -> Int {
        guard law == .roost, settings.pets.readerSide != nil else { return 0 }
        return max(0, plan.cats.habits.count { $0.isResident } - settings.pets.tags.count)
    }

    private static let strangers = (0..<4).compactMap {
        TagID(country: 900, national: 250_000_023_921 + $0)
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
                "policy": .string(PetDoor.name), "every": "250ms",
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

import Core
import Drivers
import JSON
import PetDoor
import Simulators
import Trials
import Values

/// A pet door with a simulated bolt and a simulated house.
package enum DoorRehearsal: Rehearsal {
    package static let policy = PetDoor.name

    /// What it reads in the simulated house, by its ports.
    private static let sensors: [String: JSONValue] = [
        "light": ["driver": "photoresistor", "device": "mcp3008", "channel": 0, "every": "100ms"],
        "temperature": ["driver": "ds18b20", "every": "1s"],
        "latch": ["driver": "gpio-input", "line": "sysfs:17"],
        "flap": ["driver": "gpio-input", "line": "sysfs:27"],
        "clock": ["driver": "system-clock"],
    ]
    /// A reader of tags is no part of the simulated house.
    private static let petKeys: Set<String> = [
        "pets", "reader_side", "wait_for_pets", "pet_overdue_after",
    ]

    package static func twin(
        of policy: PolicyEntry, in configuration: Configuration, at address: String
    ) throws(PlainError) -> TwinConfiguration {
        let bolt = try TwinConfiguration.actuator("bolt", of: policy, in: configuration, Servo.name)
        let sensors = sensors.filter { policy.bindings[$0.key] != nil }
        return TwinConfiguration(
            of: policy,
            drivers: sensors.merging([
                "bolt": bolt.with(["chip": "fe20c000.pwm", "channel": 0])
            ]) { $1 },
            settings: policy.settingsAsWritten.filter { !petKeys.contains($0.key) },
            inputs: sensors.reduce(into: [:]) { $0[$1.key] = .string($1.key) },
            outputs: ["bolt": "bolt"], house: house(policy, bolt))
    }

    package static func rows(of policy: PolicyEntry, _ twin: any Twin) -> [SelftestRow] {
        DoorRows(twin: twin, door: policy.name, hasFlapSwitch: policy.bindings["flap"] != nil).all
    }

    /// A house whose bolt is at the ends where this servo brings it; it begins back.
    private static func house(_ policy: PolicyEntry, _ bolt: DriverEntry) -> HouseOptions {
        var options = TwinConfiguration.quietHouse
        guard let door = policy.settings(as: PetDoor.Settings.self),
            let servo = bolt.settings(as: Servo.Settings.self)
        else { return options }
        options.retractedMicroseconds = servo.pulseMicroseconds(at: door.unlockedAngle)
        options.extendedMicroseconds = servo.pulseMicroseconds(at: door.lockedAngle)
        return options
    }
}

import ARDrone
import Core
import Devices
import Drivers
import DroneNavigation
import JSON
import PetDoor
import Simulators

/// A configuration whose policy and actuators are those of an installation, and whose devices are simulated.
struct TwinConfiguration {
    /// What a pet door reads in the simulated house, by its ports.
    private static let doorSensors: [String: JSONValue] = [
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
    /// It flies nowhere: it takes off, hovers and lands.
    private static let missionKeys: Set<String> = [
        "mission", "mission_altitude", "targets", "start", "repeat", "at_end",
    ]

    let policy: PolicyEntry
    private let drivers: [String: JSONValue]
    private let settings: [String: JSONValue]
    private let inputs: [String: JSONValue]
    private let outputs: [String: JSONValue]

    /// - Throws: why it has no twin.
    init(
        _ policy: PolicyEntry, of configuration: Configuration, at address: String
    ) throws(PlainError) {
        self.policy = policy
        switch policy.kind.name {
        case DroneNavigation.name:
            let pilot = try Self.actuator("pilot", of: policy, in: configuration, ARDrone.name)
            var drivers = ["drone": pilot.with(["address": .string(address)])]
            inputs = Self.flightInputs(policy, pilot, address, &drivers)
            outputs = ["pilot": "drone"]
            settings = policy.settingsAsWritten.filter { !Self.missionKeys.contains($0.key) }
            self.drivers = drivers
        case PetDoor.name:
            let bolt = try Self.actuator("bolt", of: policy, in: configuration, Servo.name)
            let sensors = Self.doorSensors.filter { policy.bindings[$0.key] != nil }
            drivers = sensors.merging([
                "bolt": bolt.with(["chip": "fe20c000.pwm", "channel": 0])
            ]) { $1 }
            inputs = sensors.reduce(into: [:]) { $0[$1.key] = .string($1.key) }
            outputs = ["bolt": "bolt"]
            settings = policy.settingsAsWritten.filter { !Self.petKeys.contains($0.key) }
        default:
            throw PlainError("nothing simulates the devices of a \(policy.kind.name)")
        }
    }

    /// The text of the file.
    var text: String {
        let ends: [String: JSONValue] = [
            "policy": .string(policy.kind.name), "every": .string(Devices.text(of: policy.period)),
            "lease": .string(Devices.text(of: policy.lease)), "inputs": .object(inputs),
            "outputs": .object(outputs),
        ]
        let json: JSONValue = [
            "name": "twin", "sysfs": "world/sys", "drivers": .object(drivers),
            "policies": .object([policy.name: .object(settings.merging(ends) { $1 })]),
        ]
        return json.pretty
    }

    /// A house whose bolt is at the ends where this servo brings it; it begins back.
    func houseOptions(_ configuration: Configuration) -> HouseOptions {
        var options = HouseOptions()
        options.startOfDay = 0.5
        options.dayLength = .seconds(86400)
        options.boltPosition = 0
        guard let door = policy.settings(as: PetDoor.Settings.self),
            let bolt = policy.bindings["bolt"],
            let servo = configuration.drivers.first(where: { $0.name == bolt.driver })?
                .settings(as: Servo.Settings.self)
        else { return options }
        options.retractedMicroseconds = servo.pulseMicroseconds(at: door.unlockedAngle)
        options.extendedMicroseconds = servo.pulseMicroseconds(at: door.lockedAngle)
        return options
    }

    /// What it is told of its place and heading, as it is told in the installation: by the aircraft itself, or by
    /// a receiver.
    private static func flightInputs(
        _ policy: PolicyEntry, _ aircraft: DriverEntry, _ address: String,
        _ drivers: inout [String: JSONValue]
    ) -> [String: JSONValue] {
        var inputs: [String: JSONValue] = ["flight": "drone"]
        for port in ["heading", "position"] {
            guard let binding = policy.bindings[port] else { continue }
            inputs[port] = binding.driver == aircraft.name ? "drone" : "gps"
        }
        if inputs.values.contains("gps") {
            drivers["gps"] = ["driver": "gpsd", "host": .string(address)]
        }
        if policy.bindings["computer"] != nil {
            inputs["computer"] = "computer"
            drivers["computer"] = ["driver": "computer", "wireless": "world/sys/wireless"]
        }
        return inputs
    }

    private static func actuator(
        _ port: String, of policy: PolicyEntry, in configuration: Configuration, _ kind: String
    ) throws(PlainError) -> DriverEntry {
        guard
            let driver = configuration.drivers.first(where: {
                $0.name == policy.bindings[port]?.driver
            }), driver.kind.name == kind
        else { throw PlainError("nothing simulates what \(policy.name) commands") }
        return driver
    }
}

extension DriverEntry {
    /// Its settings with some of them changed, as an object of the configuration.
    fileprivate func with(_ changes: [String: JSONValue]) -> JSONValue {
        let kind: [String: JSONValue] = ["driver": .string(kind.name)]
        // A video that goes somewhere goes there once.
        return .object(
            settingsAsWritten.filter { $0.key != "video_to" }.merging(changes) { $1 }
                .merging(kind) { $1 })
    }
}

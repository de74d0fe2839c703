import Core
import JSON
import Simulators
import Values

/// A configuration whose policy and actuators are those of an installation, and whose devices are simulated.
package struct TwinConfiguration {
    package let policy: PolicyEntry
    /// The devices of the simulated world that it has.
    package let drivers: [String: JSONValue]
    /// Of the policy.
    package let settings: [String: JSONValue]
    package let inputs: [String: JSONValue]
    package let outputs: [String: JSONValue]
    package let house: HouseOptions

    package init(
        of policy: PolicyEntry, drivers: [String: JSONValue], settings: [String: JSONValue],
        inputs: [String: JSONValue], outputs: [String: JSONValue],
        house: HouseOptions = quietHouse
    ) {
        self.policy = policy
        self.drivers = drivers
        self.settings = settings
        self.inputs = inputs
        self.outputs = outputs
        self.house = house
    }

    /// The text of the file.
    package var text: String {
        let ends: [String: JSONValue] = [
            "policy": .string(policy.kind.name), "every": .string(Values.text(of: policy.period)),
            "lease": .string(Values.text(of: policy.lease)), "inputs": .object(inputs),
            "outputs": .object(outputs),
        ]
        let json: JSONValue = [
            "name": "twin", "sysfs": "world/sys", "drivers": .object(drivers),
            "policies": .object([policy.name: .object(settings.merging(ends) { $1 })]),
        ]
        return json.pretty
    }

    /// It is noon for as long as anybody looks, and the bolt is back.
    package static var quietHouse: HouseOptions {
        var options = HouseOptions()
        options.startOfDay = 0.5
        options.dayLength = .seconds(86400)
        options.boltPosition = 0
        return options
    }

    /// The driver that a policy commands there.
    ///
    /// - Throws: that it is of another kind than the one that is simulated.
    package static func actuator(
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
    package func with(_ changes: [String: JSONValue]) -> JSONValue {
        let kind: [String: JSONValue] = ["driver": .string(kind.name)]
        // A video that goes somewhere goes there once.
        return .object(
            settingsAsWritten.filter { $0.key != "video_to" }.merging(changes) { $1 }
                .merging(kind) { $1 })
    }
}

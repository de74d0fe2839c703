import Core
import JSON

extension DroneNavigation: TemplatedPolicy {
    package static var template: ConfigurationTemplate {
        ConfigurationTemplate(name: "drone", usage: usage, draft: draft)
    }

    private static let usage = """
        roost init drone [FILE] [--address IP] [--fence LENGTH] [--altitude LENGTH] [--sysfs DIR]
              writes a configuration for a drone that flies to GPS targets, with comments, to FILE, which
              must not be there yet; drone.json unless given. Asks for what is not given and cannot be
              found; without a terminal that has to be given.

        --address IP: of the drone. --fence LENGTH: how far it may be from where it took off, "30m".
        --altitude LENGTH: how high above there it may fly, "5m".
        --sysfs DIR: where to look for devices instead of /sys.
        """

    /// With the address of a drone that this machine has spoken to.
    @Sendable
    private static func draft(_ found: ConfigurationTemplate.Discover) -> ConfigurationDraft {
        let addresses = found("ardrone").compactMap { finding -> String? in
            let address = finding.block?.settings.first { $0.key == "address" }?.value
            guard case .string(let text)? = address else { return nil }
            return text
        }
        let questions = [
            ConfigurationDraft.Question(
                option: "address", text: "The address of the drone", example: "192.168.1.1",
                choices: addresses, sure: addresses.count == 1 ? addresses.first : nil),
            ConfigurationDraft.Question(
                option: "fence", text: "How far it may be from where it took off", example: "30m"),
            ConfigurationDraft.Question(
                option: "altitude", text: "How high above there it may fly", example: "5m"),
        ]
        return ConfigurationDraft(questions: questions) { answers in
            let limits: [(key: String, value: JSONValue)] = [
                ("address", .string(answers["address"] ?? "")), ("outdoor", true),
                ("altitude_max", .string(answers["altitude"] ?? "")), ("tilt_max", "29deg"),
                ("climb_max", "1m/s"), ("turn_max", "100deg/s"),
            ]
            return text(
                of: ConfigurationDraft.driver("drone", "ardrone", limits),
                fence: JSONValue.string(answers["fence"] ?? "").line,
                altitude: JSONValue.string(answers["altitude"] ?? "").line)
        }
    }

    private static func text(of drone: String, fence: String, altitude: String) -> String {
        """
        // A drone that flies to GPS targets; made by: roost init drone
        // roost reference tells every key with its range. What stands behind "//" is not read.
        {
          "$schema": "\(ConfigurationSchema.path)",
          "name": "drone",
          "drivers": {
            // The drone makes the Wi-Fi itself. What it keeps to is set in the drone, too.
            \(drone),
            "computer": { "driver": "computer" }
          },
          "policies": {
            "pilot": {
              "policy": "drone-navigation",
              "every": "50ms",
              // The receiver is the drone's own. One of this computer will do only if that flies, too.
              "inputs": { "flight": "drone", "heading": "drone", "position": "drone", "computer": "computer" },
              "outputs": { "pilot": "drone", "camera": "drone" },
              // It stays on the ground until: roost send takeoff
              "start": "on-command",
              "full_tilt": "29deg",
              "arrival_radius": "1m",
              "fence_radius": \(fence),
              "max_altitude": \(altitude),
              "receiver_rides_on_aircraft": true,
              "at_end": "land",
              // Later, in flight: roost send target LATITUDE LONGITUDE --altitude METRES
              "targets": []
            }
          }
        }

        """
    }
}

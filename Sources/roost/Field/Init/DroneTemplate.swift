import Core
import JSON

extension InitTemplate {
    /// A drone that flies to GPS targets, with the address of one that this machine has spoken to.
    static func drone(_ found: (_ driver: String) -> [Finding]) -> InitTemplate {
        let addresses = found("ardrone").compactMap { finding -> String? in
            let address = finding.block?.settings.first { $0.key == "address" }?.value
            guard case .string(let text)? = address else { return nil }
            return text
        }
        let questions = [
            Question(
                option: "address", text: "The address of the drone", example: "192.168.1.1",
                choices: addresses, sure: addresses.count == 1 ? addresses.first : nil),
            Question(
                option: "fence", text: "How far it may be from where it took off", example: "30m"),
            Question(
                option: "altitude", text: "How high above there it may fly", example: "5m"),
        ]
        return InitTemplate(name: "drone", questions: questions) { answers in
            let limits: [(key: String, value: JSONValue)] = [
                ("address", .string(answers["address"] ?? "")), ("outdoor", true),
                ("altitude_max", .string(answers["altitude"] ?? "")), ("tilt_max", "29deg"),
                ("climb_max", "1m/s"), ("turn_max", "100deg/s"),
            ]
            return text(
                of: driver("drone", "ardrone", limits),
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

import Core
import JSON

extension PetDoor: TemplatedPolicy {
    package static var template: ConfigurationTemplate {
        ConfigurationTemplate(name: "pet-door", usage: usage, draft: draft)
    }

    private static let usage = """
        roost init pet-door [FILE] [--thermometer ID] [--light INPUT] [--unlocked ANGLE] [--locked ANGLE]
                            [--sysfs DIR]
              the same for a door for animals, with the devices that roost scan finds; pet-door.json unless
              FILE is given.

        --thermometer ID: of the one outside, "28-...". --light INPUT: the converter's with the light sensor.
        --unlocked ANGLE, --locked ANGLE: the servo's with the bolt back, "65deg", and out, "180deg".
        --sysfs DIR: where to look for devices instead of /sys.
        """

    /// With the thermometer, the converter and the PWM chip of this machine.
    @Sendable
    private static func draft(_ found: ConfigurationTemplate.Discover) -> ConfigurationDraft {
        let sensors = found("ds18b20").compactMap { finding -> String? in
            let id = finding.block?.settings.first { $0.key == "id" }?.value
            guard case .string(let text)? = id else { return nil }
            return text
        }
        let light = found("photoresistor").first { $0.block != nil }
        let bolt = found("servo").first { $0.block != nil }
        let questions = [
            ConfigurationDraft.Question(
                option: "thermometer", text: "The thermometer outside",
                example: sensors.first ?? "",
                choices: sensors, sure: sensors.count < 2 ? sensors.first ?? "" : nil),
            ConfigurationDraft.Question(
                option: "light", text: "The converter's input with the light sensor", example: "0"),
            ConfigurationDraft.Question(
                option: "unlocked", text: "The servo's angle with the bolt back", example: "65deg"),
            ConfigurationDraft.Question(
                option: "locked", text: "The servo's angle with the bolt out", example: "180deg"),
        ]
        return ConfigurationDraft(questions: questions) { answers in
            text(
                thermometer: thermometer(answers["thermometer"] ?? ""),
                light: self.light(light, channel: answers["light"] ?? ""),
                bolt: self.bolt(bolt, safe: answers["unlocked"] ?? ""),
                locked: JSONValue.string(answers["locked"] ?? "").line,
                unlocked: JSONValue.string(answers["unlocked"] ?? "").line)
        }
    }

    /// Without its ID it is the only one on the bus.
    private static func thermometer(_ id: String) -> String {
        let which: [(key: String, value: JSONValue)] = id.isEmpty ? [] : [("id", .string(id))]
        return ConfigurationDraft.driver(
            "outside", "ds18b20", which + [("every", "10s"), ("resolution", 9)])
    }

    private static func light(_ found: Finding?, channel: String) -> String {
        let place = found?.block?.settings ?? [("device", "mcp3008"), ("channel", 0)]
        return ConfigurationDraft.driver(
            "twilight", "photoresistor",
            place.map {
                ($0.key, $0.key == "channel" ? ConfigurationDraft.number(channel) : $0.value)
            })
    }

    private static func bolt(_ found: Finding?, safe: String) -> String {
        ConfigurationDraft.driver(
            "bolt", "servo",
            (found?.block?.settings ?? [("channel", 0)]) + [
                ("release_after", "700ms"), ("on_lease_end", "safe_angle"),
                ("safe_angle", .string(safe)),
            ])
    }

    private static func text(
        thermometer: String, light: String, bolt: String, locked: String, unlocked: String
    ) -> String {
        """
        // A door for animals, by light and temperature; made by: roost init pet-door
        // roost reference tells every key with its range. What stands behind "//" is not read.
        {
          "$schema": "\(ConfigurationSchema.path)",
          "name": "pet-door",
          "drivers": {
            \(thermometer),
            \(light),
            // When nobody commands it, the bolt goes back: to its safe angle.
            \(bolt),
            // Two switches to ground: one that the bolt closes when it is out, one that the shut flap closes.
            "latch": { "driver": "gpio-input", "line": "GPIO17", "bias": "pull-up", "active_low": true },
            "flap": { "driver": "gpio-input", "line": "GPIO22", "bias": "pull-up", "active_low": true }
          },
          "policies": {
            "door": {
              "policy": "pet-door",
              "every": "250ms",
              "inputs": { "light": "twilight", "temperature": "outside", "latch": "latch", "flap": "flap" },
              "outputs": { "bolt": "bolt" },
              // Of full light: "roost watch twilight" at dusk shows what yours measures.
              "light_threshold": "68.4%",
              "light_band": "10.4%",
              // However dark it stays.
              "max_locked": "10h",
              "locked_angle": \(locked),
              "unlocked_angle": \(unlocked)
            }
          }
        }

        """
    }
}

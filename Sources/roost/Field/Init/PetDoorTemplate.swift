import Core
import JSON

extension InitTemplate {
    /// A door for animals, with the thermometer, the converter and the PWM chip of this machine.
    static func petDoor(_ found: (_ driver: String) -> [Finding]) -> InitTemplate {
        let sensors = found("ds18b20").compactMap { finding -> String? in
            let id = finding.block?.settings.first { $0.key == "id" }?.value
            guard case .string(let text)? = id else { return nil }
            return text
        }
        let light = found("photoresistor").first { $0.block != nil }
        let bolt = found("servo").first { $0.block != nil }
        let questions = [
            Question(
                option: "thermometer", text: "The thermometer outside",
                example: sensors.first ?? "",
                choices: sensors, sure: sensors.count < 2 ? sensors.first ?? "" : nil),
            Question(
                option: "light", text: "The converter's input with the light sensor", example: "0"),
            Question(
                option: "unlocked", text: "The servo's angle with the bolt back", example: "65deg"),
            Question(
                option: "locked", text: "The servo's angle with the bolt out", example: "180deg"),
        ]
        return InitTemplate(name: "pet-door", questions: questions) { answers in
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
        return driver("outside", "ds18b20", which + [("every", "10s"), ("resolution", 9)])
    }

    private static func light(_ found: Finding?, channel: String) -> String {
        let place = found?.block?.settings ?? [("device", "mcp3008"), ("channel", 0)]
        return driver(
            "twilight", "photoresistor",
            place.map { ($0.key, $0.key == "channel" ? number(channel) : $0.value) })
    }

    private static func bolt(_ found: Finding?, safe: String) -> String {
        driver(
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

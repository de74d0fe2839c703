import Core
import JSON
import Settings

extension ARDrone {
    /// What has to do with neither flight nor pictures. Left out on purpose:
    ///
    /// - `pic:ultrasound_watchdog`, `syslog:*`: the firmware's own affairs.
    /// - `leds:leds_anim`, `control:flight_anim`, `userbox:userbox_cmd`: things to do, not to have.
    /// - `gps:*`: where the *client* is, for the tags of pictures. It looks like a target; it is none.
    /// - `custom:*`: the driver's (`multi_config`).
    struct GeneralSettings: Sendable {
        /// How often the height sensor sounds.
        enum Ultrasound: String, CaseIterable, Sendable {
            case slow = "22Hz"
            case fast = "25Hz"
        }

        let entries: [ConfigEntry]

        init(_ read: SettingsReader) {
            var keys = KeyReader(read)
            keys(
                "drone_name", .plainText(upTo: 32), "general:ardrone_name",
                "The name that the drone gives itself. Left out: what it has."
            ) { .text($0) }
            keys(
                "ultrasound", .oneOf(Ultrasound.fast), "pic:ultrasound_freq",
                "How often its height sensor sounds: different for two drones that fly near each"
                    + " other. Left out: what it has."
            ) { .integer($0 == .slow ? 7 : 8) }
            keys(
                "video", .bool, "general:video_enable",
                "Whether the drone films at all. Left out: as it does."
            ) { .flag($0) }
            keys(
                "vision", .bool, "general:vision_enable",
                "Whether it looks at the ground, by which it holds its place. Left out: as it does."
            ) { .flag($0) }
            entries = keys.entries
        }
    }

    /// The drone's Wi-Fi. `network:wifi_mode` is left out: it takes the drone out of the network in
    /// which it is spoken to.
    struct NetworkSettings: PluginSettings {
        let entries: [ConfigEntry]

        package init(_ read: SettingsReader) {
            var keys = KeyReader(read)
            keys(
                "ssid", .plainText(upTo: 32), "network:ssid_single_player",
                "The name of its network, from its next start on."
            ) { .text($0) }
            keys(
                "owner", .macAddress, "network:owner_mac",
                "The only network card that it then listens to; \"00:00:00:00:00:00\" for all."
            ) { .text($0) }
            entries = keys.entries
        }
    }
}

extension SettingKind where Value == String {
    fileprivate static func plainText(upTo most: Int) -> SettingKind {
        matching(
            "a text of 1 to \(most) plain letters, digits and signs without quotes",
            schema: ["minLength": 1, "maxLength": .number(Double(most))]
        ) {
            (1...most).contains($0.utf8.count) && ARDrone.isPlain($0)
        }
    }

    fileprivate static var macAddress: SettingKind {
        matching(
            "a network card's address such as \"b8:27:eb:00:00:01\"",
            schema: ["pattern": "^[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){5}$"]
        ) { text in
            let bytes = text.split(separator: ":", omittingEmptySubsequences: false)
            return bytes.count == 6
                && bytes.allSatisfy { $0.utf8.count == 2 && $0.allSatisfy(\.isHexDigit) }
        }
    }
}

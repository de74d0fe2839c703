import Core
import Devices

extension PetDoor {
    /// A bolt with no switch at the flap may come down on an animal: somebody must have said that
    /// this is known. A limit with no thermometer would never lock.
    package static func conflicts(
        _ settings: Settings, connected: Set<String>
    ) -> [SettingConflict] {
        var found: [SettingConflict] = []
        if !connected.contains("flap"), !settings.acceptsNoFlapSwitch {
            found.append(
                SettingConflict(
                    "inputs",
                    "needs a \"flap\": nothing else keeps the bolt from going out under an animal; "
                        + "or \"accept_no_flap_switch\": true, if nothing can be in the way"))
        }
        if settings.rule.thresholds.needsTemperature, !connected.contains("temperature") {
            found.append(
                SettingConflict(
                    "inputs", "temperature_min and temperature_max need a \"temperature\""))
        }
        if !settings.schedule.entries.isEmpty, !connected.contains("clock") {
            found.append(
                SettingConflict("inputs", "schedule needs a \"clock\", such as a system-clock"))
        }
        return found + settings.pets.conflicts(connected: connected)
    }

    /// The two places of the bolt. Moving back a little stays between them.
    package static func commandRanges(_ settings: Settings) -> [String: [CommandRange]] {
        let (locked, unlocked) = (settings.bolt.lockedAngle, settings.bolt.unlockedAngle)
        return [
            "bolt": [
                CommandRange(.angle, locked.degrees...locked.degrees, key: "locked_angle"),
                CommandRange(.angle, unlocked.degrees...unlocked.degrees, key: "unlocked_angle"),
            ]
        ]
    }

    package static var portNeeds: [PortNeed] {
        [
            PortNeed("flap", .notTrue("accept_no_flap_switch")),
            PortNeed("temperature", .given("temperature_min")),
            PortNeed("temperature", .given("temperature_max")),
            PortNeed("clock", .given("schedule")),
        ]
    }
}

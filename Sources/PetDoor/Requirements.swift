import Core
import Settings
import Values

extension PetDoor {
    /// A bolt with no switch at the flap may come down on an animal: somebody must have said that
    /// this is known. A limit with no thermometer would never lock.
    package static func conflicts(
        _ settings: Settings, connected: BoundPorts
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
        return found + settings.pets.conflicts(connected: connected.names)
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

    /// Back: where an animal can pass.
    package static func safeCommands(_ settings: Settings) -> [String: SafeCommand] {
        let degrees = settings.bolt.unlockedAngle.degrees
        let unlocked = Quantity.angle.text(degrees)
        return [
            "bolt": SafeCommand(
                .angle, degrees, text: unlocked, key: "unlocked_angle",
                otherwise:
                    "Anywhere else the bolt keeps an animal out, or goes out onto one in the flap",
                byHand: "nobody looks whether an animal is in the flap: it is poked back to "
                    + "\(unlocked) only. To send it out: roost send lock, with the service running")
        ]
    }

    package static var contactStances: [ContactStance] {
        [
            ContactStance(
                "flap", "leave the flap shut", isActive: true,
                otherwise:
                    "it says \"open\" of a flap that is shut: change active_low, or the bolt goes out only "
                    + "when an animal holds the flap open"),
            ContactStance(
                "latch", "hold the bolt half-way by hand", isActive: true,
                after: "have the bolt fully back (roost send door unlock)",
                otherwise:
                    "it opens before the bolt is back: mount it so that it opens only when the bolt is fully "
                    + "back, or a bolt that is held half-way is taken for back"),
        ]
    }

    /// A bolt is out within a second, and must turn round while an animal is in the flap.
    package static func promptness(_ settings: Settings) -> Promptness {
        let soon = Duration.milliseconds(500)
        let late = "the bolt would be out before the door knows that somebody is in its way"
        let untrusted = "it would never be trusted (max_sensor_age)"
        let maxAge = settings.rule.maxSensorAge
        return Promptness(
            maxPeriod: .seconds(1),
            inputs: ["flap", "latch", "tunnel", "flap_inward", "flap_outward", "fire"].map {
                Promptness.Input($0, atMost: soon, otherwise: late)
            }
                + ["light", "temperature"].map {
                    Promptness.Input($0, atMost: maxAge, otherwise: untrusted)
                })
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

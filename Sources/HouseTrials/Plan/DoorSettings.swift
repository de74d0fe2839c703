import Core
import Devices

/// What a door promises by its settings, for whoever judges it: those of `pet-door`, by their keys.
struct DoorSettings: PluginSettings {
    let lockedAngle: Angle
    let unlockedAngle: Angle
    let maxLocked: Duration
    let grace: Duration
    let flapClosedFor: Duration
    let movesPerHour: Int

    init(_ read: SettingsReader) {
        func duration(_ key: String, _ seconds: Int) -> Duration {
            read(key, .duration(.zero ... .seconds(86400)), default: .seconds(seconds), "")
        }
        lockedAngle = read("locked_angle", .angle(0...270), default: .degrees(180), "")
        unlockedAngle = read("unlocked_angle", .angle(0...270), default: .degrees(65), "")
        maxLocked = duration("max_locked", 36000)
        grace = duration("grace", 900)
        flapClosedFor = duration("flap_closed_for", 2)
        movesPerHour = read("moves_per_hour", .integer(1...600), default: 60, "")
    }

    private static let keys: Set<String> = [
        "locked_angle", "unlocked_angle", "max_locked", "grace", "flap_closed_for",
        "moves_per_hour",
    ]

    /// - Throws: a setting that is not what `pet-door` takes.
    static func of(_ door: PolicyEntry) throws(ConfigurationErrors) -> DoorSettings {
        let own = door.settingsAsWritten.filter { keys.contains($0.key) }
        return try SettingsReader.read(
            DoorSettings.self, from: .object(own), at: SettingPath("policies.\(door.name)"))
    }

    /// 0 is fully back, 1 fully out.
    func share(of angle: Angle) -> Double {
        (angle - unlockedAngle).degrees / (lockedAngle - unlockedAngle).degrees
    }
}

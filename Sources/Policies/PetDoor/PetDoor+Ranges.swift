import Core
import Devices

extension PetDoor {
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
}

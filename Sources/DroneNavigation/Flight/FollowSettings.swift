import Core
import Settings

extension DroneNavigation {
    /// How somebody is followed who tells where they are, and when that ends.
    struct FollowSettings: PluginSettings {
        let minDistanceMetres: Double
        let maxLeaderMetresPerSecond: Double
        let lostAfter: Duration
        let returnAfter: Duration

        init(_ read: SettingsReader) {
            minDistanceMetres = read(
                "min_follow_distance", .metres(2...200), default: 12,
                "The nearest that it follows a leader: two receivers differ by 3 to 5 m.",
                protects: .greater)
            maxLeaderMetresPerSecond = read(
                "max_leader_speed", .metresPerSecond(0.5...20), default: 3,
                "A leader that moves faster than this is not followed.", protects: .smaller)
            lostAfter = read(
                "leader_lost_after", .duration(.milliseconds(500) ... .seconds(10)),
                default: .seconds(3), "Without news of its leader for so long it hovers.",
                protects: .smaller)
            returnAfter = read(
                "leader_lost_return_after", .duration(.zero ... .seconds(600)),
                default: .seconds(12),
                "How long it hovers without a leader that it can follow before it flies home.",
                protects: .smaller)
        }
    }
}

import Core
import Settings
import Values

extension ARDrone {
    /// The keys that bound a flight. Left out on purpose, of those that the protocol has:
    ///
    /// - `control:autonomous_flight` is deprecated, and a drone that moves by itself is nobody's.
    /// - `control:manual_trim`, `altitude_min`: engineering; a wrong one makes every flight a bad one.
    /// - `control:control_level`: combined yaw, which our PCMD never asks for.
    /// - `control:flying_mode`: always 0, for while it hovers over a roundel it heeds no stick;
    ///   `control:hovering_range` means nothing without.
    /// - `control:flying_camera_*`: the drone's own waypoints, unverified, beside a policy's.
    /// - `control:indoor_*`, `outdoor_*`: those of the profile in use are what the plain keys set.
    /// - `control:control_iphone_tilt`: for clients, which may map a tilt by it.
    /// - `general:vbat_min`: the drone does not let anybody write it.
    struct FlightSettings: Sendable {
        /// `outdoor` comes first, because it selects the profile into which the limits behind it
        /// are written.
        let entries: [ConfigEntry]
        /// How high it lets itself fly.
        let altitudeMaxMetres: Double
        /// What it does with its stick at the end; `nil`: what the drone has, which nobody knows here.
        let tiltMax: Angle?
        let climbMaxMetresPerSecond: Double?
        let turnMaxPerSecond: Angle?

        /// What the firmware takes for "as high as you like", in metres.
        private static let unlimitedAltitudeMetres = 100.0

        init(_ read: SettingsReader) {
            var keys = KeyReader(read)
            keys(
                "outdoor", .bool, default: false, "control:outdoor",
                "Use the drone's limits for flying outdoors."
            ) { .flag($0) }
            keys(
                "outdoor_hull", .bool, default: false, "control:flight_without_shell",
                "Whether the hull without the ring around the propellers is fitted."
            ) { .flag($0) }
            tiltMax = keys(
                "tilt_max", .angle(1...29.5), "control:euler_angle_max",
                "How far the drone may tilt. Left out: what the drone has."
            ) { .number($0.radians) }
            climbMaxMetresPerSecond = keys(
                "climb_max", .metresPerSecond(0.2...2), "control:control_vz_max",
                "How fast it may climb and sink. Left out: what the drone has."
            ) {
                .number($0 * 1000)
            }
            turnMaxPerSecond = keys(
                "turn_max", .degreesPerSecond(40...350), "control:control_yaw",
                "How fast it may turn. Left out: what the drone has."
            ) {
                .number(Angle.degrees($0).radians)
            }.map(Angle.degrees)
            altitudeMaxMetres = keys(
                "altitude_max", .metres(0.5...Self.unlimitedAltitudeMetres), default: 1.6,
                "control:altitude_max",
                "How high the drone lets itself fly: up to 5m, or 100m for no limit.",
                protects: .smaller
            ) {
                .number(($0 * 1000).rounded())
            }
            keys.always("control:flying_mode", .integer(0))
            let watchdog = keys(
                "drone_watchdog", .duration(.seconds(1)...(.seconds(60))), default: .seconds(2),
                "general:com_watchdog",
                "How long the drone itself waits for commands, in whole seconds.",
                protects: .smaller
            ) {
                .number($0.seconds.rounded())
            }
            entries = keys.entries
            read.check(
                altitudeMaxMetres <= 5 || altitudeMaxMetres == Self.unlimitedAltitudeMetres,
                "altitude_max", "the drone takes 0.5m to 5m, or 100m for no limit")
            read.check(
                watchdog.seconds.rounded() == watchdog.seconds,
                "drone_watchdog", "the drone takes whole seconds")
        }

        /// What a policy may take for granted of a command.
        var ranges: [CommandRange] {
            func exactly(
                _ quantity: CommandedQuantity, _ value: Double?, _ key: String
            ) -> CommandRange? {
                value.map { CommandRange(quantity, $0...$0, key: key) }
            }
            let fullSticks = [
                exactly(.fullTilt, tiltMax?.degrees, "tilt_max"),
                exactly(.fullClimb, climbMaxMetresPerSecond, "climb_max"),
                exactly(.fullTurn, turnMaxPerSecond?.degrees, "turn_max"),
            ]
            return [CommandRange(.altitude, 0...altitudeMaxMetres, key: "altitude_max")]
                + fullSticks.compactMap { $0 }
        }
    }
}

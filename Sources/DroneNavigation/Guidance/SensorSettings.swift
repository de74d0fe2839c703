import Core
import Settings

extension DroneNavigation {
    /// What a measurement must be like to be believed.
    struct SensorSettings: PluginSettings {
        let maxFixAge: Duration
        let maxHeadingAge: Duration
        let maxHDOP: Double
        let maxHorizontalErrorMetres: Double
        let minSatellites: Int
        let maxFixJumpMetres: Double
        /// Of a receiver that is none of the aircraft.
        let ridesAlong: Bool

        init(_ read: SettingsReader) {
            maxFixAge = read(
                "max_fix_age", .duration(.milliseconds(200) ... .seconds(30)), default: .seconds(2),
                "An older position counts as lost.", protects: .smaller)
            maxHeadingAge = read(
                "max_heading_age", .duration(.milliseconds(100) ... .seconds(30)),
                default: .seconds(1), "An older heading counts as lost.", protects: .smaller)
            maxHDOP = read(
                "max_hdop", .number(0.5...50), default: 2,
                "A position with more dilution of precision counts as poor.", protects: .smaller)
            maxHorizontalErrorMetres = read(
                "max_horizontal_error", .metres(0.1...200), default: 10,
                "A position with a larger estimated error counts as poor.", protects: .smaller)
            minSatellites = read(
                "min_satellites", .integer(0...40), default: 6,
                "A position from fewer satellites counts as poor, where the receiver says how many.",
                protects: .greater)
            maxFixJumpMetres = read(
                "max_fix_jump", .metres(1...1000), default: 5,
                "A leader's position farther than this from the last, beyond how fast a leader moves, is not "
                    + "believed, unless it is reported for 3 s.", protects: .smaller)
            ridesAlong = read(
                "receiver_rides_on_aircraft", .bool, default: false,
                "Must be true where the position comes from another driver than the aircraft's own: "
                    + "says that this receiver flies with it, and does not stay on the ground.",
                protects: .nothing)
        }
    }
}

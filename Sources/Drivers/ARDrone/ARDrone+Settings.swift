import Core
import Devices

extension ARDrone {
    package struct Settings: PluginSettings {
        let address: String
        let commandPort: UInt16
        let navdataPort: UInt16
        let commandEvery: Duration
        let isNavdataReduced: Bool
        let isOutdoor: Bool
        let hasOutdoorHull: Bool
        let altitudeMaxMetres: Double
        let tiltMax: Angle?
        let climbMaxMetresPerSecond: Double?
        let turnMaxDegreesPerSecond: Double?
        let droneWatchdog: Duration
        let flatTrim: Bool
        let declination: Angle
        let landAfter: Duration
        let adoptFor: Duration
        let lostLandAfter: Duration

        /// What the firmware takes for "as high as you like", in metres.
        private static let unlimitedAltitudeMetres = 100.0

        package init(_ read: SettingsReader) {
            address = read(
                "address", .ipv4Address, default: "192.168.1.1", "Where the drone is.")
            commandPort = read(
                "command_port", .port, default: 5556, "The UDP port that takes AT commands.")
            navdataPort = read(
                "navdata_port", .port, default: 5554, "The UDP port that sends navdata.")
            commandEvery = read(
                "command_every", .duration(.milliseconds(10)...(.milliseconds(50))),
                default: .milliseconds(30),
                "How often commands are sent. After 50 ms of silence the drone's watchdog bites.")
            isNavdataReduced = read(
                "navdata_demo", .bool, default: true,
                "Reduced navdata, 15 times a second; false for all of it, 200 times a second.")
            isOutdoor = read(
                "outdoor", .bool, default: false, "Use the drone's limits for flying outdoors.")
            hasOutdoorHull = read(
                "outdoor_hull", .bool, default: false,
                "Whether the hull without the ring around the propellers is fitted.")
            altitudeMaxMetres = read(
                "altitude_max", .metres(0.5...Self.unlimitedAltitudeMetres), default: 1.6,
                "How high the drone lets itself fly: up to 5m, or 100m for no limit.")
            tiltMax = read(
                optional: "tilt_max", .angle(1...29.5),
                "How far the drone may tilt. Left out: what the drone has.")
            climbMaxMetresPerSecond = read(
                optional: "climb_max", .metresPerSecond(0.2...2),
                "How fast it may climb and sink. Left out: what the drone has.")
            turnMaxDegreesPerSecond = read(
                optional: "turn_max", .degreesPerSecond(40...350),
                "How fast it may turn. Left out: what the drone has.")
            droneWatchdog = read(
                "drone_watchdog", .duration(.seconds(1)...(.seconds(60))), default: .seconds(2),
                "How long the drone itself waits for commands, in whole seconds.")
            flatTrim = read(
                "flat_trim", .bool, default: true,
                "Whether the drone takes the ground it stands on at the start for level.")
            declination = read(
                "declination", .angle(-180...180), default: .degrees(0),
                "Added to the compass to get true north; east is positive.")
            landAfter = read(
                "land_after", .duration(.milliseconds(100)...(.seconds(60))), default: .seconds(2),
                "How long it hovers without a valid command before it lands.")
            adoptFor = read(
                "adopt_for", .duration(.zero...(.seconds(300))), default: .seconds(10),
                "How long a drone that was found flying hovers, with no command, before it lands.")
            lostLandAfter = read(
                "lost_land_after", .duration(.seconds(1)...(.seconds(60))), default: .seconds(5),
                "How long after its navdata fell silent a flying drone is told to land.")
            read.check(
                altitudeMaxMetres <= 5 || altitudeMaxMetres == Self.unlimitedAltitudeMetres,
                "altitude_max", "the drone takes 0.5m to 5m, or 100m for no limit")
            read.check(
                droneWatchdog.seconds.rounded() == droneWatchdog.seconds,
                "drone_watchdog", "the drone takes whole seconds")
        }
    }
}

extension ARDrone.Settings {
    /// The keys that bring the options we read; set in the air too, they do not touch the flight.
    var streamEntries: [ARDrone.ConfigEntry] {
        let wanted: [UInt32] = [0, 1, 22, 26, 27]
        let mask = wanted.reduce(UInt32(0)) { $0 | 1 << $1 }
        return [
            .init(key: "general:navdata_demo", value: Self.text(isNavdataReduced)),
            .init(key: "general:navdata_options", value: "\(mask)"),
        ]
    }

    /// The keys that change how it flies; set on the ground only. `outdoor` comes first, because
    /// it selects the profile into which the limits after it are written.
    var flightEntries: [ARDrone.ConfigEntry] {
        var entries: [(String, String)] = [
            ("control:outdoor", Self.text(isOutdoor)),
            ("control:flight_without_shell", Self.text(hasOutdoorHull)),
        ]
        if let tiltMax {
            entries.append(("control:euler_angle_max", Self.text(tiltMax.radians)))
        }
        if let climbMaxMetresPerSecond {
            entries.append(("control:control_vz_max", Self.text(climbMaxMetresPerSecond * 1000)))
        }
        if let turnMaxDegreesPerSecond {
            let radians = Angle.degrees(turnMaxDegreesPerSecond).radians
            entries.append(("control:control_yaw", Self.text(radians)))
        }
        entries += [
            ("control:altitude_max", "\(Int((altitudeMaxMetres * 1000).rounded()))"),
            ("control:flying_mode", "0"),
            ("general:com_watchdog", "\(Int(droneWatchdog.seconds.rounded()))"),
        ]
        return entries.map { .init(key: $0.0, value: $0.1) }
    }

    private static func text(_ flag: Bool) -> String {
        flag ? "TRUE" : "FALSE"
    }

    /// Decimal text with four digits at most: a ten-thousandth of a radian is nothing in the air.
    private static func text(_ number: Double) -> String {
        shortText(of: (number * 10_000).rounded() / 10_000)
    }
}

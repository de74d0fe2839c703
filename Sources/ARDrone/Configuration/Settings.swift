import Core
import Settings
import Values

extension ARDrone {
    package struct Settings: PluginSettings {
        let address: String
        let commandPort: UInt16
        let navdataPort: UInt16
        let commandEvery: Duration
        let controlPort: UInt16
        let isNavdataReduced: Bool
        let flight: FlightSettings
        let readBack: ReadBack
        let usesIDs: Bool
        let general: GeneralSettings
        let camera: CameraSettings?
        let detection: DetectionSettings?
        let network: NetworkSettings?
        let flatTrim: Bool
        let declination: Angle
        let landAfter: Duration
        let adoptFor: Duration
        let lostLandAfter: Duration
        let videoTo: VideoSettings?

        /// What becomes of the keys once the drone has acknowledged them.
        enum ReadBack: String, CaseIterable, Sendable {
            /// Nothing: the acknowledgement is believed.
            case off
            /// They are read back, set again where they differ, and reported.
            case report
            /// A flight key that the drone does not apply forbids the take-off too.
            case insist
        }

        package init(_ read: SettingsReader) {
            address = read(
                "address", .ipv4Address, default: "192.168.1.1", "Where the drone is.")
            commandPort = read(
                "command_port", .port, default: 5556, "The UDP port that takes AT commands.")
            navdataPort = read(
                "navdata_port", .port, default: 5554, "The UDP port that sends navdata.")
            controlPort = read(
                "control_port", .port, default: 5559,
                "The TCP port that sends the drone's configuration.")
            commandEvery = read(
                "command_every", .duration(.milliseconds(10)...(.milliseconds(50))),
                default: .milliseconds(30),
                "How often commands are sent. After 50 ms of silence the drone's watchdog bites.")
            isNavdataReduced = read(
                "navdata_demo", .bool, default: true,
                "Reduced navdata, 15 times a second; false for all of it, 200 times a second.")
            flight = FlightSettings(read)
            readBack = read(
                "read_back", .oneOf(.insist), default: .insist,
                "Whether the drone is asked what it made of its keys: \"off\"; \"report\" says what"
                    + " differs; \"insist\" also stays on the ground while a flight limit does.")
            usesIDs = read(
                "multi_config", .bool, default: true,
                "Keep the drone's settings under ids of roost's own, apart from those of other"
                    + " clients. Needs firmware 1.6; an older one is set without.")
            general = GeneralSettings(read)
            camera = read(
                optional: "camera", .object(), "How the drone films. Left out: as it does.")
            detection = read(
                optional: "detection", .object(),
                "What its cameras look for. Left out: what they do.")
            network = read(
                optional: "network", .object(),
                "Its Wi-Fi. Careful: a mistake here locks you out.")
            flatTrim = read(
                "flat_trim", .bool, default: true,
                "Whether the drone takes the ground it stands on at the start for level.")
            declination = read(
                "declination", .angle(-180...180), default: .degrees(0),
                "Added to the compass to get true north; east is positive.")
            landAfter = read(
                "land_after", .duration(.milliseconds(100)...(.seconds(60))), default: .seconds(2),
                "How long it hovers without a valid command before it lands.", protects: .smaller)
            adoptFor = read(
                "adopt_for", .duration(.zero...(.seconds(300))), default: .seconds(10),
                "How long a drone that was found flying hovers, with no command, before it lands.",
                protects: .smaller)
            lostLandAfter = read(
                "lost_land_after", .duration(.seconds(1)...(.seconds(60))), default: .seconds(5),
                "How long after its navdata fell silent a flying drone is told to land.",
                protects: .smaller)
            videoTo = read(
                optional: "video_to", .object(),
                "Where the video of an AR.Drone 2 goes. Left out: it is not even asked for.")
            read.check(
                usesIDs || camera?.entries.isEmpty != false, "camera",
                "the drone takes these only with \"multi_config\"")
        }
    }
}

extension ARDrone.Settings {
    /// The keys that bring the options we read; set in the air too, they do not touch the flight.
    var streamEntries: [ARDrone.ConfigEntry] {
        let wanted: [UInt32] = [0, 1, 6, 22, 26, 27]
        let mask = wanted.reduce(UInt32(0)) { $0 | 1 << $1 }
        return [
            .init("general:navdata_demo", .flag(isNavdataReduced)),
            .init("general:navdata_options", .integer(Int(mask))),
        ]
    }

    /// The keys that change how it flies; set on the ground only.
    var flightEntries: [ARDrone.ConfigEntry] { flight.entries }

    /// All other keys that were asked for.
    var otherEntries: [ARDrone.ConfigEntry] {
        let groups = [general.entries, camera?.entries, detection?.entries, network?.entries]
        return groups.flatMap { $0 ?? [] }
    }
}

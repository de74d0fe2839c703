import Core

extension LocationReplay {
    package struct Settings: PluginSettings {
        let file: String
        let interval: Duration
        let minimumMetres: Double
        let loops: Bool
        let usesTimes: Bool

        package init(_ read: SettingsReader) {
            file = read(
                required: "file", .text("the path of a track file"),
                "Lines of longitude,latitude (longitude first), GPX 1.1, or a log of NMEA 0183"
                    + " sentences (GGA, RMC, VTG) with checksums; the content tells which. Damaged"
                    + " sentences are left out and counted; any other fault in the file refuses it."
                    + " A relative path starts at the runtime directory.")
            interval = read(
                "every", .duration(.milliseconds(20) ... .seconds(60)), default: .seconds(1),
                "How often a position is given; without use_times also the time from one point to"
                    + " the next.")
            minimumMetres = read(
                "min_distance", .metres(0...100_000), default: 0,
                "Points nearer than this to the last point kept are left out.")
            loops = read(
                "loop", .bool, default: false,
                "Whether to begin again after the last point; else the position is then absent.")
            usesTimes = read(
                "use_times", .bool, default: false,
                "Whether to move at the pace of the recorded times, which every point then needs."
                    + " Where the recording pauses (a new GPX segment; in NMEA no fix, or nothing"
                    + " for 5 s) the position is then absent.")
        }
    }
}

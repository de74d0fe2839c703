import Core
import DriverKit
import LinuxIO
import PlaceFiles
import Settings
import Values

/// Plays a file of positions as if a receiver moved along them: for rehearsals without a sky.
package enum LocationReplay: DriverPlugin {
    package static let name = "location-replay"
    package static let summary =
        "Replays positions from a file (longitude,latitude lines, GPX 1.1 or NMEA 0183) as a"
        + " receiver."

    package static let position = Port<Fix>("position", "Where the replayed receiver is.")
    package static let ports: [DriverPort] = [.source(position)]

    /// More points than this are refused: 55 hours at one a second.
    static let pointLimit = 200_000

    /// Reads and checks the whole file: nothing of a broken one is ever played.
    static func load(_ path: String, usesTimes: Bool) throws(DeviceError) -> Track {
        let bytes = try mapped(to: DeviceError.init) { () throws(IOError) in
            try readFile(path, atMost: GPXFile.byteLimit)
        }
        do throws(TrackError) {
            return try parse(bytes, usesTimes: usesTimes)
        } catch {
            throw DeviceError(.corrupt, "\(path), line \(error.line): \(error.message)")
        }
    }

    /// The content says the format: XML begins with "<", an NMEA sentence with "$".
    static func parse(_ bytes: [UInt8], usesTimes: Bool) throws(TrackError) -> Track {
        let text = try mapped(to: { TrackError(line: 1, $0.description) }) {
            () throws(TextEncodingError) in
            try TextEncoding.utf8(bytes)
        }
        if text.first(where: { $0 > UInt8(ascii: " ") }) == UInt8(ascii: "<") {
            return try parseGPX(text, usesTimes: usesTimes)
        }
        if lines(text).contains(where: { $0.first == UInt8(ascii: "$") }) {
            return try parseNMEALog(text)
        }
        return try parseCoordinateLines(text)
    }

    static func lines(_ text: [UInt8]) -> [ArraySlice<UInt8>] {
        text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    }
}

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
                    + " sentences (GGA, RMC, GNS, GLL, VTG, GSA) with checksums, in UTF-8 or UTF-16; the"
                    + " content says which. Damaged sentences and heights that are no numbers are"
                    + " left out and counted; a point that is no place refuses the file."
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
                "Whether to begin again after the last point; otherwise the position is absent.")
            usesTimes = read(
                "use_times", .bool, default: false,
                "Whether to move at the pace of the recorded times. A point without a time, or out of"
                    + " order, is left out and counted; a file with more than 3 of them in a row, or"
                    + " more than a tenth in all, is refused. Where the recording pauses (a new GPX segment; in NMEA no fix, or nothing"
                    + " for 5 s) the position is then absent.")
        }
    }
}

import Core
import Devices
import DriverKit
import LinuxIO
import XML

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
    static func load(_ path: String) throws(DeviceError) -> Track {
        let bytes: [UInt8]
        do throws(IOError) {
            bytes = try readFile(path, atMost: XMLReader().byteLimit)
        } catch {
            throw DeviceError(error)
        }
        do throws(TrackError) {
            return try parse(bytes)
        } catch {
            throw DeviceError(.corrupt, "\(path), line \(error.line): \(error.message)")
        }
    }

    /// The content tells the format: XML begins with "<", an NMEA sentence with "$".
    static func parse(_ bytes: [UInt8]) throws(TrackError) -> Track {
        if bytes.first(where: { !isBlankOrMark($0) }) == UInt8(ascii: "<") {
            return Track(points: try parseGPX(bytes))
        }
        if textLines(bytes).contains(where: { $0.first == UInt8(ascii: "$") }) {
            return try parseNMEALog(bytes)
        }
        return Track(points: try parseCoordinateLines(bytes))
    }

    /// White space, or a byte of the mark that some editors put before UTF-8 text.
    private static func isBlankOrMark(_ byte: UInt8) -> Bool {
        [0x09, 0x0A, 0x0D, 0x20, 0xEF, 0xBB, 0xBF].contains(byte)
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
                "Whether to begin again after the last point; otherwise the position is absent.")
            usesTimes = read(
                "use_times", .bool, default: false,
                "Whether to move at the pace of the recorded times, which every point then needs."
                    + " Where the recording pauses (a new GPX segment; in NMEA no fix, or nothing"
                    + " for 5 s) the position is then absent.")
        }
    }
}

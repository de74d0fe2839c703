import DriverKit
import Core
import Devices
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

import Core
import Devices
import LinuxIO

/// Plays a file of positions as if a receiver moved along them: for rehearsals without a sky.
package enum LocationReplay: DriverPlugin {
    package static let name = "location-replay"
    package static let summary =
        "Replays positions from a file (longitude,latitude lines or GPX 1.1) as a receiver."

    package static let position = Port<Fix>("position", "Where the replayed receiver is.")
    package static let ports: [DriverPort] = [.source(position)]

    /// More points than this are refused: 55 hours at one a second.
    static let pointLimit = 200_000

    package static func start(
        _ settings: Settings, _ context: DriverContext
    ) throws(Fault) -> any Driver {
        LocationReplayDriver(settings, context)
    }

    /// Reads and checks the whole file: nothing of a broken one is ever played.
    ///
    /// The content tells the format: XML begins with "<".
    static func load(_ path: String) throws(Fault) -> [TrackPoint] {
        let bytes: [UInt8]
        do throws(IOError) {
            bytes = try readFile(path, atMost: XMLReader().byteLimit)
        } catch {
            throw Fault(error)
        }
        do throws(TrackError) {
            let isXML = bytes.first { !isBlankOrMark($0) } == UInt8(ascii: "<")
            return isXML ? try parseGPX(bytes) : try parseCoordinateLines(bytes)
        } catch {
            throw Fault(.corrupt, "\(path), line \(error.line): \(error.message)")
        }
    }

    /// White space, or a byte of the mark that some editors put before UTF-8 text.
    private static func isBlankOrMark(_ byte: UInt8) -> Bool {
        [0x09, 0x0A, 0x0D, 0x20, 0xEF, 0xBB, 0xBF].contains(byte)
    }
}

/// One point of a track file.
struct TrackPoint: Equatable, Sendable {
    let position: Position
    /// Above mean sea level, where the file says it.
    let altitudeMetres: Double?
    /// When it was recorded, in seconds since 1970, where the file says it.
    let recordedAt: Double?
    /// Whether the recording paused before this point.
    let startsSegment: Bool
    /// The line of the file, for messages.
    let line: Int

    init(
        _ position: Position, altitudeMetres: Double? = nil, recordedAt: Double? = nil,
        startsSegment: Bool = false, line: Int
    ) {
        self.position = position
        self.altitudeMetres = altitudeMetres
        self.recordedAt = recordedAt
        self.startsSegment = startsSegment
        self.line = line
    }
}

/// What is wrong with a track file, and in which line (counted from 1).
struct TrackError: Error, Equatable, Sendable {
    let line: Int
    let message: String

    init(line: Int, _ message: String) {
        self.line = line
        self.message = message
    }
}

/// Reads a decimal number with a point; `nil` for anything else, also for "nan" and "0x10", which
/// Swift would take for numbers.
func decimalNumber(_ text: some StringProtocol) -> Double? {
    guard text.utf8.allSatisfy({ ($0 >= 0x30 && $0 <= 0x39) || [0x2B, 0x2D, 0x2E].contains($0) })
    else { return nil }
    return Double(text)
}

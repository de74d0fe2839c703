import Devices
import DriverKit

extension LocationReplay {
    /// What a track file holds.
    struct Track: Equatable, Sendable {
        let points: [TrackPoint]
        /// Lines left out because something was wrong with them.
        var badLines = 0
        /// The first of them.
        var firstProblem: TrackError?
    }

    /// One point of a track file.
    struct TrackPoint: Equatable, Sendable {
        /// What the file says of the point; the rest is `nil`.
        let fix: Fix
        /// When it was recorded, in seconds since 1970, where the file says it.
        let recordedAt: Double?
        /// Whether the recording paused before this point.
        let startsSegment: Bool
        /// The line of the file, for messages.
        let line: Int

        init(_ fix: Fix, recordedAt: Double? = nil, startsSegment: Bool = false, line: Int) {
            self.fix = fix
            self.recordedAt = recordedAt
            self.startsSegment = startsSegment
            self.line = line
        }

        var position: Position { fix.position }
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

    /// The lines of a text file without their line feeds, and without the mark that some editors put
    /// before UTF-8 text.
    static func textLines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
        return text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    }

    /// Reads the text format: one `longitude,latitude` a line, longitude first, in degrees.
    ///
    /// Spaces count for nothing and empty lines are skipped.
    ///
    /// - Throws: the first line that is wrong.
    static func parseCoordinateLines(_ bytes: [UInt8]) throws(TrackError) -> [TrackPoint] {
        var points: [TrackPoint] = []
        for (index, line) in textLines(bytes).enumerated() {
            let text = String(
                decoding: line.filter { ![0x20, 0x09, 0x0D].contains($0) }, as: UTF8.self)
            guard !text.isEmpty else { continue }
            guard points.count < LocationReplay.pointLimit else {
                throw TrackError(
                    line: index + 1, "more than \(LocationReplay.pointLimit) points")
            }
            points.append(try coordinate(text, line: index + 1))
        }
        return points
    }

    private static func coordinate(_ text: String, line: Int) throws(TrackError) -> TrackPoint {
        let fields = text.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = fields.compactMap { decimalNumber($0) }
        guard fields.count == 2, numbers.count == 2 else {
            throw TrackError(
                line: line,
                "expected longitude,latitude in degrees such as 8.5417,47.3769; found"
                    + " \"\(text.prefix(40))\"")
        }
        guard let position = Position(latitude: numbers[1], longitude: numbers[0]) else {
            let isSwapped = Position(latitude: numbers[0], longitude: numbers[1]) != nil
            throw TrackError(
                line: line,
                "latitude must be in -90...90 and longitude in -180...180; found"
                    + " \"\(text.prefix(40))\"\(isSwapped ? "; the longitude comes first" : "")")
        }
        return TrackPoint(Fix(position: position), line: line)
    }
}

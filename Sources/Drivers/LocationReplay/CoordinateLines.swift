import DriverKit
import Devices

/// Reads the text format: one `longitude,latitude` a line, longitude first, in degrees.
///
/// Spaces count for nothing and empty lines are skipped.
///
/// - Throws: the first line that is wrong.
func parseCoordinateLines(_ bytes: [UInt8]) throws(TrackError) -> [TrackPoint] {
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

private func coordinate(_ text: String, line: Int) throws(TrackError) -> TrackPoint {
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

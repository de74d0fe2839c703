import Values

/// Reads `longitude,latitude` a line, longitude first, in degrees; blanks count for nothing, and empty lines are skipped.
package enum CoordinateLines {
    /// Whether the first line looks like two numbers, sound ones or not.
    package static func recognises(_ text: ArraySlice<UInt8>) -> Bool {
        let line = text.prefix { $0 != UInt8(ascii: "\n") }
        let isOfLine = { (byte: UInt8) in
            byte == UInt8(ascii: ",") || byte <= UInt8(ascii: " ") || TextLines.isOfNumber(byte)
        }
        return line.contains(UInt8(ascii: ",")) && line.prefix(100).allSatisfy(isOfLine)
    }

    /// The points of a text in UTF-8 without a mark, one for each line that is not blank.
    package static func read(_ bytes: [UInt8]) -> [PlacePoint] {
        TextLines.numbered(bytes).map { PlacePoint(place($0.text), line: $0.number) }
    }

    private static func place(_ text: String) -> Result<Position, PlaceError> {
        let fields = text.filter { $0 != " " && $0 != "\t" }
            .split(separator: ",", omittingEmptySubsequences: false)
        let numbers = fields.compactMap { TextLines.number($0) }
        guard fields.count == 2, numbers.count == 2 else {
            return .failure(
                PlaceError(
                    message:
                        "expected longitude,latitude in degrees such as 21.0003,52.0004; found "
                        + "\"\(text.prefix(40))\""))
        }
        return PlaceReader.position(latitude: numbers[1], longitude: numbers[0])
    }
}

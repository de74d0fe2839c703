import Devices

/// Reads `longitude,latitude` a line, longitude first, in degrees; spaces count for nothing.
enum CoordinateTextReader {
    /// Whether the first line looks like two numbers, sound ones or not.
    static func recognises(_ text: ArraySlice<UInt8>) -> Bool {
        let line = text.prefix { $0 != UInt8(ascii: "\n") }
        let isOfLine = { (byte: UInt8) in
            byte == UInt8(ascii: ",") || byte <= UInt8(ascii: " ") || TextLines.isOfNumber(byte)
        }
        return line.contains(UInt8(ascii: ",")) && line.prefix(100).allSatisfy(isOfLine)
    }

    static func read(_ bytes: [UInt8], _ options: MissionOptions) -> MissionDraft {
        var route = RouteBuilder(.coordinates, options)
        for line in TextLines.numbered(bytes) {
            let fields = line.text.filter { $0 != " " && $0 != "\t" }
                .split(separator: ",", omittingEmptySubsequences: false)
            let numbers = fields.compactMap { TextLines.number($0) }
            if fields.count == 2, numbers.count == 2 {
                route.add(latitude: numbers[1], longitude: numbers[0], line: line.number)
            } else {
                route.addUnread(
                    line: line.number,
                    "expected longitude,latitude in degrees such as 21.0003,52.0004; found "
                        + "\"\(line.text.prefix(40))\"")
            }
        }
        return route.draft()
    }
}

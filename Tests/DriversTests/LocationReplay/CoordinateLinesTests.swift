import TestSupport
import Testing
import Values

@testable import Drivers

@Suite("longitude,latitude lines")
struct CoordinateLinesTests {
    private func parse(_ text: String) throws(LocationReplay.TrackError) -> [LocationReplay
        .TrackPoint]
    {
        try LocationReplay.parse(Array(text.utf8), usesTimes: false).points
    }

    @Test("the longitude comes first; spaces, tabs, empty lines and CR LF count for nothing")
    func format() throws {
        let points = try parse("8.5417,47.3769\r\n\n  -0.5 ,\t+51.25\n")
        #expect(
            points.map(\.position) == [
                Position(latitude: 47.3769, longitude: 8.5417),
                Position(latitude: 51.25, longitude: -0.5),
            ])
        #expect(points.map(\.line) == [1, 3])
    }

    @Test("a byte order mark at the start is no part of the first number")
    func byteOrderMark() throws {
        #expect(try parse("\u{FEFF}8.5,47.5").count == 1)
    }

    @Test(
        "a broken line is refused with its number",
        arguments: [
            ("8.5,47.5\n8.5", 2), ("8.5;47.5", 1), ("8,5,47,5", 1), ("8.5,nan", 1),
            ("inf,47.5", 1), ("0x8,47.5", 1), ("8.5,", 1), ("a,b", 1), ("\n\n# comment", 3),
            ("181,47.5", 1), ("8.5,-90.001", 1), ("0,0", 1),
        ])
    func brokenLines(text: String, line: Int) {
        let error = thrownError(LocationReplay.TrackError.self) { try parse(text) }
        #expect(error?.line == line)
    }

    @Test("swapped coordinates are recognised where they can be")
    func swapped() {
        // Sydney is at 33.86 S, 151.21 E.
        let error = thrownError(LocationReplay.TrackError.self) { try parse("-33.86,151.21") }
        #expect(error?.message.hasSuffix("latitude and longitude may be swapped") == true)
    }
}

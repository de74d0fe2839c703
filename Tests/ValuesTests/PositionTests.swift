import Glibc
import Testing
import Values

@Suite struct PositionTests {
    @Test(
        "what is not a place on earth is refused",
        arguments: [
            (91, 0), (-90.000_001, 0), (0, 180.1), (0, -181), (.nan, 0), (0, .nan),
            (.infinity, 0), (0, -.infinity),
        ] as [(Double, Double)])
    func refused(latitude: Double, longitude: Double) {
        #expect(Position(latitude: latitude, longitude: longitude) == nil)
    }

    @Test(
        "the edges of the map are places",
        arguments: [(90, 180), (-90, -180), (0, 0)] as [(Double, Double)])
    func edges(latitude: Double, longitude: Double) {
        #expect(Position(latitude: latitude, longitude: longitude) != nil)
    }

    @Test("a place out of range does not come in through JSON either") func decoding() throws {
        #expect(throws: DecodingError.self) {
            try decode(Position.self, #"{"latitude": 91, "longitude": 13}"#)
        }
        let berlin = try place(52.52, 13.405)
        #expect(try roundTrip(berlin) == berlin)
    }

    // The great-circle distance between the city centres is published as 877 to 878 km.
    @Test("Berlin to Paris is as far as the almanac says, both ways") func distance() throws {
        let berlin = try place(52.5200, 13.4050)
        let paris = try place(48.8566, 2.3522)
        #expect((877_000...878_000).contains(berlin.distanceMetres(to: paris)))
        #expect(abs(berlin.distanceMetres(to: paris) - paris.distanceMetres(to: berlin)) < 1e-6)
    }

    // A quarter of the circumference of a sphere of the radius 6371.0088 km: 10 007.557 km.
    @Test("from the equator to the pole is a quarter of the circumference") func quarter() throws {
        let quarter = try place(0, 20).distanceMetres(to: place(90, -70))
        #expect(abs(quarter - 10_007_557) < 1)
    }

    @Test("to the same place it is no way, to the opposite one half the circumference")
    func extremes() throws {
        #expect(try place(52.5, 13.4).distanceMetres(to: place(52.5, 13.4)) == 0)
        let opposite = try place(30, 10).distanceMetres(to: place(-30, -170))
        #expect(abs(opposite - 20_015_114) < 2)
    }

    // The textbook example of a great circle: it leaves Baghdad at 60 degrees, not at 90.
    @Test("Baghdad to Osaka begins north-east") func bearing() throws {
        let bearing = try place(35, 45).bearing(to: place(35, 135))
        #expect(abs(bearing.degrees - 60.16) < 0.01)
    }

    @Test("over a hundred metres at 52.5 degrees north the earth is a plane")
    func plane() throws {
        let here = try place(52.5, 13.4)
        for degrees in stride(from: 0.0, to: 360, by: 15) {
            let east = 100 * sin(degrees * .pi / 180)
            let north = 100 * cos(degrees * .pi / 180)
            let there = try #require(here.offset(eastMetres: east, northMetres: north))
            #expect(abs(here.distanceMetres(to: there) - 100) < 0.001)
            let error = (here.bearing(to: there) - .degrees(degrees)).wrapped.degrees
            #expect(abs(error) < 0.01)
        }
    }

    @Test("an offset is good to a millimetre over a kilometre, diagonals too")
    func offset() throws {
        let here = try place(52.5, 13.4)
        for (east, north) in [(1000, 0), (0, 1000), (707, 707), (-707, 707), (600, -800)] {
            let there = try #require(
                here.offset(eastMetres: Double(east), northMetres: Double(north)))
            let exact = (Double(east * east + north * north)).squareRoot()
            #expect(abs(here.distanceMetres(to: there) - exact) < 0.001)
        }
    }

    @Test("across the date line the way is short") func dateLine() throws {
        let west = try place(0, 179.5)
        let east = try place(0, -179.5)
        // One degree of the equator.
        #expect(abs(west.distanceMetres(to: east) - 111_195) < 1)
        #expect(abs(west.bearing(to: east).degrees - 90) < 1e-9)
        #expect(abs(east.bearing(to: west).degrees - 270) < 1e-9)
        let beyond = try #require(west.offset(eastMetres: 111_195, northMetres: 0))
        #expect(abs(beyond.longitude + 179.5) < 1e-4)
    }

    @Test("an offset that leaves the map, or is no number, leads nowhere") func nowhere() throws {
        #expect(try place(90, 0).offset(eastMetres: 1, northMetres: 0) == nil)
        #expect(try place(89.999_9, 0).offset(eastMetres: 0, northMetres: 1000) == nil)
        #expect(try place(10, 0).offset(eastMetres: .nan, northMetres: 0) == nil)
        #expect(try place(10, 0).offset(eastMetres: 0, northMetres: .infinity) == nil)
    }

    private func place(_ latitude: Double, _ longitude: Double) throws -> Position {
        try #require(Position(latitude: latitude, longitude: longitude))
    }
}

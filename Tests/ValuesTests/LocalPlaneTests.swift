import Testing
import Values

@Suite struct LocalPlaneTests {
    private func place(_ latitude: Double, _ longitude: Double) throws -> Position {
        try #require(Position(latitude: latitude, longitude: longitude))
    }

    // Ed Williams, Aviation Formulary, worked examples: from Los Angeles (33 57 N, 118 24 W) to New York
    // (40 38 N, 73 47 W) are 0.623585 radians, at first in the direction of 1.150035 radians.
    @Test("Los Angeles to New York is as the Aviation Formulary has it") func williams() throws {
        let angeles = try place(33.95, -118.4)
        let york = try place(40 + 38.0 / 60, -73 - 47.0 / 60)
        let radians = angeles.distanceMetres(to: york) / Position.earthRadiusMetres
        #expect(abs(radians - 0.623_585) < 2e-6)
        #expect(abs(angeles.bearing(to: york).radians - 1.150_035) < 2e-6)
        let there = try #require(
            angeles.moved(
                metres: 0.623_585 * Position.earthRadiusMetres, towards: .radians(1.150_035)))
        #expect(there.distanceMetres(to: york) < 25)
    }

    // Lengths of a degree on the ellipsoid of WGS 84, as published: of latitude 110,574 m at the equator and
    // 111,694 m at a pole; of longitude 111,320 m at the equator, 78,847 m at 45 degrees.
    @Test("the sphere is the ellipsoid of WGS 84 to 0.6 percent") func ellipsoid() throws {
        let lengths: [(Position, Position, Double)] = [
            (try place(-0.5, 7), try place(0.5, 7), 110_574),
            (try place(89, 7), try place(90, 7), 111_694),
            (try place(0, 7), try place(0, 8), 111_320),
            (try place(45, 7), try place(45, 8), 78_847),
        ]
        for (from, to, metres) in lengths {
            #expect(abs(from.distanceMetres(to: to) / metres - 1) < 0.006)
        }
    }

    // A degree of longitude on the equator, 111,195 m on the sphere of 6,371,008.8 m, is a thousand
    // times this.
    @Test("across the date line it goes the short way") func dateLine() throws {
        let plane = LocalPlane(origin: try place(0, 179.9995))
        let beyond = plane.point(try place(0, -179.9995))
        #expect(abs(beyond.east - 111.195) < 0.001)
        #expect(abs(beyond.north) < 0.001)
        let back = try #require(plane.position(beyond))
        #expect(back.distanceMetres(to: try place(0, -179.9995)) < 0.001)
    }

    @Test("around a pole, ways of 100 m to all sides are 100 m long and lead back") func pole()
        throws
    {
        let plane = LocalPlane(origin: try place(89.999_5, 30))
        for degrees in stride(from: 0.0, to: 360, by: 30) {
            let point = PlaneVector(length: 100, towards: .degrees(degrees))
            let position = try #require(plane.position(point))
            #expect(abs(plane.origin.distanceMetres(to: position) - 100) < 0.001)
            #expect((plane.point(position) - point).length < 0.001)
        }
    }

    @Test("a step of so many metres is that far and in that direction, anywhere on earth")
    func moved() throws {
        for latitude in stride(from: -90.0, through: 90, by: 7.5) {
            for longitude in stride(from: -180.0, through: 180, by: 45) {
                let here = try place(latitude, longitude)
                let plane = LocalPlane(origin: here)
                for degrees in stride(from: 5.0, to: 360, by: 50) {
                    let wanted = PlaneVector(length: 2000, towards: .degrees(degrees))
                    let there = try #require(
                        here.moved(metres: 2000, towards: .degrees(degrees)))
                    #expect(abs(here.distanceMetres(to: there) - 2000) < 0.1)
                    #expect((plane.point(there) - wanted).length < 0.2)
                }
            }
        }
        #expect(try place(10, 0).moved(metres: .nan, towards: .degrees(0)) == nil)
    }

    @Test("what lies ahead and to the right of a nose to the east is east and south")
    func noses() {
        let seen = PlaneVector(forward: 3, right: 2, heading: .degrees(90))
        #expect((seen - PlaneVector(east: 3, north: -2)).length < 1e-12)
        #expect(abs(seen.forward(heading: .degrees(90)) - 3) < 1e-12)
        #expect(abs(seen.right(heading: .degrees(90)) - 2) < 1e-12)
        let turned = PlaneVector(east: 0, north: 1).turned(by: .degrees(90))
        #expect((turned - PlaneVector(east: 1, north: 0)).length < 1e-12)
    }
}

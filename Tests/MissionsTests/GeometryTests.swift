import Testing
import Values

@testable import Missions

@Suite struct GeometryTests {
    private func point(_ east: Double, _ north: Double) -> PlaneVector {
        PlaneVector(east: east, north: north)
    }

    // Worked out for the facts: A(52, 21), B(52.001, 21.002), P(52.0006, 21.001) on 6371 km.
    @Test("the distance from a leg is that of a sphere") func crossTrack() throws {
        let plane = LocalPlane(origin: try position(52, 21))
        let leg = PlaneSegment(
            start: plane.point(try position(52, 21)), end: plane.point(try position(52.001, 21.002))
        )
        let distance = leg.distance(to: plane.point(try position(52.0006, 21.001)))
        #expect(abs(distance - 8.631) < 0.002)
    }

    @Test("segments that cross have no distance, others that of their nearest ends") func segments()
    {
        let across = PlaneSegment(start: point(-1, 0), end: point(1, 0))
        #expect(across.distance(to: PlaneSegment(start: point(0, -1), end: point(0, 1))) == 0)
        #expect(across.distance(to: PlaneSegment(start: point(0, 0), end: point(0, 1))) == 0)
        #expect(across.distance(to: PlaneSegment(start: point(4, 4), end: point(9, 4))) == 5)
        #expect(across.distance(to: PlaneSegment(start: point(3, 0), end: point(4, 0))) == 2)
        let nowhere = PlaneSegment(start: point(0, 3), end: point(0, 3))
        #expect(across.distance(to: nowhere) == 3)
        #expect(nowhere.distance(to: nowhere) == 0)
    }

    @Test("a hollow polygon does not hold what lies in its hollow") func contains() {
        let horseshoe = PlanePolygon([
            point(0, 0), point(6, 0), point(6, 6), point(4, 6), point(4, 2), point(2, 2),
            point(2, 6), point(0, 6),
        ])
        #expect(horseshoe.contains(point(1, 5)))
        #expect(horseshoe.contains(point(3, 1)))
        #expect(!horseshoe.contains(point(3, 5)))
        #expect(!horseshoe.contains(point(7, 1)))
        #expect(horseshoe.crossing == nil)
        #expect(horseshoe.doubleArea == 2 * (36 - 8))
    }
}

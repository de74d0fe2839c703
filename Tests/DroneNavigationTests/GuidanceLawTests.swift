import Core
import JSON
import Missions
import Testing
import Values

@testable import DroneNavigation

/// The geometry of a flight. Expected numbers follow from plain geometry, or are the settings' own.
@Suite("Guidance law")
struct GuidanceLawTests {
    private func law(_ json: [String: JSONValue] = [:]) throws -> DroneNavigation.GuidanceLaw {
        DroneNavigation.GuidanceLaw(
            try NavigatorBench.settings(.object(json)))
    }

    private func leg(
        turn: Double, distance: Double = 20, climb: Double? = nil
    ) -> DroneNavigation.Leg {
        DroneNavigation.Leg(
            distanceMetres: distance, bearing: .degrees(0), turn: .degrees(turn),
            climbMetres: climb)
    }

    private func leg(
        _ law: DroneNavigation.GuidanceLaw, from: Position = NavigatorBench.home,
        heading: Double, to: Position, altitude: Double = 1, targetAltitude: Double? = nil
    ) -> DroneNavigation.Leg {
        law.leg(
            from: from, nose: .degrees(heading), altitudeMetres: altitude,
            to: Waypoint(to, altitudeMetres: targetAltitude))
    }

    @Test("on the spot it turns with 0.01 of the stick per degree, at most all of it")
    func turnsInProportion() throws {
        let law = try law()
        #expect(abs(law.motion(turning: .degrees(30)).yaw - 0.3) < 1e-12)
        #expect(abs(law.motion(turning: .degrees(-90)).yaw + 0.9) < 1e-12)
        #expect(law.motion(turning: .degrees(-180)).yaw == -1)
    }

    @Test("the bearing follows the earth, not a flat map")
    func bearingOnTheSphere() throws {
        // 100 m east and 100 m north of Berlin is a bearing of 45 degrees; a flat map of degrees
        // gives atan2(1 / cos 52.5°, 1) = 58.7 degrees, 13.7 too many.
        let leg = leg(
            try law(), heading: 0, to: NavigatorBench.place(east: 100, north: 100))
        #expect(abs(leg.bearing.degrees - 45) < 0.01)
        #expect(abs(leg.distanceMetres - 141.42) < 0.05)
    }

    @Test("it takes the short way over the date line")
    func dateLine() throws {
        let west = try #require(Position(latitude: 0, longitude: 179.9999))
        let east = try #require(Position(latitude: 0, longitude: -179.9999))
        let leg = leg(try law(), from: west, heading: 90, to: east)
        // 0.0002 degrees of the equator: 22.2 m, due east.
        #expect(abs(leg.distanceMetres - 22.24) < 0.01)
        #expect(abs(leg.turn.degrees) < 0.001)
    }

    @Test(
        "the direction difference stays within -180..<180",
        arguments: [(350.0, 10.0), (10.0, -10.0), (180.0, -180.0), (181.0, 179.0)])
    func wraps(heading: Double, turn: Double) throws {
        // The target is due north: the difference is minus the heading, wrapped.
        let leg = leg(try law(), heading: heading, to: NavigatorBench.place(north: 20))
        #expect(abs(leg.turn.degrees - turn) < 1e-6)
    }

    @Test("a turn of 3 degrees or less is done")
    func turned() throws {
        let law = try law()
        #expect(law.isTurned(.degrees(-3)))
        #expect(!law.isTurned(.degrees(3.1)))
    }

    @Test("it arrives within 1 m, and has left only beyond 2 m")
    func arrivalWithHysteresis() throws {
        let law = try law()
        #expect(law.isOverTarget(leg(turn: 0, distance: 0.99)))
        #expect(!law.isOverTarget(leg(turn: 0, distance: 1)))
        #expect(!law.hasLeft(leg(turn: 0, distance: 2)))
        #expect(law.hasLeft(leg(turn: 0, distance: 2.01)))
    }

    @Test(
        "on the spot it climbs and descends in proportion, within its limit and only outside the tolerance"
    )
    func altitude() throws {
        let law = try law()
        #expect(law.motion(climbingMetres: 0.3).climb == 0)
        #expect(abs(law.motion(climbingMetres: 0.6).climb - 0.3) < 1e-12)
        #expect(law.motion(climbingMetres: -5).climb == -0.5)
    }

    @Test("it never aims above the highest altitude allowed")
    func ceiling() throws {
        let leg = leg(
            try law(), heading: 0, to: NavigatorBench.home, altitude: 9, targetAltitude: 50)
        #expect(leg.climbMetres == 1)
    }
}

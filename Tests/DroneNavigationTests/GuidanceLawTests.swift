import Core
import JSON
import Missions
import Testing
import Values

@testable import DroneNavigation

/// The control law. Expected numbers are the predecessor's (gain 0.01 per degree, 20 % forward
/// within 45 degrees, 1 m radius) or follow from plain geometry.
@Suite("Guidance law")
struct GuidanceLawTests {
    private func law(_ json: [String: JSONValue] = [:]) throws -> DroneNavigation.GuidanceLaw {
        DroneNavigation.GuidanceLaw(
            try NavigatorBench.settings(ofOld: json))
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

    @Test("a target to the right turns it clockwise, one to the left the other way")
    func turnsTowardsTheTarget() throws {
        let law = try law()
        let east = NavigatorBench.place(east: 20)
        #expect(law.motion(along: leg(law, heading: 60, to: east)).yaw > 0)
        #expect(law.motion(along: leg(law, heading: 120, to: east)).yaw < 0)
    }

    @Test("the turning speed is the direction difference times 0.01, at most 1")
    func turnsInProportion() throws {
        let law = try law()
        #expect(abs(law.motion(along: leg(turn: 30)).yaw - 0.3) < 1e-12)
        #expect(abs(law.motion(along: leg(turn: -90)).yaw + 0.9) < 1e-12)
        #expect(law.motion(along: leg(turn: -180)).yaw == -1)
    }

    @Test("forward is positive, 20 %, and only when the target is less than 45 degrees off")
    func fliesForwardWhenFacing() throws {
        let law = try law()
        #expect(law.motion(along: leg(turn: 44.9)).forward == 0.2)
        #expect(law.motion(along: leg(turn: -44.9)).forward == 0.2)
        #expect(law.motion(along: leg(turn: 45)).forward == 0)
        #expect(law.motion(along: leg(turn: 180)).forward == 0)
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

    @Test("small differences are not corrected")
    func deadband() throws {
        let law = try law(["yaw_deadband": "5deg"])
        #expect(law.motion(along: leg(turn: 5)).yaw == 0)
        #expect(abs(law.motion(along: leg(turn: 5.1)).yaw - 0.051) < 1e-12)
    }

    @Test("it arrives within 1 m, and has left only beyond 2 m")
    func arrivalWithHysteresis() throws {
        let law = try law()
        #expect(law.hasArrived(leg(turn: 0, distance: 0.99)))
        #expect(!law.hasArrived(leg(turn: 0, distance: 1)))
        #expect(!law.hasLeft(leg(turn: 0, distance: 2)))
        #expect(law.hasLeft(leg(turn: 0, distance: 2.01)))
    }

    @Test("it keeps full speed up to the target unless told to slow down")
    func slowsDown() throws {
        #expect(try law().motion(along: leg(turn: 0, distance: 1.5)).forward == 0.2)
        let slowing = try law(["slow_down_within": "10m", "slow_speed": "4%"])
        #expect(slowing.motion(along: leg(turn: 0, distance: 10)).forward == 0.2)
        // Half way in: half way between 4 % and 20 %.
        #expect(abs(slowing.motion(along: leg(turn: 0, distance: 5)).forward - 0.12) < 1e-12)
    }

    @Test("it climbs and descends in proportion, within its limit and only outside the tolerance")
    func altitude() throws {
        let law = try law()
        #expect(law.motion(along: leg(turn: 0)).climb == 0)
        #expect(law.motion(along: leg(turn: 0, climb: 0.3)).climb == 0)
        #expect(abs(law.motion(along: leg(turn: 0, climb: 0.6)).climb - 0.3) < 1e-12)
        #expect(law.motion(along: leg(turn: 0, climb: -5)).climb == -0.5)
    }

    @Test("over the target but at the wrong altitude it climbs straight up and has not arrived")
    func climbsOverTheTarget() throws {
        let law = try law()
        let below = leg(turn: 100, distance: 0.5, climb: 2)
        #expect(!law.hasArrived(below))
        #expect(law.motion(along: below) == StickPosition(climb: 0.5))
    }

    @Test("it never aims above the highest altitude allowed")
    func ceiling() throws {
        let leg = leg(
            try law(), heading: 0, to: NavigatorBench.home, altitude: 9, targetAltitude: 50)
        #expect(leg.climbMetres == 1)
    }
}

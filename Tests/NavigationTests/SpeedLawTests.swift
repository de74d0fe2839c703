import Testing
import Values

@testable import Navigation

/// The formulas, held against tables that were computed from them elsewhere, by hand, to the last digit that is given.
@Suite struct SpeedLawTests {
    // v, then metres to stop with 1 m/s² and 0.6/s, and with 1.5 m/s² and 0.8/s.
    @Test(
        "stopping distances are those of the table",
        arguments: [
            (1.0, 1.67, 1.25), (1.5, 2.50, 1.88), (2, 3.39, 2.51), (2.5, 4.51, 3.26),
            (3, 5.89, 4.17), (4, 9.39, 6.51),
        ])
    func stopping(speed: Double, soft: Double, hard: Double) {
        let (first, second) = (
            SpeedLaw.stoppingMetres(speed: speed, gain: 0.6, acceleration: 1),
            SpeedLaw.stoppingMetres(speed: speed, gain: 0.8, acceleration: 1.5)
        )
        #expect(abs(first - soft) < 0.006)
        #expect(abs(second - hard) < 0.006)
        #expect(
            SpeedLaw.stoppingMetres(
                speed: speed, gain: 0.6, acceleration: 1, delay: .milliseconds(500))
                == first + speed / 2)
    }

    // Distance, then the most speed with a jerk of 2 m/s³, and with any.
    @Test(
        "the most speed for a distance is that of the table",
        arguments: [
            (1.0, 0.73, 1.41), (2, 1.24, 2.00), (5, 2.32, 3.16), (10, 3.58, 4.47),
            (20, 5.40, 6.32),
        ])
    func most(metres: Double, jerky: Double, free: Double) {
        let speed = SpeedLaw.maxSpeed(metres: metres, exit: 0, acceleration: 1, jerk: 2)
        #expect(abs(speed - jerky) < 0.006)
        let limit = SpeedLaw.maxSpeed(metres: metres, exit: 0, acceleration: 1, jerk: 1e9)
        #expect(abs(limit - free) < 0.006)
        #expect(SpeedLaw.maxSpeed(metres: -1, exit: 0, acceleration: 1, jerk: 2) == 0)
    }

    @Test(
        "corners of 2 m radius at 1 m/s² are flown as in the table",
        arguments: [(170.0, 4.8), (135, 2.2), (90, 1.41), (45, 0.91)])
    func corners(degrees: Double, speed: Double) {
        let corner = SpeedLaw.corner(
            radians: Angle.degrees(degrees).radians, radius: 2, acceleration: 1)
        #expect(abs(corner - speed) < 0.05)
    }

    @Test("the square-root law is proportional near the goal and brakes evenly far from it")
    func approach() {
        #expect(SpeedLaw.approach(error: 1, gain: 0.6, acceleration: 1) == 0.6)
        #expect(SpeedLaw.approach(error: -1, gain: 0.6, acceleration: 1) == -0.6)
        // Where it is even, it stops in the distance that it has: its inverse is the stopping distance.
        for metres in [0.5, 3, 8, 30] {
            let speed = SpeedLaw.approach(error: metres, gain: 0.6, acceleration: 1)
            let stop = SpeedLaw.stoppingMetres(speed: speed, gain: 0.6, acceleration: 1)
            #expect(abs(stop - metres) < 1e-9)
        }
    }

    // Airspeed 5, wind 3 across: 3-4-5.
    @Test("a wind from the side costs what the triangle says, a tailwind gives nothing")
    func triangle() {
        #expect(SpeedLaw.overGround(airSpeed: 5, windAlong: 0, windAcross: 3) == 4)
        #expect(SpeedLaw.overGround(airSpeed: 5, windAlong: -1, windAcross: -3) == 3)
        #expect(SpeedLaw.overGround(airSpeed: 5, windAlong: 2, windAcross: 3) == 4)
        #expect(SpeedLaw.overGround(airSpeed: 5, windAlong: 9, windAcross: 5) == 0)
        #expect(SpeedLaw.overGround(airSpeed: 5, windAlong: -6, windAcross: 0) == 0)
    }

    // Steady speeds of tum_ardrone's model with 17.5 m/s.
    @Test(
        "a tilt ends with the speed of the identified model",
        arguments: [(5.0, 1.5), (8, 2.4), (12, 3.6), (15, 4.5), (20, 6.0)])
    func tilts(degrees: Double, speed: Double) {
        let drag = DragModel()
        #expect(abs(drag.steadySpeed(tilt: .degrees(degrees)) - speed) < 0.05)
        #expect(abs(drag.tilt(steady: speed).degrees - degrees) < 0.2)
    }

    // A(52, 21), B(52.001, 21.002), P(52.0006, 21.001) on 6371 km: 95.20 m along, 8.631 m to the left.
    @Test("along and across a track are those of a sphere") func track() throws {
        let places = try [(52.0, 21.0), (52.001, 21.002), (52.0006, 21.001)].map {
            try #require(Position(latitude: $0, longitude: $1))
        }
        let plane = LocalPlane(origin: places[0])
        let track = Track(from: .zero, to: plane.point(places[1]), metresPerSecond: 2)
        let sight = track.sight(from: plane.point(places[2]))
        #expect(abs(sight.alongMetres - 95.20) < 0.01)
        #expect(abs(sight.acrossMetres + 8.631) < 0.002)
        #expect(abs(sight.remainingMetres - (176.381 - 95.20)) < 0.02)
        #expect(sight.distanceMetres > sight.remainingMetres)
    }
}

import Testing
import Values

@Suite struct AngleTests {
    @Test(
        "the short way round is in -180..<180",
        arguments: [
            (0, 0), (179, 179), (180, -180), (181, -179), (-180, -180), (-181, 179), (360, 0),
            (540, -180), (-540, -180), (725, 5), (-725, -5),
        ] as [(Double, Double)])
    func wrapped(degrees: Double, expected: Double) {
        #expect(Angle.degrees(degrees).wrapped.degrees == expected)
    }

    @Test(
        "a compass shows 0..<360",
        arguments: [(0, 0), (359, 359), (360, 0), (-1, 359), (-360, 0), (-725, 355), (1085, 5)]
            as [(Double, Double)])
    func compass(degrees: Double, expected: Double) {
        #expect(Angle.degrees(degrees).compass.degrees == expected)
    }

    @Test(
        "a hair beside a whole turn does not round out of the range",
        arguments: [-1e-17, -1e-14, -2.8e-14, -180 - 2.8e-14, -360 - 5e-14, 540 - 1e-13])
    func hair(degrees: Double) {
        let compass = Angle.degrees(degrees).compass.degrees
        let wrapped = Angle.degrees(degrees).wrapped.degrees
        #expect(compass >= 0 && compass < 360)
        #expect(wrapped >= -180 && wrapped < 180)
    }

    @Test("every angle keeps its direction, however many turns it has made") func directionKept() {
        for turns in -3...3 {
            for degrees in stride(from: -179.5, to: 180, by: 7.25) {
                let angle = Angle.degrees(degrees + 360 * Double(turns))
                #expect(abs(angle.wrapped.degrees - degrees) < 1e-9)
                #expect(abs((angle.compass - .degrees(degrees)).wrapped.degrees) < 1e-9)
            }
        }
    }

    @Test("what is no number stays none, and does not trap") func notANumber() {
        #expect(Angle.degrees(.nan).compass.degrees.isNaN)
        #expect(Angle.degrees(.infinity).wrapped.degrees.isNaN)
    }

    @Test("radians and degrees are the same angle") func radians() {
        #expect(abs(Angle.radians(.pi / 2).degrees - 90) < 1e-12)
        #expect(abs(Angle.degrees(-180).radians + .pi) < 1e-12)
    }

    @Test("a heading is a compass direction") func heading() {
        #expect(Heading(.degrees(-90)).angle == .degrees(270))
    }
}

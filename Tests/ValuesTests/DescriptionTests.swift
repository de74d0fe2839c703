import Testing
import Values

@Suite struct DescriptionTests {
    @Test("values are written as a person writes them, with units") func values() throws {
        #expect("\(Temperature(celsius: 21.4687))" == "21.5 °C")
        #expect("\(Temperature(celsius: -0.04))" == "0.0 °C")
        #expect("\(LightLevel(ratio: 0.684))" == "68 %")
        #expect(
            "\(LightLevel(ratio: 0.684, ohms: 100, approximateLux: 42.3))" == "68 %, about 42 lx")
        #expect("\(Contact(isActive: true))" == "closed")
        #expect("\(Contact(isActive: false))" == "open")
        #expect("\(Heading(.degrees(-89)))" == "271°")
        #expect("\(Heading(.degrees(359.7)))" == "0°")
    }

    @Test("a fix says its hemispheres, and its error where it is known") func fixes() throws {
        let berlin = try #require(Position(latitude: 52.473041, longitude: 13.403262))
        #expect("\(Fix(position: berlin))" == "52.47304 N 13.40326 E")
        #expect(
            "\(Fix(position: berlin, horizontalErrorMetres: 2.52))"
                == "52.47304 N 13.40326 E ±2.5 m")
        let lima = try #require(Position(latitude: -12.0464, longitude: -77.0428))
        #expect("\(lima)" == "12.04640 S 77.04280 W")
    }

    @Test("an aircraft says what it does, how high, how full, and why it would not take off")
    func flight() {
        func state(_ phase: FlightState.Phase, _ failures: [String] = []) -> FlightState {
            FlightState(
                phase: phase, batteryPercent: 97, altitudeMetres: 2.21, roll: .degrees(0),
                pitch: .degrees(0), yaw: .degrees(0), forwardMetresPerSecond: 0,
                rightMetresPerSecond: 0, armingFailures: failures)
        }
        #expect("\(state(.flying))" == "flying, 2.2 m, 97 %")
        #expect("\(state(.takingOff))" == "taking off, 2.2 m, 97 %")
        #expect(
            "\(state(.landed, ["low battery", "motors cut"]))"
                == "landed, 2.2 m, 97 %; does not take off: low battery, motors cut")
    }

    @Test("a servo says the angle asked for and whether it is held there") func servo() {
        let angle = Angle.degrees(180)
        #expect(
            "\(ServoState(commanded: angle, isMoving: true, isPowered: true))" == "180°, moving")
        #expect("\(ServoState(commanded: angle, isMoving: false, isPowered: true))" == "180°, held")
        #expect(
            "\(ServoState(commanded: angle, isMoving: false, isPowered: false))"
                == "180°, released")
        #expect(
            "\(ServoState(commanded: nil, isMoving: false, isPowered: false))"
                == "no command yet, released")
    }

    @Test("a quality is a word and a reason") func qualities() {
        #expect(Quality.good.code == .good && Quality.good.reason == nil)
        #expect("\(Quality.good)" == "good")
        #expect("\(Quality.doubtful("too warm"))" == "doubtful: too warm")
        #expect("\(Quality.absent("unplugged"))" == "absent: unplugged")
        #expect("\(Quality.stale(limit: .milliseconds(500)))" == "stale: nothing new within 500 ms")
    }
}

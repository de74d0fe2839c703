import Core
import Testing
import Values

@testable import Simulators

/// The body alone. Numbers from tum_ardrone's model: 1/c1 is 1.72 s, c2 17.8 m/s, 1/c7 0.71 s.
struct FlightDynamicsTests {
    /// Flies a body for some seconds, in the step of the model.
    private func fly(
        _ airframe: Airframe, _ setpoint: Airframe.Setpoint, for seconds: Double
    ) -> Airframe {
        var airframe = airframe
        for _ in 0..<Int(seconds / 0.005) {
            airframe.step(0.005, setpoint: setpoint, air: .zero)
        }
        return airframe
    }

    @Test("a tilt becomes a velocity with a time constant of 1.7 s")
    func timeConstant() {
        let begin = Airframe(heading: .degrees(0), altitudeMetres: 3, pitch: .degrees(-12))
        let forward = Airframe.Setpoint(pitch: .degrees(-12))
        let after = fly(begin, forward, for: 1.72).forwardMetresPerSecond
        #expect(abs(after - 3.7 * 0.632) < 0.05)
        #expect(abs(fly(begin, forward, for: 20).forwardMetresPerSecond - 3.7) < 0.01)
    }

    @Test("level from 2 m/s it coasts 3.4 m")
    func coasts() {
        let begin = Airframe(
            heading: .degrees(0), altitudeMetres: 3, velocity: PlaneVector(east: 0, north: 2))
        #expect(abs(fly(begin, Airframe.Setpoint(), for: 20).offset.north - 3.45) < 0.05)
    }

    @Test("a climb is two thirds there after 0.7 s")
    func climbs() {
        let begin = Airframe(heading: .degrees(0), altitudeMetres: 1)
        let up = Airframe.Setpoint(climbMetresPerSecond: 1)
        #expect(abs(fly(begin, up, for: 0.71).climbMetresPerSecond - 0.632) < 0.02)
    }

    @Test("a drawn drone differs by up to the spread, and is the same for the same seed")
    func drawn() {
        func draw(_ seed: UInt64) -> FlightDynamics {
            var generator = SeededGenerator(seed: seed)
            return FlightDynamics.identified.drawn(spread: 0.2, using: &generator)
        }
        #expect(draw(1) == draw(1))
        #expect(draw(1) != draw(2))
        for seed in 0..<200 {
            #expect((0.464...0.696).contains(draw(UInt64(seed)).dragPerSecond))
        }
    }

    @Test(
        "hover drifts with the wind where the camera sees no way",
        arguments: [
            (GroundSurface.textured, 0.0...3.0), (.water, 15.0...60.0), (.dark, 5.0...60.0),
        ])
    func surfaces(surface: GroundSurface, metres: ClosedRange<Double>) throws {
        var bench = try DroneModelBench {
            $0.wind = Wind(speedMetresPerSecond: 2, towards: .degrees(90))
        }
        bench.fly()
        bench.model.faults.ground = surface
        let place = bench.model.truth.position
        bench.keepFlying(DroneModelBench.hover, for: .seconds(20))
        #expect(metres.contains(place.distanceMetres(to: bench.model.truth.position)))
        let shown = bench.model.report.flow.rightMetresPerSecond
        #expect(surface != .dark || shown == 0)
        #expect(surface != .water || abs(shown) < 1)
    }

    @Test("above the ultrasound's 6 m the camera tells too little of the way")
    func tooHigh() {
        var camera = FlowCamera(seed: 1)
        let body = Airframe(
            heading: .degrees(0), altitudeMetres: 9, velocity: PlaneVector(east: 0, north: 3))
        camera.step(0.005, body, over: .textured)
        #expect(abs(camera.reading.forwardMetresPerSecond - 2) < 1e-9)
    }
}

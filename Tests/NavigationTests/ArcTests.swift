import Core
import Testing
import Values

@testable import Navigation

/// Circles on an aircraft as it was identified, its drag wrong by a fifth, in gusts.
@Suite struct ArcTests {
    private static let center = PlaneVector(east: 30, north: -10)

    private struct Flight {
        /// How far beside the circle, in each step.
        var besides: [Double] = []
        var turnedDegrees = 0.0
        var farthestNose = 0.0
        var end = PlaneVector.zero
        var fastest = 0.0
        var arrivedAt: Instant?
    }

    private func arc(radius: Double, turns: Double, clockwise: Bool = true, speed: Double) -> Arc {
        Arc(
            around: Self.center, radiusMetres: radius, turns: turns, isClockwise: clockwise,
            from: .zero, metresPerSecond: speed)
    }

    /// From a stand where the circle begins.
    private func fly(
        _ arc: Arc, wind: PlaneVector = .zero, gusts: Double = 0, heading: Angle? = nil
    ) -> Flight {
        var arc = arc
        var aircraft = FlownAircraft(seed: 5)
        aircraft.wind = wind
        aircraft.gusts = gusts
        aircraft.drag.dragPerSecond *= 1.2
        aircraft.maxTilt = .degrees(20)
        aircraft.stand(at: arc.start)
        var settings = GuidanceSettings()
        settings.maxTilt = .degrees(20)
        var guidance = Guidance()
        var (flight, now) = (Flight(), Instant.zero)
        var bearing = (aircraft.place - Self.center).direction
        while now < .zero + .seconds(600), flight.arrivedAt == nil {
            now = now + .milliseconds(50)
            let estimate = aircraft.knownEstimate(at: now)
            arc.note(estimate.place)
            let steering = guidance.steer(
                estimate, altitudeMetres: aircraft.altitudeMetres, around: arc, at: 3,
                heading: heading, by: settings, at: now)
            aircraft.step(steering.stick)
            let offset = aircraft.place - Self.center
            flight.turnedDegrees += (offset.direction - bearing).wrapped.degrees
            bearing = offset.direction
            flight.besides.append(abs(offset.length - arc.radiusMetres))
            flight.fastest = max(flight.fastest, aircraft.velocity.length)
            if let heading, now > .zero + .seconds(10) {
                flight.farthestNose = max(
                    flight.farthestNose, abs((aircraft.heading - heading).wrapped.degrees))
            }
            if steering.hasArrived { flight.arrivedAt = now }
        }
        flight.end = aircraft.place
        return flight
    }

    @Test(
        "it flies around as often and in the direction that it is asked, to a stop where it has to end",
        arguments: [(1.0, true), (0.25, false), (2.5, true), (2.5, false)])
    func around(turns: Double, isClockwise: Bool) {
        let arc = arc(radius: 10, turns: turns, clockwise: isClockwise, speed: 2)
        let flight = fly(arc)
        #expect(flight.arrivedAt != nil)
        let wanted = 360 * turns * (isClockwise ? 1 : -1)
        #expect(abs(flight.turnedDegrees - wanted) < 12, "\(flight.turnedDegrees)")
        #expect((flight.end - arc.end).length < 2)
        let worst = flight.besides.max() ?? .infinity
        #expect(worst < 0.6, "\(worst)")
        #expect((1.9...2.3).contains(flight.fastest), "\(flight.fastest)")
    }

    @Test("in gusts of wind it stays near the circle, all around")
    func wind() {
        for radius in [4.0, 10, 30] {
            let speed = min(2, SpeedLaw.circle(radius: radius))
            let flight = fly(
                arc(radius: radius, turns: 2, speed: speed), wind: PlaneVector(east: 3, north: 2),
                gusts: 0.8)
            let squares = flight.besides.reduce(0) { $0 + $1 * $1 }
            let deviation = (squares / Double(flight.besides.count)).squareRoot()
            #expect(flight.arrivedAt != nil)
            #expect(deviation < 0.6, "\(radius) m: \(deviation) m")
        }
    }

    @Test("the nose stays where it is to point, all around") func nose() {
        let flight = fly(arc(radius: 10, turns: 1, speed: 2), heading: .degrees(40))
        #expect(flight.farthestNose < 5, "\(flight.farthestNose)")
    }

    @Test("who is blown back has as much more to fly, and over the middle a direction says nothing")
    func progress() {
        var arc = arc(radius: 10, turns: 1, speed: 2)
        func place(_ degrees: Double, _ metres: Double = 10) -> PlaneVector {
            let begin = (PlaneVector.zero - Self.center).direction
            return Self.center + PlaneVector(length: metres, towards: begin + .degrees(degrees))
        }
        arc.note(place(90))
        #expect(abs(arc.left.degrees - 270) < 1e-9)
        arc.note(place(60))
        #expect(abs(arc.left.degrees - 300) < 1e-9)
        arc.note(place(200, 2))
        #expect(abs(arc.left.degrees - 300) < 1e-9)
        for degrees in [120.0, 240, 360, 370] { arc.note(place(degrees)) }
        #expect(abs(arc.left.degrees + 10) < 1e-9)
    }

    @Test(
        "at the most that a circle is flown with, a stop straight on ends a metre beside it at most",
        arguments: [1.0, 2, 5, 10, 20, 50, 200])
    func speeds(radius: Double) {
        let speed = SpeedLaw.circle(radius: radius)
        let straight = SpeedLaw.stoppingMetres(speed: speed, delay: SpeedLaw.reaction)
        let beside = (radius * radius + straight * straight).squareRoot() - radius
        #expect(beside <= SpeedLaw.circleLeewayMetres + 1e-9, "\(beside)")
        #expect(speed * speed / radius <= 0.5 + 1e-9)
        // One of both holds it back.
        #expect(beside > 0.999 || speed * speed / radius > 0.4999)
    }
}

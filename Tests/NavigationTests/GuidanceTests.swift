import Core
import Testing
import Values

@testable import Navigation

/// The law on an aircraft as it was identified, its drag wrong by a fifth, in gusts.
@Suite struct GuidanceTests {
    /// A flight along legs until it has arrived, with what was seen on the way.
    struct Flight {
        var aircraft: FlownAircraft
        var guidance = Guidance()
        var estimator = Estimator()
        var arrivedAt: Instant?
        var acrossSquared = 0.0
        var steps = 0.0
        var overshoot = 0.0
        var fastest = 0.0
        var sticks: [StickPosition] = []
        var attainable = 0.0
        private var past: [PlaneVector] = []
        private let plane = LocalPlane(origin: FlownWorld.home)

        init(_ aircraft: FlownAircraft) {
            self.aircraft = aircraft
        }

        mutating func fly(_ legs: [PlaneVector], for time: Duration, heading: Angle? = nil) {
            var (leg, start, now) = (0, PlaneVector.zero, Instant.zero)
            while now < .zero + time {
                now = now + .milliseconds(50)
                guard let estimate = sense(at: now) else {
                    aircraft.step(.still)
                    continue
                }
                let next = leg + 1 < legs.count ? legs[leg + 1] : nil
                let steering = guidance.steer(
                    estimate, altitudeMetres: aircraft.altitudeMetres,
                    to: Guidance.Goal(
                        track: Track(from: start, to: legs[leg], next: next, metresPerSecond: 2),
                        altitudeMetres: 3, heading: heading),
                    by: .usual, at: now)
                aircraft.step(steering.stick)
                note(steering, from: start, to: legs[leg], at: now)
                if steering.hasPassed, next != nil {
                    start = legs[leg]
                    leg += 1
                }
            }
        }

        /// Fixes without an error, 0.2 s late.
        private mutating func sense(at now: Instant) -> Estimate? {
            past.append(aircraft.place)
            estimator.note(Heading(aircraft.heading), takenAt: now)
            estimator.note(aircraft.flight, takenAt: now)
            if let position = plane.position(past[max(0, past.count - 5)]) {
                _ = estimator.note(.good(Fix(position: position), at: now), at: now)
            }
            return estimator.estimate(at: now)
        }

        private mutating func note(
            _ steering: Guidance.Steering, from: PlaneVector, to: PlaneVector, at now: Instant
        ) {
            let truth = Track(from: from, to: to, metresPerSecond: 2).sight(from: aircraft.place)
            acrossSquared += truth.acrossMetres * truth.acrossMetres
            steps += 1
            overshoot = max(overshoot, -truth.remainingMetres)
            fastest = max(fastest, aircraft.velocity.length)
            sticks.append(steering.stick)
            attainable = steering.attainableMetresPerSecond
            if steering.hasArrived, arrivedAt == nil { arrivedAt = now }
        }

        var acrossRMS: Double { (acrossSquared / steps).squareRoot() }
    }

    private func aircraft(wind: Double, drag: Double = 1, gusts: Double = 0) -> FlownAircraft {
        var aircraft = FlownAircraft(seed: 3)
        aircraft.wind = PlaneVector(length: wind, towards: .degrees(100))
        aircraft.gusts = gusts
        aircraft.drag.dragPerSecond *= drag
        aircraft.maxTilt = .degrees(20)
        aircraft.heading = .degrees(70)
        return aircraft
    }

    // Winds of the task, to 5 m/s; gusts of a breeze, 0.8 m/s.
    @Test(
        "it holds the track in wind, arrives and stays, whatever the drag is to a fifth",
        arguments: [0.0, 3, 5], [0.8, 1.2])
    func wind(metresPerSecond: Double, drag: Double) {
        var flight = Flight(aircraft(wind: metresPerSecond, drag: drag, gusts: 0.8))
        flight.fly([PlaneVector(east: 0, north: 40)], for: .seconds(60))
        #expect(flight.arrivedAt != nil)
        #expect(flight.acrossRMS < 0.6)
        #expect((flight.aircraft.place - PlaneVector(east: 0, north: 40)).length < 2)
        #expect(flight.fastest < 3)
        #expect(abs(flight.aircraft.altitudeMetres - 3) < 0.1)
    }

    @Test("in still air it stops where it should, without going beyond by more than half a metre")
    func stops() {
        var flight = Flight(aircraft(wind: 0))
        flight.fly([PlaneVector(east: 0, north: 20)], for: .seconds(30))
        #expect(flight.overshoot < 0.5)
        #expect((flight.aircraft.place - PlaneVector(east: 0, north: 20)).length < 0.3)
        #expect(flight.arrivedAt.map { $0 < .zero + .seconds(20) } == true)
    }

    @Test("a corner is cut, and flown no faster than its radius allows") func corner() {
        var flight = Flight(aircraft(wind: 0))
        let legs = [PlaneVector(east: 0, north: 20), PlaneVector(east: 20, north: 20)]
        flight.fly(legs, for: .seconds(40))
        #expect(flight.arrivedAt != nil)
        // A corner of 90 degrees, cut by 2 m, may be left behind by about its radius.
        #expect(flight.acrossRMS < 0.8)
    }

    @Test("a wind that it cannot fly against attains nothing, and does not tip it over")
    func overpowered() {
        var flight = Flight(aircraft(wind: 9))
        flight.fly([PlaneVector(east: -40, north: 0)], for: .seconds(20))
        #expect(flight.attainable == 0)
        #expect(flight.arrivedAt == nil)
        #expect(
            flight.sticks.allSatisfy { $0.forward * $0.forward + $0.roll * $0.roll < 1.05 })
    }

    @Test("height and nose are moved without a jerk") func smooth() {
        var flight = Flight(aircraft(wind: 0))
        flight.fly([PlaneVector(east: 0, north: 5)], for: .seconds(15), heading: .degrees(-100))
        for (before, after) in zip(flight.sticks, flight.sticks.dropFirst()) {
            // Half a m/s² of 0.7 m/s, and 60 degrees/s² of 60 degrees/s, in 50 ms.
            #expect(abs(after.climb - before.climb) < 0.04)
            #expect(abs(after.yaw - before.yaw) < 0.06)
        }
        #expect(abs((flight.aircraft.heading - .degrees(-100)).wrapped.degrees) < 2)
    }

    @Test("flying over a goal is no arrival, and one wrong position is none") func arrival() {
        var timer = ArrivalTimer()
        func note(_ milliseconds: Int, metres: Double, speed: Double) -> Bool {
            let now = Instant.zero + .milliseconds(milliseconds)
            timer.note(metres: metres, speed: speed, altitudeError: 0, by: .usual, at: now)
            return timer.hasArrived(after: GuidanceSettings.usual.arrivalTime, at: now)
        }
        #expect(!note(0, metres: 1, speed: 2))
        #expect(!note(1500, metres: 1, speed: 2))
        #expect(!note(2000, metres: 1, speed: 0.3))
        #expect(!note(2050, metres: 9, speed: 0.3))
        #expect(!note(3100, metres: 1, speed: 0.3))
        #expect(!note(4000, metres: 2.9, speed: 0.6))
        #expect(note(4100, metres: 1, speed: 0.3))
        #expect(!note(4200, metres: 3.1, speed: 0.3))
    }

    @Test("after a reset it begins with what is flown then") func reset() throws {
        var flight = Flight(aircraft(wind: 0))
        flight.fly([PlaneVector(east: 0, north: 20)], for: .seconds(6))
        var guidance = flight.guidance
        guidance.reset()
        let estimate = try #require(flight.estimator.estimate(at: .zero + .seconds(6)))
        let goal = Guidance.Goal(
            track: Track(
                from: .zero, to: PlaneVector(east: 0, north: 20), metresPerSecond: 2))
        let stick = guidance.steer(
            estimate, altitudeMetres: 3, to: goal, by: .usual, at: .zero + .seconds(30)
        ).stick
        #expect(abs(stick.climb) < 1e-9)
        #expect(abs(stick.yaw) < 1e-9)
        #expect(max(abs(stick.forward), abs(stick.roll)) < 0.5)
    }

    @Test(
        "a corner is passed near it or a little beside, not by who was carried past it far away",
        arguments: [(1.0, 19.0, true), (3, 21, true), (10, 21, false), (0, 10, false)])
    func passing(east: Double, north: Double, isPassed: Bool) {
        let estimate = Estimate(
            at: .zero, plane: LocalPlane(origin: FlownWorld.home),
            place: PlaneVector(east: east, north: north), placeDeviationMetres: 1,
            velocity: .zero, velocityDeviation: 0.1, heading: .degrees(0),
            headingDeviation: .degrees(3), wind: .zero, windDeviation: 0.2, doubts: [],
            sinceFix: .zero, metresSinceFix: 0, jumps: 0)
        let track = Track(
            from: .zero, to: PlaneVector(east: 0, north: 20),
            next: PlaneVector(east: 20, north: 20), metresPerSecond: 2)
        var guidance = Guidance()
        let steering = guidance.steer(
            estimate, altitudeMetres: 3, to: Guidance.Goal(track: track), by: .usual,
            at: .zero)
        #expect(steering.hasPassed == isPassed)
    }
}

import Core
import JSON
import Navigation
import TestSupport
import Testing
import Values

@testable import DroneNavigation

/// The way home by itself. `ModelAircraft` flies it in calm air; in wind the simulated flights do.
@Suite("The way home")
struct ReturnHomeTests {
    /// One that has flown 15 m to the north, towards a target 20 m away.
    private func underWay(
        _ extra: [String: JSONValue] = [:]
    ) throws -> (NavigatorBench, ModelAircraft) {
        var bench = try NavigatorBench.flying(extra)
        var aircraft = ModelAircraft()
        for _ in 0..<1000 where aircraft.north < 15 { aircraft.fly(&bench) }
        try #require(bench.code == "flying")
        return (bench, aircraft)
    }

    private func fly(
        _ aircraft: inout ModelAircraft, _ bench: inout NavigatorBench, for time: Duration
    ) {
        let end = bench.now + time
        while bench.now < end, bench.command != .land { aircraft.fly(&bench) }
    }

    @Test("with 20 % of battery for 2 s it turns back, and lands where it took off")
    func battery() throws {
        var (bench, aircraft) = try underWay()
        bench.battery = 20
        fly(&aircraft, &bench, for: .milliseconds(2100))
        #expect(bench.code == "returning-battery-low")
        #expect(bench.words.contains("flying home"), "\(bench.words)")
        fly(&aircraft, &bench, for: .seconds(60))
        #expect(bench.code == "landing-battery-low")
        #expect(abs(aircraft.north) < 1.5 && abs(aircraft.east) < 1.5, "\(aircraft)")
    }

    @Test("asked to, it flies home and lands there, whatever a failsafe would do")
    func asked() throws {
        var (bench, aircraft) = try underWay(["return_home": false])
        #expect(bench.ask(.returnHome)?.message == "flying home, to land there")
        #expect(bench.code == "returning-asked")
        #expect(bench.outputs?.reason.isFailsafe == false)
        fly(&aircraft, &bench, for: .seconds(60))
        #expect(bench.code == "landing-asked" && bench.command == .land)
        #expect(abs(aircraft.north) < 1.5 && abs(aircraft.east) < 1.5, "\(aircraft)")
    }

    @Test("on the way home it still hovers and lands as it is asked") func changed() throws {
        var (bench, _) = try underWay()
        bench.ask(.returnHome)
        #expect(bench.ask(.hover)?.message == "hovering")
        bench.ask(.returnHome)
        bench.ask(.land)
        #expect(bench.command == .land)
    }

    @Test("it is not flown home by a way that is unknown") func refused() throws {
        var grounded = try NavigatorBench()
        grounded.step()
        #expect(grounded.ask(.returnHome)?.message == "refused: it is on the ground")
        var (lost, _) = try underWay()
        lost.position = nil
        lost.run(for: .seconds(3))
        let command = lost.command
        #expect(lost.ask(.returnHome)?.message.hasPrefix("refused: ") == true)
        #expect(lost.command == command)
    }

    @Test("where it may not fly home, or does not know where it is, it lands at once")
    func landsInstead() throws {
        var (forbidden, _) = try underWay(["return_home": false])
        forbidden.altitude = 1
        forbidden.run(for: .seconds(480))
        #expect(forbidden.command == .land)
        var (lost, _) = try underWay(["max_flight_time": "30s", "heading_lost_land_after": "60s"])
        lost.heading = nil
        lost.forwardSpeed = 0
        #expect(lost.run(for: .seconds(30)).reason.code == "landing-flight-time-over")
    }

    @Test("on the way home an empty battery, a wall of wind or a lost position lands it")
    func endsOfTheReturn() throws {
        for (change, code) in [
            ({ $0.battery = 12 }, "landing-battery-empty"),
            ({ $0.position = nil }, "landing-fix-lost"), ({ _ in }, "landing-no-progress"),
        ] as [((inout NavigatorBench) -> Void, String)] {
            var (bench, aircraft) = try underWay()
            bench.battery = 20
            fly(&aircraft, &bench, for: .seconds(3))
            try #require(bench.code == "returning-battery-low")
            change(&bench)
            #expect(bench.run(for: .seconds(20)).reason.code == code)
        }
    }

    @Test("what has sent it home stops it no more, and hides nothing else")
    func nothingIsHidden() throws {
        func returning() throws -> NavigatorBench {
            var bench = try NavigatorBench.flying()
            bench.fly(to: NavigatorBench.place(east: 16, north: 24), at: 0.9)
            bench.fly(to: NavigatorBench.place(east: 17, north: 26), at: 0.9)
            bench.run(for: .seconds(6))
            try #require(bench.code == "returning-outside-fence")
            return bench
        }
        var unled = try returning()
        unled.heading = nil
        #expect(unled.step().pilot == .hover && unled.code == "paused-heading-lost")
        // Held where it is, outside of the fence all the time.
        var held = try returning()
        #expect(held.run(for: .seconds(16)).reason.code == "landing-no-progress")
    }

    @Test("not home in time it lands where it is")
    func takesTooLong() throws {
        var (bench, aircraft) = try underWay(["return_time": "5s"])
        bench.battery = 20
        fly(&aircraft, &bench, for: .seconds(3))
        try #require(bench.code == "returning-battery-low")
        fly(&aircraft, &bench, for: .seconds(6))
        #expect(bench.code == "landing-return-time-over")
    }

    @Test("the time of the flight being over it flies home, and is not told to land for it")
    func flightTime() throws {
        var (bench, aircraft) = try underWay(["max_flight_time": "16s"])
        // Something holds it where it is.
        bench.forwardSpeed = 0
        bench.run(for: .seconds(8))
        #expect(bench.code == "returning-flight-time-over")
        fly(&aircraft, &bench, for: .seconds(60))
        #expect(bench.code == "landing-flight-time-over")
        #expect(abs(aircraft.north) < 1.5, "\(aircraft)")
    }

    @Test(
        "on the way home a person may land it, but not keep it in the air for what ends the flight")
    func person() throws {
        var (bench, _) = try underWay(["max_flight_time": "16s"])
        // Something holds it where it is.
        bench.forwardSpeed = 0
        bench.run(for: .seconds(8))
        let refused = bench.ask(.hover)
        #expect(refused?.isAccepted == false && bench.code == "returning-flight-time-over")
        #expect(refused?.message.contains("it can be told to land") == true)
        #expect(bench.ask(.land)?.isAccepted == true && bench.code == "landing-asked")
    }

    @Test("a return for want of an answer ends when somebody answers")
    func answered() throws {
        var (bench, _) = try underWay()
        // Something holds it where it is.
        bench.forwardSpeed = 0
        bench.run(for: .seconds(15))
        try #require(bench.code == "awaiting-no-progress")
        bench.run(for: .seconds(11))
        #expect(bench.code == "returning-nobody-answered")
        #expect(bench.ask(.hover)?.isAccepted == true && bench.code == "hovering-person")
    }

    // MARK: What it takes

    /// 100 m from home, at 5 m, in wind towards the south.
    private func needed(wind: Double, after flown: Duration = .zero, drained: Int = 0) -> Double {
        var estimator = Estimator()
        var now = Instant.zero
        // A steady tilt against the wind, by the drag model, stands in it.
        let tilt = DragModel().tilt(steady: wind)
        for _ in 0..<600 {
            now = now + .milliseconds(50)
            let state = FlightState(
                phase: .flying, batteryPercent: 80, altitudeMetres: 5, roll: .degrees(0),
                pitch: .degrees(-tilt.degrees), yaw: .degrees(0), forwardMetresPerSecond: 0,
                rightMetresPerSecond: 0, armingFailures: [])
            estimator.note(state, takenAt: now)
            estimator.note(Heading(.degrees(0)), takenAt: now)
            _ = estimator.note(.good(Fix(position: NavigatorBench.home), at: now), at: now)
        }
        guard let estimate = estimator.estimate(at: now) else { return .nan }
        var budget = DroneNavigation.BatteryBudget()
        budget.note(percent: 90, wind: nil, at: .zero)
        budget.note(percent: 90 - drained, wind: nil, at: .zero + flown)
        return budget.percentNeeded(
            home: PlaneVector(east: 0, north: 100), minMetres: 0, from: estimate,
            altitudeMetres: 5,
            cruise: 2, most: DragModel().steadySpeed(tilt: .degrees(20)))
    }

    @Test("the way home takes more battery against the wind, and after a flight that drained more")
    func batteryBudget() {
        // 100 m at 2 m/s, 5 m down at 0.5 m/s and 5 s: 65 s of a pack of 720 s, and 30 % more.
        #expect(abs(needed(wind: 0) - 65 / 7.2 * 1.3) < 0.2)
        // 80 % of 17.5 m/s sin 20 degrees less 4 m/s are 0.79 m/s.
        #expect(abs(needed(wind: 4) - (100 / 0.79 + 15) / 7.2 * 1.3) < 3)
        #expect(needed(wind: 5.5) == .infinity)
        // 20 % in 100 s.
        let learned = needed(wind: 0, after: .seconds(100), drained: 20)
        #expect(abs(learned - 65 * 0.2 * 1.3) < 0.5, "\(learned)")
    }
}

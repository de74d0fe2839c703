import Core
import JSON
import Navigation
import TestSupport
import Testing
import Values

@testable import DroneNavigation

/// What would hurt somebody: each is a way in which the drone flew away, or took off unasked.
@Suite("A drone that flies away, or takes off unasked")
struct FlyAwayTests {
    private let home = DroneNavigation.Request.target(NavigatorBench.home, altitudeMetres: nil)

    // MARK: Requests that begin nothing again

    /// Carried away by 3 m/s, with a request each second; returns how far it came before it landed.
    private func metresUntilLanding(
        _ bench: inout NavigatorBench, asking request: (Int) -> DroneNavigation.Request
    ) -> Double {
        var metres = 0.0
        for second in 0..<60 where bench.command != .land {
            bench.send(request(second))
            metres += 3
            bench.fly(to: NavigatorBench.place(east: metres), at: 3) { $0.command == .land }
        }
        return bench.position?.distanceMetres(to: NavigatorBench.home) ?? .infinity
    }

    @Test("a target each second does not keep a drone flying that is carried away")
    func streamOfTargets() throws {
        var bench = try NavigatorBench.flying()
        let metres = metresUntilLanding(&bench) { _ in home }
        #expect(bench.code == "landing-drifting-away")
        // Twice max_drift of 5 m, and what it takes to ask again.
        #expect(metres < 20, "\(metres)")
    }

    @Test("nor do targets that are each a little elsewhere")
    func streamOfMovingTargets() throws {
        var bench = try NavigatorBench.flying()
        let metres = metresUntilLanding(&bench) {
            .target(NavigatorBench.place(north: Double($0) / 10), altitudeMetres: nil)
        }
        #expect(bench.code == "landing-drifting-away")
        #expect(metres < 20, "\(metres)")
    }

    @Test("a target each second does not begin the time without progress again")
    func streamWithoutProgress() throws {
        var bench = try NavigatorBench.flying()
        for _ in 0..<14 {
            bench.ask(.target(NavigatorBench.place(north: 20), altitudeMetres: nil))
            #expect(bench.run(for: .milliseconds(950)).reason.code == "flying")
        }
        bench.ask(.target(NavigatorBench.place(north: 20), altitudeMetres: nil))
        #expect(bench.run(for: .milliseconds(1500)).reason.code == "awaiting-no-progress")
        bench.ask(.target(NavigatorBench.place(north: 20), altitudeMetres: nil))
        #expect(bench.run(for: .milliseconds(14_000)).reason.code == "flying")
        #expect(bench.run(for: .seconds(2)).reason.code == "landing-no-progress")
    }

    @Test("hover each second does not move the fence along with the drone")
    func streamOfHovers() throws {
        var bench = try NavigatorBench.flying()
        let metres = metresUntilLanding(&bench) { _ in .hover }
        #expect(bench.code == "landing-drifting-away")
        // The fence at 30 m, twice the margin of 10 m, and a step.
        #expect(metres < 50.2, "\(metres)")
    }

    @Test("at twice the margin outside of the fence it lands at once")
    func farOutside() throws {
        var bench = try NavigatorBench.flying([
            "max_drift": "200m", "no_progress_after": "300s",
        ])
        bench.fly(to: NavigatorBench.place(east: 51))
        #expect(bench.code == "landing-far-outside-fence")
    }

    @Test("what stopped it once lands it the second time, and the next flight begins with none")
    func secondStop() throws {
        var bench = try NavigatorBench.flying()
        bench.altitude = 12.1
        #expect(bench.step().reason.code == "awaiting-too-high")
        bench.altitude = 2
        bench.ask(home)
        bench.altitude = 12.1
        #expect(bench.step().reason.code == "landing-too-high")
        bench.report(.landed, altitude: 0)
        bench.takeOff()
        bench.report(.flying)
        bench.altitude = 12.1
        #expect(bench.step().reason.code != "landing-too-high")
    }

    @Test("a target farther away than the one before is no drift, and a leg done begins a new one")
    func newTargetIsNoDrift() throws {
        var bench = try NavigatorBench.flying()
        bench.fly(to: NavigatorBench.place(north: 15), at: 2)
        bench.ask(.target(NavigatorBench.place(north: -10), altitudeMetres: nil))
        #expect(bench.step().reason.code == "flying")
    }

    // MARK: Positions that are none

    /// Flies north with 2 m/s, the receiver telling what `told` makes of the true way in metres;
    /// returns the way flown until it no longer does.
    private func metresUntilNoticed(
        _ bench: inout NavigatorBench, atMost seconds: Double, told: (Double) -> Double
    ) -> Double {
        var metres = 0.0
        bench.forwardSpeed = 2
        for _ in 0..<Int(seconds * 20) where bench.code == "flying" {
            metres += 0.1
            bench.position = NavigatorBench.place(north: told(metres))
            bench.step()
        }
        bench.forwardSpeed = 0
        return metres
    }

    @Test("a receiver that lies on the ground is found within 3 s and 5 m")
    func receiverOnTheGround() throws {
        var bench = try NavigatorBench.flying()
        let metres = metresUntilNoticed(&bench, atMost: 10) { _ in 0 }
        #expect(bench.code == "paused-position-contradicted")
        #expect(metres < 5, "\(metres)")
        // It may have been a mistake; the third time within minutes it is none.
        for _ in 0..<2 {
            #expect(bench.run(for: .seconds(13)).reason.code == "flying")
            _ = metresUntilNoticed(&bench, atMost: 10) { _ in 0 }
        }
        #expect(bench.code == "awaiting-position-contradicted")
        #expect(bench.run(for: .seconds(11)).pilot == .land)
    }

    @Test("a receiver that repeats its last place in flight is found within 3 s and 5 m")
    func stuckReceiver() throws {
        var bench = try NavigatorBench.flying()
        let stuckAt = 8.0
        let metres = metresUntilNoticed(&bench, atMost: 8) { min($0, stuckAt) }
        #expect(bench.code == "paused-position-contradicted")
        #expect(metres - stuckAt < 5, "\(metres)")
    }

    @Test("a compass that is a third of a turn wrong is found in the same way")
    func wrongCompass() throws {
        var bench = try NavigatorBench.flying()
        var metres = 0.0
        bench.forwardSpeed = 2
        for _ in 0..<100 where bench.code == "flying" {
            metres += 0.1
            // It believes to fly north, and flies east-southeast.
            bench.position = NavigatorBench.place(east: metres * 0.87, north: -metres * 0.5)
            bench.step()
        }
        #expect(
            ["paused-heading-contradicted", "awaiting-drifting-away"].contains(bench.code))
        #expect(metres < 6.5, "\(metres)")
    }

    /// Speeds up to 4 m/s by 2 m/s², and brakes as hard after 4 s.
    private func isBelieved(
        _ told: (_ metres: [Double], _ step: Int) -> (place: Position, age: Duration)
    ) throws {
        var bench = try NavigatorBench.flying(["fence_radius": "60m"])
        bench.ask(.target(NavigatorBench.place(north: 50), altitudeMetres: nil))
        var metres = [0.0]
        for step in 1..<240 {
            let before = bench.forwardSpeed
            bench.forwardSpeed =
                step < 80 ? min(4, Double(step) * 0.1) : max(0, 4 - Double(step - 80) * 0.1)
            // The tilt that comes to that by its drag.
            let steady = before + (bench.forwardSpeed - before) / 0.05 / DragModel().dragPerSecond
            bench.pitch = -DragModel().tilt(steady: steady).degrees
            metres.append(metres[step - 1] + bench.forwardSpeed * 0.05)
            let told = told(metres, step)
            (bench.position, bench.fixAge) = (told.place, told.age)
            bench.step()
            #expect(bench.code == "flying", "at step \(step)")
        }
    }

    @Test("a receiver that is half a second late, rounds and wanders by a metre is believed")
    func lateReceiver() throws {
        try isBelieved { metres, step in
            let wander = step % 80 < 40 ? 0.5 : -0.5
            return (NavigatorBench.place(east: wander, north: metres[max(0, step - 10)]), .zero)
        }
    }

    @Test("a receiver that tells its place once a second is believed, also while the speed changes")
    func slowReceiver() throws {
        try isBelieved { metres, step in
            // Taken at each full second, and half a second late beyond that.
            let age = step % 20
            let place = NavigatorBench.place(north: metres[max(0, step - age - 10)])
            return (place, .milliseconds(50 * age))
        }
    }

    @Test("a jump of the position is not flown by; it flies on when the position is back for 3 s")
    func jump() throws {
        var bench = try NavigatorBench.flying()
        // Right over the target, and then over the fence.
        for place in [NavigatorBench.place(north: 20), NavigatorBench.place(east: 60)] {
            bench.position = place
            #expect(bench.run(for: .seconds(1)).pilot == .hover)
            #expect(bench.code == "paused-fix-poor")
            #expect(bench.outputs?.reason.description.contains("jumped") == true)
            bench.position = NavigatorBench.home
            #expect(bench.run(for: .milliseconds(2900)).pilot == .hover)
            #expect(bench.run(for: .milliseconds(300)).reason.code == "flying")
        }
    }

    @Test("a place that it has jumped to and goes on telling is believed after 3 s")
    func jumpThatStays() throws {
        var bench = try NavigatorBench.flying(["fix_poor_land_after": "20s"])
        bench.position = NavigatorBench.place(east: 10)
        // Believed after 3 s, nothing is flown by it for 2 s more, and then it must be well for 3 s.
        #expect(bench.run(for: .milliseconds(7900)).pilot == .hover)
        #expect(bench.run(for: .milliseconds(400)).reason.code == "flying")
    }

    @Test("a position over the target for a moment is no arrival")
    func momentaryArrival() throws {
        var bench = try NavigatorBench.flying(["arrival_time": "2s"])
        // Through it, and back to it.
        bench.fly(to: NavigatorBench.place(north: 22), at: 2)
        #expect(bench.code == "flying")
        bench.fly(to: NavigatorBench.place(north: 20), at: 2)
        #expect(bench.code == "holding")
        bench.fly(to: NavigatorBench.place(north: 17), at: 2)
        #expect(bench.code == "flying")
        bench.fly(to: NavigatorBench.place(north: 20), at: 2)
        #expect(bench.run(for: .milliseconds(2500)).reason.code == "descending-mission-done")
    }

    @Test("a hover without a position ends after 9 s though it leans, for nobody sees the fence")
    func blindHover() throws {
        var bench = try NavigatorBench.flying()
        bench.ask(.hover)
        bench.pitch = -10
        bench.run(for: .seconds(3))
        bench.position = nil
        #expect(bench.run(for: .milliseconds(8500)).pilot == .hover)
        #expect(bench.run(for: .seconds(1)).reason.code == "landing-velocity-unconfirmed")
    }

    // MARK: Altitudes

    @Test("an altitude that never changes while it climbs over its target stops it after 15 s")
    func deafUltrasound() throws {
        var bench = try NavigatorBench(["targets": [NavigatorBench.target(altitude: "2m")]])
        bench.takeOff()
        #expect(bench.code == "adjusting-altitude")
        #expect(bench.run(for: .milliseconds(14_900)).reason.code == "adjusting-altitude")
        #expect(bench.run(for: .milliseconds(300)).reason.code == "awaiting-no-progress")
        // Home is below it, and so is the ground: the ultrasound says nothing of that either.
        #expect(bench.run(for: .seconds(11)).reason.code == "descending-nobody-answered")
        #expect(bench.run(for: .seconds(5)).pilot == .land)
    }

    @Test("the highest altitude is one that the driver must allow, with no target at all")
    func highest() throws {
        let settings = try NavigatorBench.settings(["max_altitude": "8m"])
        let ranges = DroneNavigation.commandRanges(settings)["pilot"] ?? []
        #expect(ranges.contains { $0.key == "max_altitude" && $0.values.upperBound == 8 })
    }

    // MARK: Restarts

    private let atOnce: JSONValue = [
        "targets": [NavigatorBench.target(north: 20)], "start": "at-once",
    ]

    @Test("a mission that began at once does not begin again after a restart on the ground")
    func noSecondTakeOff() throws {
        var bench = try NavigatorBench(atOnce)
        bench.runUntilTakeOff()
        bench.report(.flying)
        try bench.resume(atOnce)
        bench.report(.landed, altitude: 0)
        #expect(bench.isHeldDown(for: .seconds(60)) == true)
        #expect(bench.code == "started-before")
        #expect(bench.ask(.takeOff)?.isAccepted == true)
        #expect(bench.command == .takeOff)
    }

    @Test("a take-off at once waits until it is kept that it was done")
    func takeOffIsKept() throws {
        var bench = try NavigatorBench(atOnce)
        #expect(bench.memory.startedMission == nil)
        bench.runUntilTakeOff()
        #expect(bench.command == .takeOff && bench.outputs?.waitsForMemory == true)
        #expect(bench.memory.startedMission != nil)
        bench.report(.flying)
        #expect(bench.outputs?.waitsForMemory == false)
    }

    @Test("a person's land spends it, and another mission may begin at once again")
    func anotherMission() throws {
        var bench = try NavigatorBench(atOnce)
        bench.phase = nil
        bench.ask(.land)
        let other: JSONValue = [
            "targets": [NavigatorBench.target(north: 10)], "start": "at-once",
        ]
        var second = bench
        try second.resume(other)
        second.phase = .landed
        second.runUntilTakeOff()
        #expect(second.command == .takeOff)
        try bench.resume(atOnce)
        bench.phase = .landed
        #expect(bench.isHeldDown(for: .seconds(10)) == true)
    }

    @Test("found flying after a restart it is held to the fence and the time of its flight")
    func flightGoesOn() throws {
        var bench = try NavigatorBench.flying([
            "max_flight_time": "120s", "no_progress_after": "300s",
        ])
        bench.run(for: .seconds(70))
        try bench.resume(["max_flight_time": "120s"])
        bench.run(for: .seconds(1))
        bench.ask(.hover)
        #expect(bench.code == "hovering-person")
        bench.fly(to: NavigatorBench.place(east: 31), at: 0.9)
        #expect(bench.run(for: .seconds(6)).reason.code == "returning-outside-fence")

        var other = try NavigatorBench.flying([
            "max_flight_time": "120s", "no_progress_after": "300s",
        ])
        other.run(for: .seconds(70))
        try other.resume(["max_flight_time": "120s"])
        other.step()
        other.ask(.hover)
        #expect(other.run(for: .seconds(61)).reason.code == "descending-flight-time-over")
    }

    @Test("a flight that ended while nobody looked is forgotten")
    func flightForgotten() throws {
        var bench = try NavigatorBench.flying()
        bench.run(for: .seconds(40))
        try bench.resume()
        bench.report(.landed, altitude: 0)
        #expect(bench.memory.flight == nil)
    }
}

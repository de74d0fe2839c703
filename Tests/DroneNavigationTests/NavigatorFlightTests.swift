import Core
import JSON
import TestSupport
import Testing
import Values

@testable import DroneNavigation

@Suite("Drone missions")
struct NavigatorFlightTests {
    @Test("nothing moves until it is asked, and it stays down")
    func staysDown() throws {
        var bench = try NavigatorBench(["targets": [NavigatorBench.target(north: 20)]])
        #expect(bench.isHeldDown(for: .seconds(30)) == true)
        #expect(bench.code == "ready")
        #expect(bench.outputs?.progress == nil)
    }

    @Test("on the ground without news it says so, and takes no request to fly")
    func groundedWithoutNews() throws {
        var bench = try NavigatorBench()
        bench.step()
        bench.phase = nil
        #expect(bench.step().pilot == .land)
        #expect(bench.code == "listening")
        #expect(bench.ask(.takeOff)?.isAccepted == false)
        #expect(bench.command == .land)
    }

    @Test("an aircraft that lands unasked is let land, and says so; the mission is over")
    func landsUnasked() throws {
        var bench = try NavigatorBench(["targets": [NavigatorBench.target(north: 20)]])
        bench.takeOff()
        bench.report(.flying)
        try #require(bench.code == "flying")
        bench.report(.landing)
        #expect(bench.command == .land)
        #expect(bench.code == "landing-by-itself")
        bench.report(.landed)
        #expect(bench.isHeldDown(for: .seconds(30)) == true)
    }

    @Test("why its driver lands it is told, and where that is not known that it began it by itself")
    func landsByItself() throws {
        for (cause, words) in [
            ("no valid command for 3.0 s", "its driver lands it: no valid command for 3.0 s"),
            (nil, "the aircraft has begun it by itself"),
        ] as [(String?, String)] {
            var bench = try NavigatorBench.flying()
            bench.driver = FlightState.Driver(landsBecause: cause)
            bench.report(.landing)
            #expect(bench.words == "landing: \(words)")
            bench.report(.landed, altitude: 0)
            #expect(bench.words == "landed: \(words)" && bench.code == "landed-by-itself")
        }
    }

    @Test("one that has started over in the air has not landed: it has fallen, and says so")
    func startedOver() throws {
        for isHeard in [true, false] {
            var bench = try NavigatorBench.standing()
            bench.driver = FlightState.Driver(restarts: 2)
            bench.takeOff()
            if !isHeard {
                bench.phase = nil
                bench.run(for: .seconds(8))
                #expect(bench.code == "landing-flight-state-lost")
            }
            bench.driver = FlightState.Driver(restarts: 3)
            bench.report(.landed, altitude: 0)
            #expect(bench.code == "restarted-in-the-air", "\(bench.words)")
            #expect(bench.outputs?.reason.isFailsafe == true)
            // On the ground it may start over as it likes.
            bench.takeOff()
            bench.ask(.land)
            bench.report(.landed, altitude: 0)
            bench.driver = FlightState.Driver(restarts: 4)
            bench.step()
            #expect(bench.code == "landed-asked")
        }
    }

    @Test("at-once takes off by itself as soon as every check passes, and only once")
    func startsAtOnce() throws {
        var bench = try NavigatorBench([
            "targets": [NavigatorBench.target(north: 20)], "start": "at-once",
        ])
        bench.position = nil
        bench.battery = 10
        let words = bench.step().reason.description
        #expect(bench.command == .land)
        #expect(words.contains("no position") && words.contains("battery is at 10 %"))
        bench.position = NavigatorBench.home
        bench.battery = 90
        bench.runUntilTakeOff()
        try #require(bench.command == .takeOff)
        bench.report(.hovering)
        bench.report(.landed)
        #expect(bench.isHeldDown(for: .seconds(60)) == true)
        #expect(bench.code == "landed-unexpectedly")
    }

    @Test("the flight begins when the aircraft says that it hovers, not after a time")
    func waitsForHovering() throws {
        var bench = try NavigatorBench.standing(["targets": [NavigatorBench.target(north: 20)]])
        #expect(bench.ask(.takeOff)?.isAccepted == true)
        bench.report(.takingOff, altitude: 0.2)
        #expect(bench.run(for: .seconds(7)).pilot == .takeOff)
        bench.report(.hovering)
        #expect(bench.code == "flying")
    }

    @Test("a take-off that never leaves the ground is given up after 10 s")
    func takeOffFails() throws {
        var bench = try NavigatorBench.standing()
        bench.ask(.takeOff)
        #expect(bench.run(for: .milliseconds(9900)).pilot == .takeOff)
        #expect(bench.run(for: .milliseconds(200)).pilot == .land)
        #expect(bench.code == "take-off-failed")
        #expect(bench.isHeldDown(for: .seconds(60)) == true)
    }

    @Test("a take-off that hangs in the air ends in a landing")
    func takeOffHangs() throws {
        var bench = try NavigatorBench.standing()
        bench.ask(.takeOff)
        bench.report(.takingOff)
        #expect(bench.run(for: .seconds(10)).reason.code == "landing-take-off-timeout")
    }

    @Test("with no target it takes off and hovers")
    func noTarget() throws {
        var bench = try NavigatorBench()
        bench.takeOff()
        #expect(bench.command == .hover)
        #expect(bench.code == "hovering-no-target")
    }

    @Test("the reason says where it flies, in words")
    func words() throws {
        var bench = try NavigatorBench([
            "targets": [NavigatorBench.target(east: 12.4), NavigatorBench.target(north: 9)]
        ])
        bench.takeOff()
        #expect(
            bench.outputs?.reason.description
                == "flying to target 1 of 2: 12.4 m away, bearing 90°, turning right")
        let progress = try #require(bench.outputs?.progress)
        #expect(progress.target == 1 && progress.count == 2)
        #expect(abs((progress.distanceMetres ?? 0) - 12.4) < 0.01)
    }

    @Test("it visits every target in order, holds there, and lands after the last")
    func wholeMission() throws {
        let first = NavigatorBench.place(north: 10)
        var bench = try NavigatorBench([
            "targets": [
                .object([
                    "latitude": .number(first.latitude), "longitude": .number(first.longitude),
                    "hold": "3s",
                ]),
                NavigatorBench.target(east: 10),
            ]
        ])
        bench.takeOff()
        bench.fly(to: first, at: 2)
        bench.run(for: .milliseconds(500))
        #expect(bench.code == "holding" && bench.command == .hover)
        #expect(bench.run(for: .milliseconds(2000)).pilot == .hover)
        #expect(bench.run(for: .milliseconds(1000)).progress?.target == 2)
        bench.fly(to: NavigatorBench.place(east: 10), at: 2)
        bench.run(for: .milliseconds(500))
        #expect(bench.code == "descending-mission-done")
        bench.altitude = 0.3
        #expect(bench.step().pilot == .land)
        #expect(bench.code == "landing-mission-done")
        bench.report(.landing)
        bench.report(.landed)
        #expect(bench.code == "landed-mission-done")
        #expect(bench.isHeldDown(for: .seconds(60)) == true)
    }

    @Test("repeat begins again; at_end hover stays over the last target")
    func repeatAndHover() throws {
        var round = try NavigatorBench([
            "targets": [NavigatorBench.target(north: 10), NavigatorBench.target(east: 10)],
            "repeat": true,
        ])
        round.takeOff()
        for place in [NavigatorBench.place(north: 10), NavigatorBench.place(east: 10)] {
            round.fly(to: place, at: 2)
            round.run(for: .milliseconds(500))
        }
        #expect(round.outputs?.progress?.target == 1)

        var stay = try NavigatorBench([
            "targets": [NavigatorBench.target(north: 10)], "at_end": "hover",
        ])
        stay.takeOff()
        stay.fly(to: NavigatorBench.place(north: 10), at: 2)
        #expect(stay.run(for: .seconds(100)).pilot == .hover)
        #expect(stay.code == "holding")
    }

    @Test("blown off its target it flies back, but not for every step to the side")
    func reengages() throws {
        var bench = try NavigatorBench([
            "targets": [NavigatorBench.target(north: 10)], "at_end": "hover",
        ])
        bench.takeOff()
        bench.fly(to: NavigatorBench.place(north: 10), at: 2)
        bench.run(for: .seconds(20))
        bench.fly(to: NavigatorBench.place(north: 8.4), at: 0.5)
        #expect(bench.code == "holding" && bench.command == .hover)
        bench.fly(to: NavigatorBench.place(north: 7.6), at: 0.5)
        #expect(bench.code == "flying")
        bench.fly(to: NavigatorBench.place(north: 8.5), at: 0.5)
        #expect(bench.code == "flying")
        bench.fly(to: NavigatorBench.place(north: 9.6), at: 0.5)
        bench.run(for: .seconds(1))
        #expect(bench.code == "holding" && bench.command == .hover)
    }

    @Test("no position is not an arrival")
    func noPositionIsNoArrival() throws {
        var bench = try NavigatorBench(["targets": [NavigatorBench.target(north: 10)]])
        bench.takeOff()
        bench.position = nil
        bench.run(for: .seconds(2))
        #expect(bench.code == "paused-fix-lost")
        #expect(bench.outputs?.progress?.target == 1)
        #expect(bench.outputs?.progress?.distanceMetres == nil)
    }

    @Test("a restart in the air hovers for 10 s, then lands: it never lands at once")
    func restartInTheAir() throws {
        var bench = try NavigatorBench(["targets": [NavigatorBench.target(north: 20)]])
        bench.takeOff()
        try bench.restart(["targets": [NavigatorBench.target(north: 20)], "start": "at-once"])
        bench.phase = nil
        #expect(bench.run(for: .seconds(60)).pilot == .hover)
        #expect(bench.code == "listening")
        bench.phase = .flying
        #expect(bench.run(for: .milliseconds(9900)).pilot == .hover)
        #expect(bench.code == "awaiting-found-flying")
        #expect(bench.run(for: .milliseconds(200)).reason.code == "landing-nobody-answered")
        bench.report(.landed)
        #expect(bench.isHeldDown(for: .seconds(60)) == true)
    }

    @Test("found landing it lets it land")
    func foundLanding() throws {
        var bench = try NavigatorBench()
        bench.phase = .landing
        #expect(bench.step().pilot == .land)
    }

    @Test("a person takes over a drone found flying")
    func personTakesOver() throws {
        var bench = try NavigatorBench()
        bench.phase = .hovering
        bench.run(for: .seconds(5))
        #expect(bench.ask(.hover)?.isAccepted == true)
        #expect(bench.run(for: .seconds(60)).reason.code == "hovering-person")
    }

    @Test("the old target is forgotten on landing")
    func oldTargetForgotten() throws {
        var bench = try NavigatorBench()
        bench.takeOff()
        bench.ask(.target(NavigatorBench.place(north: 20), altitudeMetres: nil))
        #expect(bench.step().reason.code == "flying")
        bench.ask(.land)
        bench.report(.landed)
        bench.takeOff()
        #expect(bench.code == "hovering-no-target")
    }

    @Test("a simple aircraft with this navigator visits its targets, facing the wrong way at first")
    func fliesAModel() throws {
        var bench = try NavigatorBench([
            "targets": [
                NavigatorBench.target(east: -15, north: 12, altitude: "3m"),
                NavigatorBench.target(east: 10, north: -8),
            ]
        ])
        bench.heading = 137
        bench.takeOff()
        var model = ModelAircraft()
        var visited: Set<Int> = []
        for _ in 0..<2400 where bench.command != .land {
            model.fly(&bench)
            visited.insert(bench.outputs?.progress?.target ?? 0)
        }
        #expect(visited.isSuperset(of: [1, 2]))
        #expect(bench.code == "landing-mission-done")
        let end = try #require(bench.position)
        #expect(end.distanceMetres(to: NavigatorBench.place(east: 10, north: -8)) < 1)
    }

    @Test("the mount offset is added to the compass, as for a phone that lay sideways")
    func mountOffset() throws {
        var bench = try NavigatorBench([
            "targets": [NavigatorBench.target(north: 20)], "mount_offset": "90deg",
        ])
        // The nose points north, to the target.
        bench.heading = 270
        bench.takeOff()
        bench.report(.flying)
        guard case .move(let stick) = bench.run(for: .seconds(1)).pilot else {
            Issue.record("\(bench.code)")
            return
        }
        #expect(stick.forward > 0.05)
        #expect(abs(stick.roll) < 0.05)
        #expect(abs(stick.yaw) < 0.05)
    }
}

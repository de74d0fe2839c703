import Core
import Glibc
import Simulators
import TestSupport
import Testing
import Values

/// What was seen to go wrong in the running program: the shipped demo in the shipped binary, with
/// the faults of the simulated drone.
extension WorldTests {
    @Test("a mission that begins at once is flown once: killed, parked, restarted, it stays down")
    func startedOnce() throws {
        let world = try DemoWorld()
        let first = try world.startFlight()
        first.send(signal: SIGKILL)
        #expect(try first.wait() == .killed(signal: SIGKILL))
        let park = try world.home.run("park", world.home.configuration)
        #expect(park.end == .exited(0), "\(park.errors)")
        try #require(eventually { world.drone.truth.phase == .landed })

        let second = try world.home.start()
        try world.home.waitForStatus("knows that the mission was started") {
            $0.reason(of: "pilot").contains("its mission was started before")
        }
        // All that a take-off needs is there: a fix, a heading, a drone that is set up.
        try world.home.waitForStatus("is ready") { $0.linkState == "ready" }
        try world.home.waitForTicks(60, of: "pilot")
        #expect(world.drone.truth.phase == .landed)
        #expect(try world.home.run("send", "takeoff").end == .exited(0))
        try world.home.waitForStatus("flies when it is asked") { $0.linkState == "flying" }
        second.send(signal: SIGTERM)
        #expect(try second.wait(within: .seconds(30)) == .exited(0), "\(second.errors)")
    }

    @Test("a target each second does not keep a drone in the air that the wind carries away")
    func streamOfTargets() throws {
        let world = try DemoWorld()
        let roost = try world.startFlight()
        let storm = try FaultCommand.list("wind 12m/s 90deg")
        for command in storm { world.drone.apply(command) }
        let began = ContinuousClock.now
        var seconds = 0
        var farthest = 0.0
        let hasLanded = eventually(within: .seconds(40)) {
            let truth = world.drone.truth
            farthest = max(farthest, DemoWorld.start.distanceMetres(to: truth.position))
            if ContinuousClock.now - began >= .seconds(seconds) {
                seconds += 1
                _ = try? world.home.run("send", "target", "52.4731079", "13.4030886")
            }
            return truth.phase == .landed
        }
        #expect(hasLanded, "\(world.drone.truth) \(roost.errors)")
        // The fence is at 30 m; what comes after is a landing in a storm.
        #expect(farthest < 110, "\(farthest)")
        roost.send(signal: SIGTERM)
        #expect(try roost.wait(within: .seconds(30)) == .exited(0), "\(roost.errors)")
    }

    @Test("a receiver that repeats its place in flight is found within 3 s and 5 m")
    func stuckReceiver() throws {
        let world = try DemoWorld()
        let roost = try world.startFlight()
        let isUnderway = eventually { world.drone.truth.speedMetresPerSecond > 1 }
        try #require(isUnderway, "\(world.drone.truth)")
        let stuck = try FaultCommand.list("gps stuck")
        for command in stuck { world.drone.apply(command) }
        let began = ContinuousClock.now
        let place = world.drone.truth.position
        let isFound = eventually(within: .seconds(10)) {
            let line = roost.errors
            return line.contains("does the receiver ride on the aircraft?")
        }
        let metres = place.distanceMetres(to: world.drone.truth.position)
        #expect(isFound && ContinuousClock.now - began < .seconds(3), "\(roost.errors)")
        #expect(metres < 5, "\(metres)")
        roost.send(signal: SIGTERM)
        #expect(try roost.wait(within: .seconds(30)) == .exited(0), "\(roost.errors)")
        #expect(world.drone.truth.phase == .landed)
    }
}

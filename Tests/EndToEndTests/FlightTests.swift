import Core
import Glibc
import Simulators
import TestSupport
import Testing
import Values

extension WorldTests {
    @Test("SIGTERM in flight lands the drone before roost leaves, and roost leaves with 0")
    func terminated() throws {
        let world = try DemoWorld()
        let roost = try world.startFlight()
        #expect(world.drone.truth.isAirborne)
        roost.send(signal: SIGTERM)
        let end = try roost.wait(within: .seconds(30))
        #expect(world.drone.truth.phase == .landed)
        #expect(end == .exited(0), "\(roost.errors)")
        let landed = roost.errors.firstRange(of: "drone: landed")
        let left = roost.errors.firstRange(of: "everything is in its safe state")
        #expect(try #require(landed).upperBound <= #require(left).lowerBound)
    }

    @Test("killed in flight, the drone hovers; the next roost attaches gently; park lands it")
    func killed() throws {
        let world = try DemoWorld()
        let drone = world.drone
        let first = try world.startFlight()
        first.send(signal: SIGKILL)
        #expect(try first.wait() == .killed(signal: SIGKILL))
        // The firmware's own doing, two seconds after the last command.
        try waitUntilHovering(drone)

        let second = try world.home.start()
        let still = StillFlight(drone)
        try world.home.waitForStatus("has found the drone flying") { status in
            still.look()
            return status.reason(of: "pilot").hasPrefix("hovering: found it flying")
        }
        let before = try world.home.status().ticks(of: "pilot")
        try world.home.waitForStatus("makes 40 ticks more") { status in
            still.look()
            return status.ticks(of: "pilot") >= before + 40
        }
        #expect(!drone.truth.isLinkLost)
        #expect(still.disturbances == [])

        second.send(signal: SIGKILL)
        #expect(try second.wait() == .killed(signal: SIGKILL))
        let park = try world.home.run("park", world.home.configuration)
        #expect(park.end == .exited(0), "\(park.errors)")
        #expect(eventually { drone.truth.phase == .landed })
    }

    /// Whether it flies on or lands is the settings' business: nobody was in charge for longer than
    /// the driver's `land_after`, but the policy may speak before the driver notices.
    @Test("frozen for three seconds in flight, roost finds the drone hovering and leads it again")
    func frozen() throws {
        let world = try DemoWorld()
        let roost = try world.startFlight()
        let frozenAt = ContinuousClock.now
        roost.send(signal: SIGSTOP)
        #expect(eventually { ContinuousClock.now - frozenAt >= .seconds(3) })
        // The firmware gave its controller up two seconds after the last command.
        #expect(world.drone.truth.isLinkLost)
        #expect(world.drone.truth.phase == .hovering)

        roost.send(signal: SIGCONT)
        #expect(eventually(within: .seconds(2)) { !world.drone.truth.isLinkLost })
        try world.home.waitForStatus("leads the drone") {
            ["flying", "landing"].contains($0.linkState)
        }
        try world.home.waitForTicks(20, of: "pilot")
        #expect([.hovering, .flying, .landing].contains(world.drone.truth.phase))
        roost.send(signal: SIGTERM)
        #expect(try roost.wait(within: .seconds(30)) == .exited(0), "\(roost.errors)")
        #expect(world.drone.truth.phase == .landed)
    }
}

/// Waits until the drone has given its controller up and holds its place.
private func waitUntilHovering(_ drone: SimulatedDrone) throws {
    let isHovering = eventually(within: .seconds(20)) {
        let truth = drone.truth
        return truth.isLinkLost && truth.phase == .hovering && truth.tiltDegrees < 0.5
            && truth.speedMetresPerSecond < 0.05
    }
    guard isHovering else { throw TestSupportError("it does not hover: \(drone.truth)") }
}

/// Watches that a hovering drone goes on to hover.
private final class StillFlight {
    private(set) var disturbances: [String] = []
    private let drone: SimulatedDrone
    private let altitudeMetres: Double

    init(_ drone: SimulatedDrone) {
        self.drone = drone
        altitudeMetres = drone.truth.altitudeMetres
    }

    func look() {
        let truth = drone.truth
        // In calm air a hover needs less than a degree of tilt; a stick at a tenth gives two.
        let isStill =
            truth.tiltDegrees < 1.5 && truth.speedMetresPerSecond < 0.4
            && abs(truth.altitudeMetres - altitudeMetres) < 0.3
        if !isStill || !truth.isAirborne || truth.motors != .flying {
            disturbances.append("\(truth)")
        }
    }
}

extension DroneGroundTruth {
    fileprivate var tiltDegrees: Double { max(abs(pitch.degrees), abs(roll.degrees)) }
}

import Core
import TestSupport
import Testing
import Values

@testable import ARDrone

/// When whoever waits for the driver may end the process.
@Suite("AR.Drone driver: the end of a stop") struct ARDroneStopTests {
    private let ports: ARDrone.DriverPorts
    private var drone: FakeDrone
    private var state: ARDrone.DriverState
    private var now: Instant

    /// In the air, and told to become safe.
    init() {
        ports = ARDrone.DriverPorts(
            DriverBench(ARDrone.self).context(), declination: .degrees(0))
        let bench = LinkBench.airborne
        (drone, now) = (bench.drone, bench.now)
        // What it does next is not what this driver says.
        (drone.followsLand, drone.followsTakeOff) = (false, false)
        state = ARDrone.DriverState(bench.link, ARDrone.FlightMark(isSet: true, at: bench.now))
        state.makeSafe()
    }

    private mutating func step() {
        now = now + LinkBench.tick
        let result = state.tick(nil, [], ports, at: now)
        state.finishTick()
        if let change = result.marks { _ = state.record(change, nil, at: now) }
        state.finishMark()
        if let commands = result.outgoing.commands { drone.receive(commands) }
        if let packet = drone.navdata() { state.receive(packet[...], ports, at: now) }
    }

    private mutating func isSafeOnce(within duration: Duration) -> Bool {
        let end = now + duration
        while now < end {
            step()
            if state.isSafe(at: now) { return true }
        }
        return false
    }

    @Test(
        "it is safe when the drone has stayed down for a second, not when somebody lifts it again")
    mutating func staysDown() {
        #expect(!isSafeOnce(within: .seconds(3)))
        for _ in 0..<3 {
            (drone.state, drone.major) = (drone.state & ~1, 2)
            #expect(!isSafeOnce(within: .milliseconds(900)))
            (drone.state, drone.major) = (drone.state | 1, 4)
            #expect(!isSafeOnce(within: .milliseconds(300)))
        }
        (drone.state, drone.major) = (drone.state & ~1, 2)
        #expect(!isSafeOnce(within: .milliseconds(900)))
        #expect(isSafeOnce(within: .milliseconds(300)))
    }
}

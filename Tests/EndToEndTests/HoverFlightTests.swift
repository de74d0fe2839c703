import Core
import Glibc
import JSON
import Simulators
import TestSupport
import Testing
import Values

/// A drone that holds its place, in the shipped binary, and what takes its place away from it.
extension WorldTests {
    private struct Blinding: CustomTestStringConvertible, Sendable {
        let faults: String
        /// It lands, for one of these.
        let codes: Set<String>
        /// From the fault to the landing.
        let seconds: Double

        var testDescription: String { faults }
    }

    /// Two seconds until a position counts as lost, and five at most until it lands.
    private static let blindings = [
        Blinding(
            faults: "ground dark; gps off; wind 4m/s 90deg",
            codes: ["velocity-unconfirmed", "velocity-contradicted", "fix-lost"], seconds: 8),
        Blinding(
            faults: "ground water; gps off",
            codes: ["velocity-unconfirmed", "velocity-contradicted", "fix-lost"], seconds: 8),
        Blinding(
            faults: "ground water; wind 5m/s 90deg",
            codes: ["velocity-contradicted", "hover-drift"], seconds: 14),
    ]

    /// Up, and told to hover where it is.
    private func hovering(_ world: DemoWorld) throws -> RoostProcess {
        let roost = try world.home.start()
        #expect(
            try eventually(within: .seconds(30), every: .milliseconds(500)) {
                try world.home.run("send", "takeoff").end == .exited(0)
            })
        try world.home.waitForStatus("is up", within: .seconds(30)) {
            $0.policy("pilot")?.reason?.code.hasPrefix("hovering") == true
        }
        #expect(try world.home.run("send", "hover").end == .exited(0))
        return roost
    }

    @Test(
        "told to hover, it lands within seconds where nothing shows that it stays",
        arguments: blindings)
    private func blindHover(_ blinding: Blinding) throws {
        let world = try DemoWorld(pilot: ["targets": nil, "start": "on-command"])
        let roost = try hovering(world)
        let place = world.drone.truth.position
        let faults = try FaultCommand.list(blinding.faults)
        for fault in faults { world.drone.apply(fault) }
        let began = ContinuousClock.now
        let lands = eventually(within: .seconds(40)) {
            let code = (try? world.home.status().policy("pilot")?.reason?.code) ?? ""
            return blinding.codes.contains {
                ["landing-\($0)", "descending-\($0)", "landed-\($0)"].contains(code)
            }
        }
        let seconds = began.duration(to: .now) / .seconds(1)
        #expect(lands && seconds < blinding.seconds, "\(seconds) s: \(roost.errors)")
        #expect(eventually(within: .seconds(30)) { world.drone.truth.phase == .landed })
        let metres = place.distanceMetres(to: world.drone.truth.position)
        #expect(metres < 45, "\(metres) m")
        roost.send(signal: SIGTERM)
        #expect(try roost.wait(within: .seconds(30)) == .exited(0), "\(roost.errors)")
    }

    @Test(
        "a receiver that stops telling how good its positions are is not flown by",
        arguments: ["gps bare", "gps 2d"])
    func bareReceiver(fault: String) throws {
        let world = try DemoWorld()
        let roost = try world.startFlight()
        for fault in try FaultCommand.list(fault) { world.drone.apply(fault) }
        try world.home.waitForStatus("does not fly by it", within: .seconds(8)) {
            $0.policy("pilot")?.reason?.code.hasSuffix("-fix-poor") == true
        }
        #expect(try world.home.run("status").output.contains("all well") == false)
        #expect(eventually(within: .seconds(60)) { world.drone.truth.phase == .landed })
        roost.send(signal: SIGTERM)
        #expect(try roost.wait(within: .seconds(30)) == .exited(0), "\(roost.errors)")
    }

    @Test("a leader at 0, 0 is none, and one who jumps is not followed before another follow")
    func leaderJumps() throws {
        let world = try DemoWorld(pilot: [
            "targets": nil, "start": "on-command", "fence_radius": "500m",
            "leader_lost_return_after": "60s",
        ])
        func tell(_ north: Double) throws -> Bool {
            let place = DemoWorld.start.offset(eastMetres: 0, northMetres: north) ?? .origin
            return try world.home.run(
                "send", "pilot", "leader", "latitude=\(place.latitude)",
                "longitude=\(place.longitude)", "accuracy=3m"
            ).end == .exited(0)
        }
        let roost = try hovering(world)
        func isTold(_ north: Double, until code: String) throws -> Bool {
            try eventually(within: .seconds(30), every: .milliseconds(800)) {
                _ = try tell(north)
                return try world.home.status().policy("pilot")?.reason?.code == code
            }
        }
        _ = try tell(-14)
        #expect(try world.home.run("send", "pilot", "follow").end == .exited(0))
        #expect(try isTold(-14, until: "following"))
        let nowhere = try world.home.run(
            "send", "pilot", "leader", "latitude=0", "longitude=0", "accuracy=3m")
        #expect(nowhere.end == .exited(2), "\(nowhere.output)")
        #expect(nowhere.errors.contains("0"), "\(nowhere.errors)")
        let place = world.drone.truth.position
        #expect(try isTold(-400, until: "paused-leader-lost"))
        for _ in 0..<10 {
            _ = try tell(-400)
            #expect(place.distanceMetres(to: world.drone.truth.position) < 10)
        }
        #expect(try world.home.status().policy("pilot")?.reason?.code == "paused-leader-lost")
        #expect(try world.home.run("send", "land").end == .exited(0))
        #expect(eventually(within: .seconds(30)) { world.drone.truth.phase == .landed })
        roost.send(signal: SIGTERM)
        #expect(try roost.wait(within: .seconds(30)) == .exited(0), "\(roost.errors)")
    }

    /// A drone that lands under our commands is lifted again by the rival's: "landed" in one packet
    /// proves nothing. The rival leaves before the time for stopping is up, or does not.
    @Test(
        "somebody else who commands the drone is named, and a stop waits until the drone stays down",
        arguments: [("12s", Int32(0)), ("5min", Int32(1))])
    func hijacked(lasting time: String, exit: Int32) throws {
        let world = try DemoWorld()
        let roost = try world.startFlight()
        for fault in try FaultCommand.list("hijack \(time) fly") { world.drone.apply(fault) }
        try world.home.waitForStatus("says so", within: .seconds(10)) {
            $0.policy("pilot")?.reason?.code == "paused-somebody-else"
        }
        let status = try world.home.status()
        #expect(status.verdict?.level != .well)
        #expect(status.verdict?.findings.contains { $0.name == "pilot" } == true)
        roost.send(signal: SIGTERM)
        #expect(try roost.wait(within: .seconds(60)) == .exited(exit), "\(roost.errors)")
        if exit == 0 {
            #expect(world.drone.truth.phase == .landed)
        } else {
            #expect(roost.errors.contains("not safe in time: drone"), "\(roost.errors)")
        }
    }
}

import Core
import Glibc
import JSON
import Simulators
import TestSupport
import Testing
import Values

extension WorldTests {
    @Test(
        "a driver or policy is started again on the ground, and neither they nor the receiver in the air"
    )
    func restartDriver() throws {
        let world = try DemoWorld(pilot: ["start": "on-command"])
        let home = world.home
        let roost = try home.start()
        try home.waitForStatus("has the drone ready") { $0.linkState == "ready" }
        let again = try home.run("restart", "gps")
        #expect(again.output == "gps: running\n", "\(again.errors)")
        #expect(try home.run("restart", "gpss").errors.contains("Did you mean \"gps\"?"))
        let pilot = try home.run("restart", "pilot")
        #expect(pilot.output == "pilot: running\n", "\(pilot.errors)")
        #expect(
            try eventually(within: .seconds(30)) {
                try home.run("send", "takeoff").end == .exited(0)
            })
        #expect(eventually(within: .seconds(20)) { world.drone.truth.isAirborne })
        for part in ["gps", "drone", "pilot"] {
            let kept = try home.run("restart", part)
            #expect(kept.end == .exited(1))
            #expect(kept.errors.contains("not in its safe state"), "\(kept.errors)")
        }
        #expect(world.drone.truth.isAirborne)
        roost.send(signal: SIGTERM)
        #expect(try roost.wait(within: .seconds(30)) == .exited(0), "\(roost.errors)")
        #expect(roost.errors.contains("gps: starting again: asked for by "), "\(roost.errors)")
    }
}

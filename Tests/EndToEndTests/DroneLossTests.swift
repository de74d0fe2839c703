import Core
import Glibc
import TestSupport
import Testing

extension WorldTests {
    @Test("the drone's death in flight ends the mission, not roost; back, it waits to be asked")
    func droneDies() throws {
        let address = try LoopbackAddress.claim()
        let home = try TestInstallation(
            configuration: DemoConfiguration.text(at: address, altitude: "1m"))
        let first = try startWorld(at: address, home)
        let roost = try home.start()
        try home.waitForStatus("flies") { $0.reason(of: "pilot").hasPrefix("flying to target 1") }
        first.send(signal: SIGKILL)
        #expect(try first.wait() == .killed(signal: SIGKILL))
        try home.waitForStatus("has lost the drone") { $0.linkState == "lost" }
        let doorTicks = try home.status().ticks(of: "door")
        try home.waitForStatus("goes on with the door") { $0.ticks(of: "door") > doorTicks }

        let second = try startWorld(at: address, home)
        try home.waitForStatus("hears the drone again", within: .seconds(1)) {
            !["lost", "absent", "waking"].contains($0.linkState)
        }
        try home.waitForStatus("has set the drone up again") { $0.linkState == "ready" }
        try home.waitForTicks(60, of: "pilot")
        #expect(try home.status().linkState == "ready")
        #expect(!second.output.contains("taking off"), "\(second.output)")

        let target = try home.run("send", "target", "52.4731079", "13.4030886")
        #expect(target.end == .exited(0), "\(target.errors)")
        // Home settles for 3 s from the first good position on.
        #expect(
            try eventually(within: .seconds(60)) {
                try home.run("preflight", "pilot").end == .exited(0)
            })
        let takeOff = try home.run("send", "takeoff")
        #expect(takeOff.end == .exited(0), "\(takeOff.errors)")
        try second.waitFor("drone: taking off")
        try home.waitForStatus("flies again") {
            $0.reason(of: "pilot").hasPrefix("flying to target 1 of 1")
        }
        #expect(roost.end == nil)
    }

    /// A simulated world as a process of its own, that can be killed.
    private func startWorld(at address: String, _ home: TestInstallation) throws -> RoostProcess {
        let world = try RoostProcess(
            "simulate", "world", "--address", address, "--runtime", home.runtime)
        try world.waitFor("simulated world at")
        return world
    }
}

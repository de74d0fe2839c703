import Core
import Devices
import Glibc
import TestSupport
import Testing

extension WorldTests {
    @Test(
        "another setting is applied on the ground and refused in the air; a driver needs a restart")
    func apply() throws {
        let address = "127.0.0.231"
        let world = try DemoWorld(at: address, pilot: ["start": "on-command"])
        let home = world.home
        let new = "\(home.directory.path)/new.json"
        func write(_ altitude: JSONValue, drivers: [String: JSONValue] = [:]) throws {
            try home.directory.write(
                "new.json",
                DemoConfiguration.text(
                    at: address, altitude: "1m",
                    pilot: ["start": "on-command", "max_altitude": altitude], drivers: drivers))
        }
        try write("4m")
        #expect(try home.run("plan", new).end == .exited(11))
        #expect(try home.run("plan", new, "--against", home.configuration).end == .exited(0))
        let roost = try home.start()
        #expect(try home.run("plan", home.configuration).output == "nothing changes\n")
        let applied = try home.run("apply", new)
        #expect(applied.end == .exited(0), "\(applied.errors)")
        #expect(applied.output.hasPrefix("pilot: max_altitude: "), "\(applied.output)")
        #expect(try home.run("plan", new).output == "nothing changes\n")
        try roost.waitFor("applied: pilot: max_altitude: ")

        // What was started is kept; what was applied is on probation still.
        #expect(
            try eventually { try home.run("history").output.hasSuffix("started\n") })
        let back = try home.run("rollback")
        #expect(
            back.output.hasPrefix("back to 1 of roost history\npilot: max_altitude: "), "\(back)")
        #expect(try home.run("plan", home.configuration).output == "nothing changes\n")
        #expect(try home.run("rollback").end == .exited(1))
        #expect(try home.run("apply", new).end == .exited(0))

        try write("3m", drivers: ["clock": ["driver": "system-clock"]])
        let restart = try home.run("apply", new)
        #expect(restart.end == .exited(1))
        #expect(restart.errors.contains("a restart is needed for clock"), "\(restart.errors)")
        try write("high")
        let bad = try home.run("apply", new)
        #expect(bad.end == .exited(10))
        #expect(bad.errors.contains("the old configuration goes on running"), "\(bad.errors)")
        #expect(try home.run("status").output.contains("a change of "))

        try write("3m")
        try home.waitForStatus("has the drone ready") { $0.linkState == "ready" }
        #expect(
            try eventually(within: .seconds(30)) {
                try home.run("send", "takeoff").end == .exited(0)
            })
        #expect(eventually(within: .seconds(20)) { world.drone.truth.isAirborne })
        #expect(try home.run("plan", new).end == .exited(1))
        let refused = try home.run("apply", new)
        #expect(refused.end == .exited(1))
        #expect(refused.errors.contains("until it has landed"), "\(refused.errors)")
        try roost.waitFor("the old one runs on")
        roost.send(signal: SIGTERM)
        #expect(try roost.wait(within: .seconds(30)) == .exited(0), "\(roost.errors)")
    }
}

import Core
import Glibc
import JSON
import Simulators
import TestSupport
import Testing
import Values

extension WorldTests {
    /// A demo whose pilot has a second set of settings, "calm".
    private func world() throws -> DemoWorld {
        let world = try DemoWorld(pilot: ["start": "on-command"])
        let name = world.home.configuration.split(separator: "/").last.map(String.init) ?? ""
        try world.home.directory.write(
            name,
            DemoConfiguration.text(
                at: world.address, altitude: "1m", pilot: ["start": "on-command"],
                shadows: ["calm": ["max_altitude": "4m"]]))
        return world
    }

    @Test("a pilot goes on with other settings and back")
    func use() throws {
        let world = try world()
        let home = world.home
        func expectUse(_ used: String) throws {
            #expect(try home.run("use").output == "pilot: uses \(used), of pilot, calm\n")
        }

        let first = try home.start()
        try expectUse("pilot")
        #expect(try home.run("use", "door").output == "door: uses door, of door\n")
        let applied = try home.run("use", "pilot", "calm")
        #expect(applied.end == .exited(0), "\(applied.errors)")
        #expect(applied.output.firstRange(of: "uses: pilot -> calm") != nil, "\(applied.output)")
        try expectUse("calm")
        // The file says nothing of it, so it changes nothing of it.
        #expect(try home.run("plan", home.configuration).output == "nothing changes\n")
        #expect(try eventually { try home.run("history").output.hasSuffix("started\n") })
        let back = try home.run("rollback")
        #expect(back.output.firstRange(of: "uses: calm -> pilot") != nil, "\(back)")
        try expectUse("pilot")

        let unknown = try home.run("use", "pilot", "clam")
        #expect(unknown.end == .exited(1))
        #expect(
            unknown.errors.firstRange(of: "Did you mean \"calm\"?") != nil, "\(unknown.errors)")
        first.send(signal: SIGTERM)
        #expect(try first.wait(within: .seconds(30)) == .exited(0), "\(first.errors)")
        #expect(!world.drone.truth.isAirborne)
    }

    @Test("what a pilot uses is kept over a restart once its minute is over")
    func useAfterRestart() throws {
        let world = try world()
        let home = world.home
        let first = try home.start()
        #expect(try home.run("use", "pilot", "calm").end == .exited(0))
        #expect(
            try eventually(within: .seconds(90), every: .milliseconds(500)) {
                try home.run("history").output.split(separator: "\n").count > 1
            })
        first.send(signal: SIGKILL)
        #expect(try first.wait() == .killed(signal: SIGKILL))
        let second = try home.start()
        try second.waitFor("pilot uses the settings of calm, as roost use had it")
        #expect(try home.run("use").output == "pilot: uses calm, of pilot, calm\n")
        #expect(try home.run("plan", home.configuration).output == "nothing changes\n")
        second.send(signal: SIGTERM)
        #expect(try second.wait(within: .seconds(30)) == .exited(0), "\(second.errors)")
        #expect(!world.drone.truth.isAirborne)
    }
}

import Core
import Glibc
import JSON
import Simulators
import TestSupport
import TestTraits
import Testing
import Values

extension WorldTests {
    @Test("settings are applied on the ground, kept in a history, and taken back")
    func apply() throws {
        let world = try DemoWorld(pilot: ["start": "on-command"])
        let home = world.home
        let new = "\(home.directory.path)/new.json"
        func write(_ altitude: JSONValue, sysfs: String? = nil) throws {
            let text = try DemoConfiguration.text(
                at: world.address, altitude: "1m",
                pilot: ["start": "on-command", "max_altitude": altitude])
            try home.directory.write(
                "new.json", sysfs.map { text.replacing("world/sys\"", with: "\($0)\"") } ?? text)
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

        try write("3m", sysfs: "elsewhere")
        let restart = try home.run("apply", new)
        #expect(restart.end == .exited(1))
        #expect(
            restart.errors.contains("a restart of the service is needed for sysfs"),
            "\(restart.errors)")
        try write("high")
        let bad = try home.run("apply", new)
        #expect(bad.end == .exited(10))
        #expect(bad.errors.contains("the old configuration goes on running"), "\(bad.errors)")
        #expect(try home.run("status").output.contains("a change of "))
        roost.send(signal: SIGTERM)
        #expect(try roost.wait(within: .seconds(30)) == .exited(0), "\(roost.errors)")
    }

    @Test(
        "in the air drivers come and go, and settings change a hundred times, while the drone's link has no gap"
    )
    func applyInFlight() throws {
        let world = try DemoWorld()
        let home = world.home
        func text(
            _ pilot: [String: JSONValue], _ drivers: [String: JSONValue] = [:]
        ) throws -> JSONValue {
            .string(
                try DemoConfiguration.text(
                    at: world.address, altitude: "1m", pilot: pilot, drivers: drivers))
        }
        func apply(_ text: JSONValue) throws -> JSONValue {
            let line = JSONValue.object(["request": "apply", "text": text, "files": [:]]).line
            return try home.ask(line)
        }
        let roost = try world.startFlight()
        // Its receiver is not replaced under it.
        let receiver = try apply(
            try text(
                ["repeat": false],
                ["gps": ["driver": "gpsd", "host": .string(world.address), "stale_after": "3s"]]))
        #expect(
            receiver["error"]?.line.contains("pilot uses it and moves drone, which is not") == true,
            "\(receiver.line)")
        // Nor is what it flies.
        let nose = try apply(try text(["mount_offset": "90deg"]))
        #expect(nose["error"]?.line.contains("until it has landed") == true, "\(nose.line)")

        // None of these settings protects anything: one that does is not loosened in the air.
        let watch = DelayWatch.shared
        let mark = watch.mark()
        var refusals: [String] = []
        let count = trials(20, thorough: 100)
        for number in 1...count {
            let answer = try apply(
                number % 2 == 0
                    ? try text(["altitude_tolerance": "35cm"])
                    : try text(
                        ["altitude_tolerance": "40cm", "leave_radius": "3m"],
                        ["clock": ["driver": "system-clock"]]))
            if answer["ok"] != true { refusals.append(answer.line) }
        }
        #expect(refusals == [])
        let gap = world.drone.commandGaps.max
        #expect(gap < .milliseconds(60) + watch.longestDelay(since: mark) * 2, "\(gap)")
        #expect(world.drone.truth.isAirborne && !world.drone.truth.isLinkLost)
        let status = try home.status()
        #expect(status.driver("drone")?.restarts == 0)
        #expect(status.policy("pilot")?.hangs == nil)
        #expect(status.reason(of: "pilot").contains(" target "), "\(status.summary)")
        roost.send(signal: SIGTERM)
        #expect(try roost.wait(within: .seconds(30)) == .exited(0), "\(roost.errors)")
        #expect(roost.errors.contains("applied: clock: is gone"))
        #expect(!roost.errors.contains("taken back"), "\(roost.errors)")
    }

    @Test("a thermometer, its door's wire to it and another policy change while the drone flies")
    func applyHouse() throws {
        let world = try DemoWorld()
        let home = world.home
        let roost = try world.startFlight()
        try home.waitForStatus("has the door's bolt at rest") {
            !$0.reason(of: "door").isEmpty
        }
        let changed = try DemoConfiguration.text(
            at: world.address, altitude: "1m", pilot: ["cruise_speed": "1m/s"]
        )
        .replacing("\"every\":\"1s\"", with: "\"every\":\"2s\"")
        try home.directory.write("new.json", changed)
        let new = "\(home.directory.path)/new.json"
        let planned = try home.run("plan", new)
        #expect(planned.output.contains("outside: restarts, about "), "\(planned)")
        let applied = try home.run("apply", new)
        #expect(applied.end == .exited(0), "\(applied.errors)")
        #expect(applied.output.contains("outside: runs, "), "\(applied.output)")
        try home.waitForStatus("has the temperature again") {
            $0.driver("outside")?.sources["temperature"]?.quality == .good
        }
        #expect(world.drone.truth.isAirborne)
        roost.send(signal: SIGTERM)
        #expect(try roost.wait(within: .seconds(30)) == .exited(0), "\(roost.errors)")
    }
}

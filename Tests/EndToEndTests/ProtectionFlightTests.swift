import Core
import Glibc
import JSON
import Simulators
import TestSupport
import TestTraits
import Testing
import Values

/// What limits a flight, where a change of it meets a refusal, a failsafe, a rollback, a power cut and a failing driver: the
/// shipped binary flies the simulated drone, and the truth about where it was is the drone's.
@Suite(
    "Limits that a person has changed, flown", .timeLimit(.minutes(10)), .flying)
struct ProtectionFlightTests {
    /// North of where it takes off, in metres.
    private static func target(_ metres: Double) -> JSONValue {
        let place = DemoWorld.start.offset(eastMetres: 0, northMetres: metres) ?? DemoWorld.start
        return [
            "latitude": .number(place.latitude), "longitude": .number(place.longitude),
            "altitude": "1m", "hold": "1s",
        ]
    }

    /// The demo's pilot, which waits to be asked.
    private static func pilot(
        _ more: [String: JSONValue] = [:]
    ) -> [String: JSONValue?] {
        ["start": "on-command", "targets": [], "at_end": "hover", "repeat": nil]
            .merging(more.mapValues { $0 }) { $1 }
    }

    private struct Flight {
        let world: DemoWorld
        let roost: RoostProcess
        var home: TestInstallation { world.home }

        init(_ more: [String: JSONValue] = [:]) throws {
            world = try DemoWorld(pilot: pilot(more))
            roost = try world.home.start()
        }

        func apply(
            _ more: [String: JSONValue]
        ) throws -> (end: RoostProcess.End, output: String, errors: String) {
            try write(more, to: "new.json")
            return try home.run("apply", "\(home.directory.path)/new.json")
        }

        func write(_ more: [String: JSONValue], to name: String) throws {
            try home.directory.write(
                name, DemoConfiguration.text(at: world.address, altitude: "1m", pilot: pilot(more)))
        }

        /// Asks for a take-off until it is not refused, and waits until it is up.
        func takeOff() throws {
            try home.waitForStatus("is ready", within: .seconds(40)) { _ in
                (try? home.run("preflight").end) == .exited(0)
            }
            let asked = try home.run("send", "pilot", "takeoff")
            #expect(asked.end == .exited(0), "\(asked.errors)")
            #expect(eventually(within: .seconds(20)) { world.drone.truth.isAirborne })
            try home.waitForStatus("is up", within: .seconds(20)) {
                $0.policy("pilot")?.reason?.code != "taking-off"
            }
        }

        /// The farthest that it is from where it took off within some time.
        func farthest(within limit: Duration) -> Double {
            var farthest = 0.0
            _ = eventually(within: limit, every: .milliseconds(50)) {
                farthest = max(
                    farthest, DemoWorld.start.distanceMetres(to: world.drone.truth.position))
                return false
            }
            return farthest
        }

        func target(
            _ metres: Double
        ) throws -> (end: RoostProcess.End, output: String, errors: String) {
            let place = DemoWorld.start.offset(eastMetres: 0, northMetres: metres) ?? .origin
            return try home.run(
                "send", "pilot", "target", "\(place.latitude)", "\(place.longitude)")
        }

        /// What runs, by what it would change.
        func runs(_ more: [String: JSONValue]) throws -> Bool {
            try write(more, to: "same.json")
            return try home.run("plan", "\(home.directory.path)/same.json").output
                == "nothing changes\n"
        }

        func end() throws {
            roost.send(signal: SIGTERM)
            #expect(try roost.wait(within: .seconds(40)) == .exited(0), "\(roost.errors)")
        }
    }

    @Test(
        "after a refused take-off it flies the mission that was applied, inside the fence that was applied",
        arguments: ["apply", "reload"])
    func refusal(_ way: String) throws {
        let flight = try Flight(["fence_radius": "30m", "targets": [Self.target(25)]])
        let new: [String: JSONValue] = ["fence_radius": "12m", "targets": [Self.target(8)]]
        try flight.home.waitForStatus("knows the drone") { $0.linkState == "ready" }
        if way == "apply" {
            let applied = try flight.apply(new)
            #expect(applied.end == .exited(0), "\(applied.errors)")
        } else {
            try flight.write(new, to: "roost.json")
            flight.roost.send(signal: SIGHUP)
            try flight.roost.waitFor("applied: pilot: fence_radius")
        }
        flight.world.drone.apply(try #require(try FaultCommand.list("battery 30%").first))
        try flight.home.waitForStatus("hears of the battery") { _ in
            (try? flight.home.run("preflight").output.contains("30 %")) == true
        }
        let refused = try flight.home.run("send", "pilot", way == "apply" ? "takeoff" : "arm")
        #expect(refused.end == .exited(1) && refused.errors.contains("30 %"), "\(refused)")
        flight.world.drone.apply(try #require(try FaultCommand.list("battery 90%").first))
        // A while for whatever would be taken back.
        _ = flight.farthest(within: .seconds(4))
        #expect(try flight.runs(new), "\(flight.roost.errors)")
        try flight.takeOff()
        let metres = flight.farthest(within: .seconds(15))
        #expect((6...12).contains(metres), "\(metres) m, of a fence of 12 m")
        #expect(!flight.roost.errors.contains("taken back"), "\(flight.roost.errors)")
        try flight.end()
    }

    @Test("a fence that was tightened in flight stays when it does its work") func tightened()
        throws
    {
        let flight = try Flight(["fence_radius": "30m"])
        try flight.takeOff()
        #expect(try flight.target(8).end == .exited(0))
        try flight.home.waitForStatus("is there", within: .seconds(30)) {
            $0.reason(of: "pilot").hasPrefix("at target 1")
        }
        #expect(try flight.apply(["fence_radius": "12m"]).end == .exited(0))
        #expect(try flight.target(20).end == .exited(1))
        for command in try FaultCommand.list("wind 6m/s 0deg") { flight.world.drone.apply(command) }
        // It pushes it over the line that it has to stop before.
        _ = flight.farthest(within: .seconds(12))
        #expect(try flight.runs(["fence_radius": "12m"]), "\(flight.roost.errors)")
        let after = try flight.target(20)
        #expect(after.end == .exited(1), "\(after)")
        #expect(!flight.roost.errors.contains("taken back"), "\(flight.roost.errors)")
        try flight.end()
    }

    @Test(
        "a fence that was tightened before the take-off outlasts a failsafe of the receiver",
        arguments: ["apply", "use"])
    func glitch(_ way: String) throws {
        let flight = try Flight(["fence_radius": "30m"])
        if way == "use" {
            try flight.home.directory.write(
                "both.json",
                DemoConfiguration.text(
                    at: flight.world.address, altitude: "1m",
                    pilot: Self.pilot(["fence_radius": "30m"]),
                    shadows: ["tight": ["fence_radius": "12m"]]))
            #expect(
                try flight.home.run("apply", "\(flight.home.directory.path)/both.json").end
                    == .exited(0))
            #expect(try flight.home.run("use", "pilot", "tight").end == .exited(0))
        } else {
            #expect(try flight.apply(["fence_radius": "12m"]).end == .exited(0))
        }
        try flight.takeOff()
        #expect(try flight.target(6).end == .exited(0))
        _ = flight.farthest(within: .seconds(2))
        for command in try FaultCommand.list("gps off") { flight.world.drone.apply(command) }
        try flight.home.waitForStatus("misses the position", within: .seconds(5)) {
            $0.policy("pilot")?.reason?.code == "paused-fix-lost"
        }
        for command in try FaultCommand.list("gps on") { flight.world.drone.apply(command) }
        _ = flight.farthest(within: .seconds(5))
        // Whatever of the change was taken back, and had to be told: the fence is where it was put.
        let far = try flight.target(20)
        #expect(far.end == .exited(1) && far.errors.contains("12 m"), "\(far)")
        try flight.end()
    }

    @Test("a rollback is a decision: a refused take-off does not bring back what it went away from")
    func rollback() throws {
        let flight = try Flight(["fence_radius": "12m"])
        #expect(
            eventually(within: .seconds(20)) {
                (try? flight.home.run("history").output.hasSuffix("started\n")) == true
            })
        let wide = try flight.apply(["fence_radius": "300m"])
        #expect(wide.output.contains("ALLOWS MORE: fence_radius 12m -> 300m"), "\(wide)")
        let back = try flight.home.run("rollback")
        #expect(back.end == .exited(0), "\(back.errors)")
        flight.world.drone.apply(try #require(try FaultCommand.list("battery 30%").first))
        try flight.home.waitForStatus("hears of the battery") { _ in
            (try? flight.home.run("send", "pilot", "takeoff").errors.contains("30 %")) == true
        }
        _ = flight.farthest(within: .seconds(4))
        #expect(try flight.runs(["fence_radius": "12m"]), "\(flight.roost.errors)")
        try flight.end()
    }

    @Test("a fence that was tightened a second before a power cut is as tight after it")
    func powerCut() throws {
        let flight = try Flight(["fence_radius": "30m"])
        #expect(try flight.apply(["fence_radius": "12m"]).end == .exited(0))
        flight.roost.send(signal: SIGKILL)
        _ = try flight.roost.wait()
        let second = try flight.home.start()
        #expect(
            second.errors.contains("pilot: fence_radius stays 12m, the file has 30m"),
            "\(second.errors)")
        #expect(try flight.runs(["fence_radius": "12m"]))
        #expect(
            try flight.home.run("status").output.contains(
                "fence_radius stays 12m"))
        // A person may loosen it, and reads so.
        try flight.write(["fence_radius": "30m"], to: "roost.json")
        let loosened = try flight.home.run("apply", flight.home.configuration)
        #expect(
            loosened.output.contains("ALLOWS MORE: fence_radius 12m -> 30m"), "\(loosened)")
        // With its next step.
        #expect(
            try eventually(within: .seconds(5)) {
                try flight.home.run("preflight").output.contains(
                    "allows more: pilot: fence_radius 12m -> 30m")
            })
        second.send(signal: SIGTERM)
        #expect(try second.wait(within: .seconds(40)) == .exited(0), "\(second.errors)")
    }

    @Test(
        "a change that was taken back is told as undone, and nothing takes off before a person has acknowledged that"
    )
    func undone() throws {
        let flight = try Flight(["fence_radius": "30m"])
        try flight.home.waitForStatus("has a position") {
            $0.driver("gps")?.sources["position"]?.quality == .good
        }
        #expect(
            try flight.apply(["fence_radius": "12m", "arrival_radius": "2m"]).end == .exited(0))
        flight.world.stopGPSD()
        try flight.roost.waitFor("the change was taken back")
        let told = try flight.home.run("status").output
        #expect(
            told.contains("undone") && told.contains("arrival_radius: 2m ->")
                && told.contains("fence_radius 12m"), "\(told)")
        #expect(!told.contains("all well"), "\(told)")
        try flight.world.startGPSD()
        try flight.home.waitForStatus("has a position again", within: .seconds(40)) {
            $0.driver("gps")?.sources["position"]?.quality == .good
        }
        for word in ["arm", "takeoff"] {
            let asked = try flight.home.run("send", "pilot", word)
            #expect(
                asked.end == .exited(1) && asked.errors.contains("roost acknowledge"), "\(asked)")
        }
        let checks = try flight.home.run("preflight")
        #expect(
            checks.end == .exited(1) && checks.output.contains("a change was undone"), "\(checks)")
        #expect(try flight.home.run("acknowledge").end == .exited(0))
        #expect(try flight.home.run("acknowledge").end == .exited(1))
        try flight.takeOff()
        #expect(try flight.target(20).end == .exited(1))
        try flight.end()
    }
}

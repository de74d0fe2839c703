import Core
import Glibc
import JSON
import Simulators
import TestSupport
import Testing

extension WorldTests {
    @Test(
        "roost preflight ends with 0 when it may take off; an empty battery is told first, with 1")
    func preflight() throws {
        let world = try DemoWorld(pilot: ["start": "on-command"])
        let roost = try world.home.start()
        // It takes 3 s until home has settled.
        let early = try world.home.run("preflight")
        #expect(early.end == .exited(1))
        #expect(early.output.hasPrefix("pilot: NOT READY"))
        #expect(
            try eventually(within: .seconds(30)) {
                try world.home.run("preflight", "pilot").end == .exited(0)
            })
        let ready = try world.home.run("preflight")
        #expect(ready.output.hasPrefix("pilot: ready\n"))
        #expect(ready.output.contains("\nok  mission    targets: 3, "), "\(ready.output)")

        for command in try FaultCommand.list("battery 30%") { world.drone.apply(command) }
        #expect(
            try eventually(within: .seconds(10)) {
                try world.home.run("preflight").end == .exited(1)
            })
        let refused = try world.home.run("preflight")
        let lines = refused.output.split(separator: "\n")
        #expect(lines[0] == "pilot: NOT READY: 1 of 9 checks failed")
        #expect(lines[1] == "NO  battery    30 % (at least 40 %)")
        let takeOff = try world.home.run("send", "takeoff")
        #expect(takeOff.end == .exited(1))
        #expect(takeOff.errors.contains(lines[2].drop { $0 == " " }), "\(takeOff.errors)")

        let json = try JSONValue(
            parsing: try world.home.run("preflight", "pilot", "--json").output.utf8)
        guard let policies = json["policies"] else {
            throw TestSupportError("no policies: \(json.line)")
        }
        let reports = try policies.decode(as: [CheckReport].self)
        #expect(reports.map(\.isReady) == [false])
        #expect(reports[0].checks.filter { $0.verdict == .failed }.map(\.name) == ["battery"])
        #expect(try world.home.run("preflight", "pilo").errors.contains("Did you mean \"pilot\"?"))
        roost.send(signal: SIGTERM)
        #expect(try roost.wait(within: .seconds(30)) == .exited(0), "\(roost.errors)")
        #expect(try world.home.run("preflight").end == .exited(11))
    }
}

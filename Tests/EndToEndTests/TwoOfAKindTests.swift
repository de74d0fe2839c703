import Core
import Glibc
import JSON
import Simulators
import TestSupport
import Testing
import Values

/// Two processes at the devices of one machine, each with a runtime directory of its own, so that neither sees the
/// other's lock.
extension WorldTests {
    /// The same configuration for another runtime directory.
    private func other(_ world: DemoWorld) throws -> (configuration: String, runtime: String) {
        let text = try #require(world.home.directory.read("roost.json"))
            .replacing("world/sys", with: world.home.sysfs)
        try world.home.directory.write("other/roost.json", text)
        try world.home.directory.write("other/run/.keep", "")
        let folder = "\(world.home.directory.path)/other"
        return ("\(folder)/roost.json", "\(folder)/run")
    }

    private func driver(_ name: String, at runtime: String) throws -> DriverReport? {
        let status = try finished(RoostProcess("status", "--json", "--runtime", runtime))
        return try JSONValue(parsing: status.output.utf8).decode(as: StatusReport.self).driver(name)
    }

    @Test(
        "the second one at a bolt and a drone drives neither, and says who does, and whose that is")
    func twoProcesses() throws {
        let world = try DemoWorld(pilot: ["start": "on-command"])
        let (configuration, runtime) = try other(world)
        let first = try world.home.start()
        try world.home.waitForStatus("has bolt and drone") {
            $0.driver("bolt")?.state == .running && $0.linkState == "ready"
        }
        let second = try RoostProcess("run", configuration, "--runtime", runtime)
        try second.waitFor("started:")
        let holder = "is driven by roost (process \(first.pid)) of the user "
        for name in ["bolt", "drone"] {
            #expect(
                try eventually(within: .seconds(20)) {
                    let report = try driver(name, at: runtime)
                    return report?.lastError?.kind == "busy"
                        && report?.lastError?.text.contains(holder) == true
                }, "\(name): \(second.errors)")
        }
        // What is only read is read by both.
        #expect(try driver("latch", at: runtime)?.state == .running)
        // It is the other's to park.
        let park = try finished(
            RoostProcess("park", configuration, "--runtime", "\(runtime)/park"))
        #expect(park.end == .exited(1))
        #expect(park.errors.contains("bolt could not be made safe"), "\(park.errors)")
        #expect(park.errors.contains(holder))
        #expect(try world.home.status().driver("bolt")?.state == .running)
        let doctor = try finished(
            RoostProcess("doctor", configuration, "--runtime", "\(runtime)/park"))
        let words = doctor.output.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
        #expect(words.contains("pwm0 \(holder)"), "\(doctor.output)")
        #expect(words.contains("the drone at \(world.address):5556 \(holder)"), "\(doctor.output)")
        // With the first one gone the second takes over.
        first.send(signal: SIGKILL)
        _ = try first.wait()
        #expect(
            try eventually(within: .seconds(45), every: .milliseconds(200)) {
                let states = try ["bolt", "drone"].map { try driver($0, at: runtime)?.state }
                return states == [.running, .running]
            })
        second.send(signal: SIGTERM)
        #expect(try second.wait(within: .seconds(40)) == .exited(0), "\(second.errors)")
    }
}

import Core
import Glibc
import JSON
import LinuxIO
import Simulators
import TestSupport
import Testing
import Values

/// The flight marker in a runtime directory that is full, and that of a drone that nobody looks after.
extension WorldTests {
    @Test(
        "a full runtime directory is said before the take-off, which is refused for it; nothing stays of it",
        .enabled(if: Card.isPossible, "needs root, for a file system that is full"))
    func fullRuntimeDirectory() throws {
        let world = try DemoWorld(pilot: ["start": "on-command"])
        let text = try #require(world.home.directory.read("roost.json"))
            .replacing("world/sys", with: world.home.sysfs)
        try world.home.directory.write("roost.json", text)
        let disk = try Card.inMemory(at: "\(world.home.directory.path)/small", kilobytes: 64)
        func run(_ words: String...) throws -> (
            end: RoostProcess.End, output: String, errors: String
        ) {
            try finished(RoostProcess(words + ["--runtime", disk.directory]))
        }
        let roost = try RoostProcess(
            "run", world.home.configuration, "--runtime", disk.directory)
        try roost.waitFor("started:")
        #expect(
            try eventually(within: .seconds(30), every: .milliseconds(100)) {
                try run("preflight").end == .exited(0)
            })
        try disk.fill()
        let why = "its flight marker cannot be written (No space left on device)"
        #expect(
            try eventually(within: .seconds(10), every: .milliseconds(100)) {
                let preflight = try run("preflight")
                return preflight.end == .exited(1) && preflight.output.contains(why)
            })
        let takeOff = try run("send", "takeoff")
        #expect(takeOff.end == .exited(1))
        #expect(takeOff.errors.contains(why), "\(takeOff.errors)")
        #expect(!roost.errors.contains("pilot: taking off"))
        #expect(world.drone.truth.phase == .landed)
        func markers() throws -> [String] {
            try directoryNames(disk.directory) { $0.hasPrefix("airborne-") }
        }
        #expect(try markers() == [])
        // A park that finds nothing that flew has nothing to do, whatever the directory has room for.
        roost.send(signal: SIGTERM)
        #expect(try roost.wait(within: .seconds(30)) == .exited(0), "\(roost.errors)")
        world.drone.stop()
        let park = try run("park", world.home.configuration)
        #expect(park.end == .exited(0), "\(park.errors)")
        #expect(!park.errors.contains("left in the air"))
    }

    @Test(
        "a drone that a dead process has left in the air is landed by a service that does not have it"
    )
    func leftInTheAir() throws {
        let world = try DemoWorld()
        let first = try world.startFlight()
        first.send(signal: SIGKILL)
        _ = try first.wait()
        #expect(world.drone.truth.isAirborne)
        try world.home.directory.write("roost.json", "{}")
        let second = try world.home.start()
        let report = try #require(try world.home.status().leftBehind?.first)
        #expect(report.device == "the drone at \(world.address)" && !report.isFailed)
        #expect(
            second.errors.contains(
                "the drone at \(world.address) was left behind by a process that has ended"))
        #expect(eventually(within: .seconds(20)) { world.drone.truth.phase == .landed })
        try world.home.waitForStatus("has nothing left behind") { $0.leftBehind == nil }
        #expect(
            second.errors.contains(
                "the drone at \(world.address), which was left behind, is in its safe state"))
        #expect(ARDroneMarkers.names(in: world.home.runtime) == [])
        second.send(signal: SIGTERM)
        #expect(try second.wait() == .exited(0), "\(second.errors)")
    }

    @Test("one that does not answer stays in the status, with its marker, and the service runs")
    func leftAndGone() throws {
        let world = try DemoWorld()
        world.drone.stop()
        try world.home.directory.write("run/airborne-\(world.address)-5556", "5554\n")
        try world.home.directory.write("roost.json", "{}")
        let roost = try world.home.start()
        try world.home.waitForStatus("has given up", within: .seconds(40)) {
            $0.leftBehind?.first?.isFailed == true
        }
        let status = try world.home.run("status")
        #expect(status.end == .exited(0))
        #expect(!status.output.contains("all well"), "\(status.output)")
        #expect(status.output.contains("\(world.address)"), "\(status.output)")
        #expect(ARDroneMarkers.names(in: world.home.runtime) == ["airborne-\(world.address)-5556"])
        roost.send(signal: SIGTERM)
        #expect(try roost.wait() == .exited(0), "\(roost.errors)")
    }
}

private enum ARDroneMarkers {
    static func names(in runtime: String) -> [String] {
        (try? directoryNames(runtime) { $0.hasPrefix("airborne-") }) ?? ["?"]
    }
}

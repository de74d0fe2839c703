import Core
import Glibc
import JSON
import Simulators
import TestSupport
import TestTraits
import Testing
import Values

/// The real commands against a simulated drone, with no roost and through one.
@Suite("roost drone: info, config, led, animate, trim, calibrate", .blocking)
struct DroneToolTests {
    private let home: TestInstallation
    /// Of its drone.
    private let address: String
    private let scheduler = DispatchScheduler()

    init() throws {
        home = try TestInstallation()
        address = try LoopbackAddress.claim()
    }

    private func drone() throws -> SimulatedDrone {
        var options = SimulatedDrone.Options(start: DemoWorld.start)
        options.address = address
        return try SimulatedDrone(options, scheduler: scheduler)
    }

    private func tool(
        _ words: String...
    ) throws -> (end: RoostProcess.End, output: String, errors: String) {
        try finished(
            RoostProcess(["drone"] + words + ["--address", address, "--runtime", home.runtime]))
    }

    @Test("info tells firmware, battery, state and that the keys are as they were set")
    func info() throws {
        let drone = try drone()
        defer { drone.stop() }
        let (end, output, errors) = try tool("info", "--json")
        #expect(end == .exited(0), "\(errors)")
        let json = try JSONValue(parsing: output.utf8)
        #expect(json["firmware"] == "2.4.8")
        #expect(json["name"] == "My ARDrone")
        #expect(json["phase"] == "landed")
        #expect(json["battery_percent"] == 100)
        #expect(json["configuration"] == "as it was set")
        #expect(json["arming_failures"] == [])
        let text = try tool("info").output
        #expect(text.contains("serial number") && text.contains("packets per second"))
    }

    @Test("config shows all keys or one, sets one and reads it back, and says what is ignored")
    func config() throws {
        let drone = try drone()
        defer { drone.stop() }
        let all = try tool("config", "--json")
        #expect(try JSONValue(parsing: all.output.utf8)["control:altitude_max"] == "1600")
        #expect(try tool("config", "control:outdoor").output == "FALSE\n")
        let set = try tool("config", "general:ardrone_name", "Ada L")
        #expect(set.end == .exited(0))
        #expect(set.output == "general:ardrone_name is Ada L\n")
        #expect(try tool("config", "general:ardrone_name").output == "Ada L\n")
        drone.apply(.ignoredKey("general:ardrone_name"))
        let ignored = try tool("config", "general:ardrone_name", "Bob")
        #expect(ignored.end == .exited(1))
        #expect(ignored.errors.contains("was acknowledged, but is Ada L"))
        let unknown = try tool("config", "control:altitude_mix")
        #expect(unknown.errors.contains("\"control:altitude_max\" or \"control:altitude_min\"?"))
    }

    @Test("led, photograph, trim and cut-motors do it; what needs the air is refused on the ground")
    func onTheGround() throws {
        let drone = try drone()
        defer { drone.stop() }
        let led = try tool("led", "fire", "--hertz", "9", "--seconds", "5")
        #expect(led.end == .exited(0), "\(led.errors)")
        #expect(drone.truth.lights?.id == 5)
        #expect(drone.truth.lights?.seconds == 5)
        let photograph = try tool("photograph")
        #expect(photograph.end == .exited(0), "\(photograph.errors)")
        #expect(drone.truth.photographs == 1)
        drone.apply(.camera(isReady: false))
        let refused = try tool("photograph")
        #expect(refused.end == .exited(1))
        #expect(refused.errors.contains("its camera is not ready"), "\(refused.errors)")
        let trims = drone.truth.flatTrims
        #expect(try tool("trim").end == .exited(0))
        #expect(drone.truth.flatTrims > trims)
        for word in [["animate", "flip-left"], ["calibrate"], ["reset"]] {
            let refused = try finished(
                RoostProcess(
                    ["drone"] + word + ["--address", address, "--runtime", home.runtime]))
            #expect(refused.end == .exited(1), "\(word)")
        }
        #expect(try tool("cut-motors").end == .exited(2))
        #expect(drone.truth.phase == .landed)
        #expect(try tool("cut-motors", "let-it-fall").end == .exited(0))
        #expect(drone.truth.phase == .emergency)
        #expect(try tool("reset").end == .exited(0))
        #expect(drone.truth.phase == .landed)
    }

    @Test("Where no drone answers they say so and end")
    func nobody() throws {
        let (end, _, errors) = try tool("info")
        #expect(end == .exited(1))
        #expect(errors.contains("no drone answers"))
    }

    @Test("Through a running roost, in flight: figures and calibration, and none on top")
    func inFlight() throws {
        let world = try DemoWorld()
        let roost = try world.startFlight()
        let read = try world.home.run("drone", "config", "control:outdoor")
        #expect(read.output == "TRUE\n", "\(read.errors)")
        let wave = try world.home.run("drone", "animate", "yaw-dance", "--milliseconds", "1000")
        #expect(wave.end == .exited(0), "\(wave.errors)")
        let flip = try world.home.run("drone", "animate", "flip-left")
        #expect(flip.errors.contains("too low"))
        let set = try world.home.run("drone", "config", "control:altitude_max", "2000")
        #expect(set.errors.contains("on the ground only"))
        let calibration = try world.home.run("drone", "calibrate")
        #expect(calibration.end == .exited(0), "\(calibration.errors)")
        let info = try world.home.run("drone", "info", "--json")
        #expect(try JSONValue(parsing: info.output.utf8)["firmware"] == "2.4.8")
        let trim = try world.home.run("drone", "trim")
        #expect(trim.end == .exited(1))
        roost.send(signal: SIGTERM)
        #expect(try roost.wait(within: .seconds(40)) == .exited(0), "\(roost.errors)")
        #expect(world.drone.truth.phase == .landed)
    }
}

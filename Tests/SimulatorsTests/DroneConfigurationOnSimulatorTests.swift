import Core
import JSON
import LinuxIO
import TestSupport
import TestTraits
import Testing
import Values

@testable import ARDrone
@testable import Simulators

/// The real driver sets up the simulated drone over real sockets, its control port included.
@Suite("AR.Drone configuration on the simulated drone", .timeLimit(.minutes(10)), .blocking)
struct DroneConfigurationOnSimulatorTests {
    private let clock = DispatchScheduler()
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        try directory.write("run/keep", "")
    }

    private func drone() throws -> SimulatedDrone {
        let start = try #require(Position(latitude: 52.5, longitude: 13.4))
        var options = SimulatedDrone.Options(start: start)
        options.bootstrapEnd = .acknowledged
        (options.atPort, options.navdataPort) = (0, 0)
        (options.controlPort, options.videoPort) = (0, 0)
        return try SimulatedDrone(options, scheduler: clock)
    }

    private func connect(
        _ drone: SimulatedDrone, _ extra: [String: JSONValue]
    ) throws -> (driver: any Driver, bench: DriverBench<ARDrone>) {
        var settings: [String: JSONValue] = [
            "address": "127.0.0.1",
            "command_port": .number(Double(drone.atEndpoint.port)),
            "navdata_port": .number(Double(drone.navdataEndpoint.port)),
            "control_port": .number(Double(drone.controlEndpoint.port)),
            // 200 packets a second make the handshakes quick.
            "navdata_demo": false,
        ]
        settings.merge(extra) { $1 }
        let bench = DriverBench(ARDrone.self, root: directory.path)
        return (try bench.start(.object(settings), scheduler: clock), bench)
    }

    private func fact(_ driver: any Driver, _ name: String) -> JSONValue? {
        driver.diagnostics(at: clock.now).first { $0.name == name }?.value
    }

    @Test("Every typed setting arrives, those too that need ids, and is read back")
    func everything() throws {
        let drone = try drone()
        defer { drone.stop() }
        let (driver, _) = try connect(
            drone,
            [
                "outdoor": true, "tilt_max": "12deg", "climb_max": "0.7m/s",
                "turn_max": "100deg/s", "drone_name": "Ada", "ultrasound": "22Hz",
                "camera": [
                    "codec": "h264-720p", "frame_rate": 20, "bit_rate_control": "manual",
                    "bit_rate": "1500kbit/s", "bit_rate_max": "2Mbit/s", "show": "bottom",
                ],
                "detection": ["look_for": "roundel"],
                "network": ["owner": "b8:27:eb:00:00:01"],
            ])
        defer { driver.close() }
        #expect(
            eventually(within: .seconds(30)) {
                fact(driver, "configuration") == "as it was set"
            },
            "\(String(describing: fact(driver, "configuration")))")
        #expect(eventually { fact(driver, "arming_failures") == [] })
    }

    @Test("A limit that the drone acknowledges and does not apply keeps it on the ground")
    func ignored() throws {
        let drone = try drone()
        defer { drone.stop() }
        drone.apply(.ignoredKey("control:altitude_max"))
        let (driver, bench) = try connect(drone, [:])
        defer { driver.close() }
        let obstacle: JSONValue =
            "the drone does not apply a key: control:altitude_max is 3000, not 1600"
        #expect(
            eventually(within: .seconds(30)) {
                fact(driver, "arming_failures") == [obstacle]
            })
        #expect(bench.log.lines.contains { $0.contains("acknowledged, but not applied") })
    }
}

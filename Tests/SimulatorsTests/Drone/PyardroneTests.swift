import Core
import Glibc
import LinuxIO
import TestSupport
import Testing
import Values

@testable import Simulators

/// A client by others flies the simulated drone. `script/test-third-party` fetches it; without it
/// this test is not run.
struct PyardroneTests {
    /// The project's directory, four levels up from here.
    private static let root = #filePath.split(separator: "/").dropLast(4)
        .reduce(into: "") { $0 += "/\($1)" }
    private static let python = "\(root)/.cache/pyardrone/bin/python"

    @Test(
        "pyardrone connects, takes off, flies, turns and lands",
        .enabled(if: access(python, X_OK) == 0, "script/test-third-party has not been run"))
    func flight() throws {
        var options = SimulatedDrone.Options(start: try #require(DroneModelBench.start))
        (options.atPort, options.navdataPort) = (0, 0)
        (options.controlPort, options.videoPort) = (0, 0)
        // It knows the options of firmware before 2.4 only.
        options.hasGPS = false
        let drone = try SimulatedDrone(options, scheduler: DispatchScheduler())
        defer { drone.stop() }
        let directory = try TemporaryDirectory()
        let client = try ChildProcess(
            Self.python,
            [
                "\(Self.root)/Tests/ThirdParty/pyardrone_flight.py", drone.atEndpoint.host,
                "\(drone.atEndpoint.port)", "\(drone.navdataEndpoint.port)",
            ], logPath: "\(directory.path)/log")
        let hasEnded = eventually(within: .seconds(90), every: .milliseconds(100)) {
            client.poll() != nil
        }
        let log = directory.read("log") ?? ""
        #expect(hasEnded && client.poll() == 0, "\(log)")
        #expect(drone.truth.phase == .landed)
        #expect(drone.truth.northMetresPerSecond == 0)
        let start = try #require(DroneModelBench.start)
        #expect(start.distanceMetres(to: drone.truth.position) > 1, "it flew somewhere")
    }
}

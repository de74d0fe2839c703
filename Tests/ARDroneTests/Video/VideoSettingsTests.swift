import Core
import JSON
import Settings
import TestSupport
import Testing

@testable import ARDrone
@testable import VideoRelay

/// The driver's `video_to` group.
@Suite("AR.Drone video settings")
struct ARDroneVideoSettingsTests {
    private let bench = DriverBench(ARDrone.self, root: "/r")

    @Test("Left out there is no video; the group says where it goes")
    func outputs() throws {
        #expect(try bench.settings([:]).videoTo == nil)
        let video = try #require(
            try bench.settings([
                "video_to": [
                    "socket": "v.sock", "port": 5600, "recordings": "/var/lib/roost",
                    "record_limit": "1GB", "keep_free": "100MB", "readers": 2,
                ]
            ]).videoTo)
        let outputs = video.outputs(name: "kite", system: bench.system)
        #expect(outputs.count == 3)
        guard case .socket(.path("/r/run/v.sock"), maxClients: 2) = outputs[0],
            case .socket(.port(5600), maxClients: 2) = outputs[1],
            case .file(let plan) = outputs[2]
        else {
            Issue.record("other outputs: \(outputs)")
            return
        }
        #expect(
            plan
                == RecordingPlan(
                    .directory("/var/lib/roost", name: "kite"), limit: 1_000_000_000,
                    keepFree: 100_000_000))
    }

    @Test("A group that goes nowhere, and a recording into memory, are refused")
    func refused() {
        for video: JSONValue in [[:], ["drone_port": 5555], ["recordings": "flights"]] {
            #expect(throws: ConfigurationErrors.self) { try bench.settings(["video_to": video]) }
        }
    }

    @Test("An output that cannot be opened is left out with a word; the driver flies")
    func outputFails() throws {
        let driver = try bench.start(["video_to": ["socket": "/nonexistent/v.sock"]])
        defer { driver.close() }
        #expect(bench.log.lines.contains { $0.contains("error") && $0.contains("left out") })
        #expect(bench.reportedFaults.isEmpty)
        let diagnostics = driver.diagnostics(at: bench.clock.now)
        #expect(diagnostics.contains { $0.name == "video" && $0.value["state"] == "absent" })
    }
}

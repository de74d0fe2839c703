import Core
import Devices
import Drivers
import LinuxIO
import TestSupport
import Testing

/// The driver on real edges and real time.
@Suite(
    "The driver gpio-input on a chip", .serialized,
    .enabled(if: GPIOSim.isAvailable, "needs root and gpio-sim"))
struct GPIOInputSimTests {
    private let clock = DispatchScheduler()
    private let bench = DriverBench<GPIOInput>()

    /// Starts the driver on the machine's own /dev.
    private func start(_ json: JSONValue) throws -> any Driver {
        let context = DriverContext(
            name: "door", scheduler: clock, log: Log(bench.log, source: "door"),
            system: SystemPaths(runtime: "/run"), wires: bench.wires,
            resources: bench.resources, onFailure: bench.context().fail)
        return try GPIOInput.start(bench.settings(json), context)
    }

    private var isActive: Bool? {
        bench.wires.sample(GPIOInput.contact, at: clock.now).good?.isActive
    }

    @Test("follows the contact by its edges, sooner than it is read")
    func edges() throws {
        let chip = try GPIOSim(label: "sim-contact")
        let driver = try start(["line": "sim-contact:17", "debounce": "20ms"])
        defer { driver.close() }
        #expect(isActive == false)
        let begun = clock.now
        try chip.pull(17, up: true)
        #expect(eventually { isActive == true })
        let took = clock.now - begun
        #expect(took >= .milliseconds(20))
        #expect(took < .milliseconds(500))
        try chip.pull(17, up: false)
        #expect(eventually { isActive == false })
    }

    @Test("swallows bounces")
    func bounces() throws {
        let chip = try GPIOSim(label: "sim-contact")
        let driver = try start(["line": "sim-contact:17", "debounce": "400ms"])
        defer { driver.close() }
        let source = bench.wires.source(GPIOInput.contact)
        for _ in 0..<10 {
            try chip.pull(17, up: true)
            try chip.pull(17, up: false)
        }
        let seen = source.count
        // The reading of each second has come by: the bounces are over and nothing changed.
        #expect(eventually { source.count > seen + 1 })
        #expect(isActive == false)
        #expect(
            driver.facts(at: clock.now).contains(
                Fact("line", "sim-contact:17 (line 17 of sim-contact)")))
    }

    @Test("reports a chip that is gone as absent")
    func unplugged() throws {
        let chip = try GPIOSim(label: "sim-contact")
        let driver = try start(["line": "sim-contact:17"])
        defer { driver.close() }
        try chip.unplug()
        #expect(eventually { !bench.reportedFaults.isEmpty })
        #expect(bench.reportedFaults.map(\.kind) == [.absent])
        #expect(isActive == nil)
    }

    @Test("can be started again at once after it is closed")
    func restart() throws {
        let chip = try GPIOSim(label: "sim-contact")
        for _ in 0..<20 {
            try start(["line": "sim-contact:17"]).close()
        }
        withExtendedLifetime(chip) {}
    }
}

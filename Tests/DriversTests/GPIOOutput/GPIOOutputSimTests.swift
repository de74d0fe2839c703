import Core
import DriverKit
import Drivers
import JSON
import LinuxIO
import TestSupport
import Testing
import Values

/// The driver on a real line and in real time.
@Suite(
    "The driver gpio-output on a chip", .serialized,
    .enabled(if: GPIOSim.isAvailable, "needs root and gpio-sim"))
struct GPIOOutputSimTests {
    private let clock = DispatchScheduler()
    private let bench = DriverBench<GPIOOutput>()
    private let system = SystemPaths(runtime: "/run")

    private func start(_ json: JSONValue) throws -> any Driver {
        let context = DriverContext(
            name: "lamp", scheduler: clock, log: Log(bench.log, source: "lamp"), system: system,
            connections: bench.connections, resources: bench.resources,
            onFailure: bench.context().fail)
        return try GPIOOutput.start(bench.settings(json), context)
    }

    private func send(_ isActive: Bool, for lease: Duration) {
        bench.connections.sink(GPIOOutput.switch)
            .send(SwitchCommand(isActive: isActive), until: clock.now + lease)
    }

    @Test("follows a command and lets go when the lease is over, active low")
    func lease() throws {
        let chip = try GPIOSim(label: "sim-switch")
        let driver = try start(["line": "sim-switch:22", "active_low": true])
        defer { driver.close() }
        #expect(try chip.isHigh(22))
        send(true, for: .milliseconds(300))
        #expect(try eventually { try !chip.isHigh(22) })
        #expect(try eventually { try chip.isHigh(22) })
    }

    @Test("says who holds its line, and cannot make safe what is held")
    func busy() throws {
        let chip = try GPIOSim(label: "sim-switch", hogs: [22: "a fan"])
        let fault = thrownError(DeviceError.self) { try start(["line": "sim-switch:22"]) }
        #expect(fault?.kind == .busy)
        #expect(fault?.message.contains("held by \"a fan\"") == true)
        #expect(throws: DeviceError.self) {
            try GPIOOutput.makeSafeWithoutInstance(
                bench.settings(["line": "sim-switch:22"]), system, bench.clock)
        }
        withExtendedLifetime(chip) {}
    }

    @Test("takes several lines at once, all at their safe level, or none")
    func several() throws {
        let chip = try GPIOSim(label: "sim-switch", hogs: [9: "a fan"])
        let json: JSONValue = [
            "lines": ["a": "sim-switch:20", "b": "sim-switch:22"], "safe": "active",
        ]
        let driver = try start(json)
        #expect(try [20, 22].map(chip.isHigh) == [true, true])
        driver.close()
        let fault = thrownError(DeviceError.self) {
            try start(["lines": ["a": "sim-switch:20", "b": "sim-switch:9"]])
        }
        #expect(fault?.message.contains("sim-switch:9 (line 9 of sim-switch") == true)
        #expect(fault?.message.contains("held by \"a fan\"") == true)
        try start(json).close()
    }

    @Test("drives its safe level with no driver running")
    func makeSafe() throws {
        let chip = try GPIOSim(label: "sim-switch")
        let settings = try bench.settings(["line": "sim-switch:22", "safe": "active"])
        // gpio-sim forgets a freed output, so what is seen is that the line can be taken, twice.
        for _ in 0..<2 { try GPIOOutput.makeSafeWithoutInstance(settings, system, bench.clock) }
        withExtendedLifetime(chip) {}
    }

    @Test("reports a chip that is gone as absent")
    func unplugged() throws {
        let chip = try GPIOSim(label: "sim-switch")
        let driver = try start(["line": "sim-switch:22"])
        defer { driver.close() }
        try chip.unplug()
        #expect(eventually { !bench.reportedFaults.isEmpty })
        #expect(bench.reportedFaults.map(\.kind) == [.absent])
    }
}

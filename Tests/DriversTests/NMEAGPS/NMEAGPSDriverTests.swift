import Core
import DriverKit
import JSON
import Settings
import TestSupport
import Testing
import Values

@testable import Drivers

/// The driver on a real terminal device of the kernel.
struct NMEAGPSDriverTests {
    private let bench = DriverBench<NMEAGPS>()

    private var position: Sample<Fix> { bench.sample(NMEAGPS.position) }

    private func start(_ terminal: PseudoTerminal) throws -> any Driver {
        try bench.start(["device": .string(terminal.path), "baud": 4800])
    }

    /// Says a cycle and lets time pass until it is told.
    private func fix(_ terminal: PseudoTerminal, _ driver: any Driver) -> Bool {
        let said = "GNRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,,,A"
        terminal.send([0x0A] + nmeaLine(said))
        let isHeard = eventually {
            driver.diagnostics(at: bench.clock.now)[1] != Diagnostic("sentences", 0)
        }
        bench.clock.advance(by: .milliseconds(100))
        return isHeard && position.good != nil
    }

    @Test("positions and headings arrive, and grow stale after two seconds")
    func publishes() throws {
        let terminal = try PseudoTerminal()
        let driver = try start(terminal)
        defer { driver.close() }
        #expect(fix(terminal, driver))
        terminal.send(nmeaLine("HEHDT,90,T"))
        #expect(eventually { bench.sample(NMEAGPS.heading).good == Heading(.degrees(90)) })
        bench.clock.advance(by: .milliseconds(2000))
        #expect(position.quality == .stale(limit: .seconds(2)))
    }

    @Test("a receiver between its cycles costs one tick a second and no other timer")
    func idles() throws {
        let terminal = try PseudoTerminal()
        let driver = try start(terminal)
        defer { driver.close() }
        #expect(bench.clock.pendingCount == 1)
        #expect(fix(terminal, driver))
        #expect(bench.clock.pendingCount == 1)
    }

    @Test("a pulled plug is absence, said once, and leaves no timer")
    func unplugged() throws {
        let terminal = try PseudoTerminal()
        let driver = try start(terminal)
        #expect(fix(terminal, driver))
        terminal.hangUp()
        #expect(eventually { !bench.reportedFaults.isEmpty })
        #expect(bench.reportedFaults.map(\.kind) == [.absent])
        #expect(position.value == nil)
        driver.close()
        #expect(bench.clock.pendingCount == 0)
    }

    @Test("closed, it gives the port back at once and publishes nothing more")
    func closes() throws {
        let terminal = try PseudoTerminal()
        let first = try start(terminal)
        first.close()
        // A port that is not given back would be busy.
        let second = try start(terminal)
        second.close()
        #expect(bench.clock.pendingCount == 0)
        #expect(bench.reportedFaults.isEmpty)
    }

    @Test("what is no serial port, what is busy and what is not there are told apart")
    func refuses() throws {
        let terminal = try PseudoTerminal()
        let owner = try start(terminal)
        defer { owner.close() }
        let busy = thrownError(DeviceError.self) { try start(terminal) }
        #expect(busy?.kind == .busy)
        #expect(busy?.message.contains("gpsd") == true)
        let plain = thrownError(DeviceError.self) { try bench.start(["device": "/dev/null"]) }
        #expect(plain?.message == "/dev/null is no serial port")
        #expect(
            thrownError(DeviceError.self) { try bench.start(["device": "serial0"]) }?.kind
                == .absent)
    }

    @Test("a speed that no receiver has is refused in the settings")
    func speeds() {
        #expect(throws: ConfigurationErrors.self) { try bench.settings(["baud": 9601]) }
        #expect(throws: ConfigurationErrors.self) { try bench.settings(["baud": "9600"]) }
    }
}

import Settings
import TestSupport
import Testing
import Values

@testable import Core

@Suite("What a dead process has left in motion")
struct LeftBehindTests {
    private let clock = ManualScheduler(now: Instant(nanoseconds: 1_000_000_000_000))
    private let log = MemoryLog()
    private let gate = Gate()
    private let device = ScriptedDevice("lift")

    private func supervisor(_ drivers: [DriverEntry] = []) throws -> Supervisor {
        let supervisor = try Supervisor(
            try configuration(drivers: drivers), scheduler: clock, log: Log(log, source: "roost"),
            runtime: "/nonexistent", manager: NoServiceManager(), onStopped: { _ in })
        supervisor.start()
        return supervisor
    }

    private func left(_ fault: DeviceError? = nil) -> LeftBehind {
        LeftBehind("the lift at 7", claim: Claim(.networkAddress, "7", key: "address")) {
            [gate] _ throws(DeviceError) in
            gate.pass()
            if let fault { throw fault }
        }
    }

    private func report(_ supervisor: Supervisor) -> LeftBehindReport? {
        supervisor.status(at: clock.now).leftBehind?.first
    }

    @Test(
        "is brought to its safe state, is an error in the log, and stands in the status until then")
    func broughtHome() throws {
        let supervisor = try supervisor()
        gate.close()
        supervisor.attend(to: [left()])
        #expect(
            report(supervisor)
                == LeftBehindReport(
                    device: "the lift at 7", text: "it is brought to its safe state",
                    isFailed: false, ageSeconds: 0))
        #expect(
            log.lines.contains(
                "error roost: the lift at 7 was left behind by a process that has ended, and no driver of "
                    + "this configuration is for it: it is brought to its safe state"))
        gate.open()
        #expect(eventually { report(supervisor) == nil })
        #expect(
            eventually {
                log.lines.last
                    == "notice roost: the lift at 7, which was left behind, is in its safe state"
            })
    }

    @Test("stays in the status with the reason where that fails") func failed() throws {
        let supervisor = try supervisor()
        supervisor.attend(to: [left(DeviceError(.timeout, "it goes on"))])
        #expect(eventually { report(supervisor)?.isFailed == true })
        clock.advance(by: .seconds(90))
        #expect(report(supervisor)?.text == "it goes on")
        #expect(report(supervisor)?.ageSeconds == 90)
    }

    @Test("is left to the driver that looks after it, where there is one") func ownDriver() throws {
        let text = #"{"drivers": {"lift": {"driver": "tower", "address": "7"}}}"#
        let configuration = try ConfigurationReader.read(
            Array(text.utf8), registry: PluginRegistry(drivers: [Tower.self], policies: []))
        let supervisor = try supervisor(configuration.drivers)
        gate.close()
        supervisor.attend(to: [left()])
        #expect(report(supervisor) == nil)
        #expect(gate.waitingCount == 0)
    }
}

/// A driver that claims an address, and does nothing.
private enum Tower: DriverPlugin {
    struct Settings: PluginSettings {
        let address: String

        init(_ read: SettingsReader) {
            address = read("address", .text("a number"), default: "1", "Where it is.")
        }
    }

    private struct Instance: Driver {
        func close() {}
    }

    static let name = "tower"
    static let summary = "Stands."
    static let ports: [DriverPort] = []

    static func claims(_ settings: Settings) -> [Claim] {
        [Claim(.networkAddress, settings.address, key: "address")]
    }

    static func start(
        _ settings: Settings, _ context: DriverContext
    ) throws(DeviceError) -> any Driver { Instance() }
}

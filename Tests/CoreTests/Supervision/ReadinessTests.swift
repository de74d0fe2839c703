@testable import Core
import TestSupport
import Testing
import Values

/// Drivers start side by side where nothing orders them, and systemd is told when all have said something.
@Suite struct ReadinessTests {
    private let clock = ManualScheduler(now: Instant(nanoseconds: 1_000_000_000_000))
    private let log = MemoryLog()
    private let manager = RecordingManager()
    private let eventLog = EventLog()

    private func supervisor(
        _ drivers: [DriverEntry], _ policies: [PolicyEntry] = []
    ) throws -> Supervisor {
        try Supervisor(
            try configuration(drivers: drivers, policies: policies), scheduler: clock,
            log: Log(log, source: "roost"), runtime: "/nonexistent", manager: manager,
            onStopped: { _ in })
    }

    private var isReady: Bool { manager.sent.contains { $0.hasPrefix("READY=1") } }

    // MARK: Side by side

    @Test("what nothing orders starts side by side, and what another needs after it")
    func sideBySide() throws {
        let devices = (1...8).map { ScriptedDevice("d\($0)", eventLog: eventLog) }
        let (obstacle, last) = (Gate(), ScriptedDevice("last", eventLog: eventLog))
        obstacle.close()
        for device in devices { device.onStart { _ in obstacle.pass() } }
        let supervisor = try supervisor(
            devices.map { $0.entry() } + [last.entry(after: ["d1", "d8"])])
        // All eight hang in their start at one time, or this never ends.
        let opener = AbandonableCall { eventually { obstacle.waitingCount == 8 } }
        let started = AbandonableCall { supervisor.start() }
        #expect(opener.value(within: .seconds(10)) == true)
        #expect(!eventLog.entries.contains("start last"))
        obstacle.open()
        #expect(started.value(within: .seconds(10)) != nil)
        #expect(eventLog.entries.last == "start last")
        #expect(eventLog.entries.count == 9)
    }

    // MARK: Ready

    /// A policy that reads the temperature of a sensor.
    private static let door = ScriptedPolicy().entry(
        "door", bindings: ["temperature": PortAddress(driver: "inside", port: "temperature")])

    private func sensor(
        _ onStart: @escaping @Sendable (DriverContext) -> Void
    ) -> ScriptedDevice {
        let device = ScriptedDevice("inside", eventLog: eventLog)
        device.onStart(onStart)
        return device
    }

    @Test("it is ready once each sensor that a policy goes by has given a sample")
    func sample() throws {
        let device = sensor { _ in }
        let supervisor = try supervisor([device.entry(every: "1s")], [Self.door])
        supervisor.start()
        clock.advance(by: .seconds(3))
        #expect(!isReady)
        #expect(supervisor.status(at: clock.now).phase == .running)
        supervisor.connections(ofDriver: "inside")?.source(TestSensor.temperature)
            .publish(Temperature(celsius: 3), at: clock.now)
        clock.advance(by: .milliseconds(20))
        #expect(isReady)
        #expect(manager.sent.last == "READY=1\nSTATUS=running door")
        #expect(!log.lines.contains { $0.contains("nothing was heard") })
    }

    @Test(
        "it is ready when one has said why it gives none, or does not run",
        arguments: [true, false])
    func reason(isRunning: Bool) throws {
        let device = sensor { [clock] context in
            guard isRunning else { return }
            context.source(TestSensor.temperature).publishAbsent("no chip", at: clock.now)
        }
        if !isRunning { for _ in 0..<9 { device.failStarts(DeviceError(.absent, "no chip")) } }
        let supervisor = try supervisor([device.entry(every: "1s")], [Self.door])
        supervisor.start()
        clock.advance(by: .zero)
        #expect(isReady)
    }

    @Test("what says nothing is waited for ten seconds, and then told of") func silence() throws {
        let device = sensor { _ in }
        let supervisor = try supervisor([device.entry(every: "1s")], [Self.door])
        supervisor.start()
        clock.advance(by: .milliseconds(9900))
        #expect(!isReady)
        clock.advance(by: .milliseconds(200))
        #expect(isReady)
        #expect(
            log.lines.contains(
                "warning roost: ready, but nothing was heard for 10 s from inside"))
        #expect(manager.sent.count { $0.hasPrefix("READY=1") } == 1)
        clock.advance(by: .seconds(60))
        #expect(manager.sent.count { $0.hasPrefix("READY=1") } == 1)
    }

    @Test("what no policy goes by is not waited for") func unneeded() throws {
        let device = sensor { _ in }
        let supervisor = try supervisor([device.entry(every: "1s")])
        supervisor.start()
        clock.advance(by: .zero)
        #expect(isReady)
    }

    @Test("stopped before it is ready, it is never said to be") func stopped() throws {
        let device = sensor { _ in }
        let supervisor = try supervisor([device.entry(every: "1s")], [Self.door])
        supervisor.start()
        clock.advance(by: .seconds(1))
        supervisor.stop(because: "test")
        clock.advance(by: .seconds(60))
        #expect(!isReady)
        #expect(clock.pendingCount == 0)
    }
}

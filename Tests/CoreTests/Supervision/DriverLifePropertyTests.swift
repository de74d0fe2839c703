@testable import Core
import JSON
import Settings
import TestSupport
import Testing
import Values

/// Whatever happens to a driver in whatever order, Roost can stop and leaves nothing behind.
@Suite struct DriverLifePropertyTests {
    @Test("every life ends settled, with each instance closed once", arguments: 0..<200)
    func anyLife(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let clock = ManualScheduler(now: Instant(nanoseconds: 1_000_000_000_000))
        let device = ScriptedDevice()
        let managed = ManagedDriver(
            entry: device.entry(),
            context: DriverContext(
                name: "device", scheduler: clock, log: Log(MemoryLog(), source: "device"),
                system: SystemPaths(runtime: "/nonexistent"), connections: PortConnections([:]),
                resources: SharedResourcePool(), onFailure: { _ in }),
            restarts: try SettingsReader.read(from: [:], at: SettingPath("restarts")))
        var failedStarts = 0
        managed.start()
        for _ in 0..<Int.random(in: 1...40, using: &generator) {
            let kind: DeviceError.Kind = Bool.random(using: &generator) ? .absent : .other
            let fault = DeviceError(kind, "test")
            switch Int.random(in: 0..<20, using: &generator) {
            case 0..<5: device.fail(fault)
            case 5..<7: device.contexts.first?.fail(fault)
            case 7..<10:
                device.failStarts(fault)
                failedStarts += 1
            case 10: managed.giveUp(fault)
            case 11: managed.makeSafe()
            case 12: device.setSafe(Bool.random(using: &generator))
            case 13: device.onStart { [managed] _ in managed.makeSafe() }
            case 14: device.onStart { context in context.fail(fault) }
            case 15: device.onStart { _ in }
            case 16: try? managed.restart(because: "test")
            default: clock.advance(by: .milliseconds(Int.random(in: 0...9000, using: &generator)))
            }
        }
        device.setSafe(true)
        device.onStart { _ in }
        managed.makeSafe()
        clock.advance(by: .seconds(1))
        #expect(managed.current.state.safety.isSettled)
        managed.close()
        let starts = device.contexts.count
        clock.advance(by: .seconds(3600))
        #expect(device.contexts.count == starts)
        #expect(clock.pendingCount == 0)
        let closes = device.eventLog.entries.filter { $0 == "close device" }.count
        #expect(closes == starts - (failedStarts - device.unusedStartFaults))
    }
}

@testable import Core
import Values
@testable import DriverKit
import JSON
import Settings
import Synchronization
import TestSupport
import Testing

/// On a device of the test's own: what servo, switch and dimmer have in common.
@Suite("A leased actuator")
struct LeasedActuatorTests {
    private let bench = DriverBench<TestActuator>()
    private let device = TestDevice.Probe()

    private func start(_ scheduler: (any Scheduler)? = nil) throws -> any Driver {
        TestActuator.start(
            TestDevice(device), try bench.settings([:]), bench.context(scheduler))
    }

    private func send(_ level: Int, for lease: Duration = .seconds(60)) {
        bench.connections.sink(TestActuator.level)
            .send(TestLevel(level), until: bench.clock.now + lease)
    }

    @Test("moves nothing before a command, and needs no timer then")
    func idle() throws {
        let driver = try start()
        bench.clock.advance(by: .seconds(10))
        #expect(device.told == [0])
        #expect(bench.clock.pendingCount == 0)
        #expect(driver.isSafe == false, "nobody has asked it to be")
        driver.close()
    }

    @Test("obeys a command at once, and is safe at the end of its lease and not before")
    func lease() throws {
        let driver = try start()
        bench.clock.advance(by: .zero)
        send(7, for: .milliseconds(500))
        bench.clock.advance(by: .zero)
        #expect(device.told == [0, 7])
        bench.clock.advance(by: .milliseconds(499))
        #expect(device.told == [0, 7])
        bench.clock.advance(by: .milliseconds(1))
        #expect(device.told == [0, 7, 0])
        driver.close()
    }

    @Test("tells the device nothing again when a lease is renewed, with one timer for it all")
    func renewal() throws {
        let driver = try start()
        bench.clock.advance(by: .zero)
        for _ in 0..<9 {
            send(7, for: .milliseconds(200))
            bench.clock.advance(by: .milliseconds(100))
            #expect(bench.clock.pendingCount == 1)
        }
        #expect(device.told == [0, 7])
        bench.clock.advance(by: .milliseconds(100))
        #expect(device.told.last == 0)
        driver.close()
    }

    @Test("a lease that a later command shortens ends with that command's")
    func shortened() throws {
        let driver = try start()
        bench.clock.advance(by: .zero)
        send(7, for: .seconds(60))
        bench.clock.advance(by: .milliseconds(10))
        send(7, for: .milliseconds(50))
        bench.clock.advance(by: .milliseconds(50))
        #expect(device.told == [0, 7, 0])
        driver.close()
    }

    @Test("a command that is taken back ends at once, and one that was lost is not renewed")
    func withdrawn() throws {
        let writer = bench.connections.sink(TestActuator.level).makeWriter()
        let driver = try start()
        bench.clock.advance(by: .zero)
        writer.send(TestLevel(7), until: bench.clock.now + .seconds(5))
        bench.clock.advance(by: .seconds(1))
        #expect(writer.renew(until: bench.clock.now + .seconds(60), at: bench.clock.now))
        bench.clock.advance(by: .seconds(10))
        #expect(device.told.last == 7 && writer.holds(at: bench.clock.now))
        writer.withdraw()
        bench.clock.advance(by: .zero)
        #expect(device.told.last == 0 && !writer.holds(at: bench.clock.now))
        #expect(!writer.renew(until: bench.clock.now + .seconds(60), at: bench.clock.now))
        // Of another writer's command nothing is taken back.
        writer.send(TestLevel(7), until: bench.clock.now + .seconds(5))
        send(9)
        writer.withdraw()
        #expect(!writer.renew(until: bench.clock.now + .seconds(90), at: bench.clock.now))
        bench.clock.advance(by: .seconds(1))
        #expect(device.told.last == 9)
        driver.close()
    }

    @Test("a command that came before the device was ready counts as long as its lease lives")
    func waiting() throws {
        device.setReady(false)
        let driver = try start()
        send(7, for: .milliseconds(100))
        bench.clock.advance(by: .milliseconds(60))
        #expect(device.told == [])
        device.setReady(true)
        bench.clock.advance(by: .milliseconds(20))
        #expect(device.told == [7])
        driver.close()
    }

    @Test("one that is over before it came moves nothing, and one that is refused is told once")
    func refused() throws {
        let driver = try start()
        bench.clock.advance(by: .zero)
        send(7, for: .zero)
        for _ in 0..<3 { send(-1) }
        bench.clock.advance(by: .seconds(1))
        #expect(device.told == [0])
        #expect(bench.log.lines == ["error test: below zero"])
        #expect(driver.diagnostics(at: .zero).contains(Diagnostic("refused", 3)))
        driver.close()
    }

    @Test("whoever commands knows when the device last took what it was told")
    func answers() throws {
        let sink = bench.connections.sink(TestActuator.level)
        let writer = sink.makeWriter()
        #expect(sink.answeredAt == nil)
        device.setReady(false)
        let driver = try start()
        bench.clock.advance(by: .milliseconds(100))
        #expect(sink.answeredAt == nil)
        device.setReady(true)
        for second in 1...5 {
            writer.send(TestLevel(second), until: bench.clock.now + .seconds(2))
            bench.clock.advance(by: .seconds(1))
            #expect(sink.answeredAt.map { bench.clock.now - $0 <= .seconds(1) } == true)
        }
        device.setRefusing(true)
        writer.send(TestLevel(9), until: bench.clock.now + .seconds(60))
        bench.clock.advance(by: .seconds(5))
        #expect(sink.answeredAt.map { bench.clock.now - $0 >= .seconds(5) } ?? true)
        driver.close()
        bench.connections.sink(TestActuator.level).invalidate(
            because: "it has failed", at: bench.clock.now)
        #expect(sink.answeredAt == nil)
    }

    @Test("tells the device again every second while somebody is in charge")
    func resync() throws {
        let driver = try start()
        send(7, for: .milliseconds(3500))
        bench.clock.advance(by: .milliseconds(3400))
        #expect(device.resyncs == 3)
        bench.clock.advance(by: .seconds(10))
        #expect(device.resyncs == 3)
        driver.close()
    }

    @Test("is at rest while it does what it does with nobody in charge, and never while it is told")
    func rest() throws {
        let driver = try start()
        #expect(driver.isAtRest, "nothing was moved")
        bench.clock.advance(by: .zero)
        #expect(driver.isAtRest)
        send(7)
        #expect(!driver.isAtRest, "it is about to move")
        bench.clock.advance(by: .zero)
        #expect(!driver.isAtRest)
        send(0)
        bench.clock.advance(by: .zero)
        #expect(driver.isAtRest, "somebody is in charge, and wants the same")
        #expect(!driver.isSafe, "nobody has asked it to be")
        driver.close()
    }

    @Test("made safe it takes no more commands, and is safe once the device was told")
    func makeSafe() throws {
        let driver = try start()
        bench.clock.advance(by: .zero)
        send(7)
        bench.clock.advance(by: .milliseconds(10))
        driver.makeSafe()
        driver.makeSafe()
        #expect(!driver.isSafe)
        send(9)
        bench.clock.advance(by: .zero)
        #expect(device.told == [0, 7, 0])
        #expect(driver.isSafe)
        driver.close()
        #expect(device.isClosed)
        #expect(bench.clock.pendingCount == 0)
    }

    @Test("made safe before the device is ready, it leaves the device alone and is safe")
    func makeSafeEarly() throws {
        device.setReady(false)
        let driver = try start()
        send(7)
        driver.makeSafe()
        #expect(driver.isSafe)
        device.setReady(true)
        bench.clock.advance(by: .seconds(1))
        #expect(device.told == [])
        driver.close()
    }

    @Test("a device that refuses is one fault, and is made safe when the driver is closed")
    func fails() throws {
        let driver = try start()
        bench.clock.advance(by: .zero)
        device.setRefusing(true)
        send(7)
        bench.clock.advance(by: .seconds(5))
        #expect(bench.reportedFaults.map(\.kind) == [.other])
        #expect(bench.clock.pendingCount == 0)
        device.setRefusing(false)
        driver.close()
        #expect(device.told.last == 0)
    }

    @Test("a device that refuses to become safe is not called safe, and is told until it is")
    func failsToBecomeSafe() throws {
        let driver = try start()
        send(7)
        bench.clock.advance(by: .milliseconds(10))
        device.setRefusing(true)
        driver.makeSafe()
        bench.clock.advance(by: .seconds(3))
        #expect(!driver.isSafe)
        #expect(bench.reportedFaults.isEmpty)
        device.setRefusing(false)
        bench.clock.advance(by: .seconds(1))
        #expect(driver.isSafe)
        #expect(device.told.last == 0)
        driver.close()
    }

    @Test("a device that does not answer for 3 s is said not to, once each time") func silence() {
        let began = Instant(nanoseconds: 0)
        var state = LeasedActuatorState<TestPlan>(
            portCount: 1, resyncsWhenIdle: false, at: began)
        #expect(state.silence(at: began + .seconds(60)) == nil)
        for time in [began, began + .seconds(100)] {
            _ = state.nextStep(at: time)
            #expect(state.newSilence(at: time + .milliseconds(2999)) == nil)
            #expect(state.newSilence(at: time + .seconds(3)) == .seconds(3))
            #expect(state.newSilence(at: time + .seconds(4)) == nil)
            #expect(state.silence(at: time + .seconds(4)) == .seconds(4))
            state.answered()
            #expect(state.silence(at: time + .seconds(60)) == nil)
        }
    }

    /// With real threads and real time, for something hangs in earnest.
    @Test("neither a sender, nor the status, nor a stop waits for a device that hangs")
    func hangs() throws {
        let clock = DispatchScheduler()
        let driver = try start(clock)
        let sink = bench.connections.sink(TestActuator.level)
        #expect(eventually { device.told == [0] })
        device.gate.close()
        sink.send(TestLevel(7), until: clock.now + .milliseconds(200))
        #expect(eventually { device.gate.waitingCount > 0 })
        let isDone = withTimeout(.seconds(5)) {
            for level in 1...9 { sink.send(TestLevel(level), until: clock.now + .seconds(9)) }
            _ = driver.diagnostics(at: clock.now)
            driver.makeSafe()
            #expect(!driver.isSafe)
            driver.close()
        }
        #expect(isDone)
        #expect(!device.isClosed)
        device.gate.open()
        #expect(eventually { device.isClosed })
        #expect(device.told.last == 0)
    }

    @Test("a lease that ran out while the device hung is over when it returns")
    func leaseMeanwhile() throws {
        let clock = DispatchScheduler()
        let driver = try start(clock)
        #expect(eventually { device.told == [0] })
        device.gate.close()
        let end = clock.now + .milliseconds(100)
        bench.connections.sink(TestActuator.level).send(TestLevel(7), until: end)
        #expect(eventually { device.gate.waitingCount > 0 && clock.now > end })
        device.gate.open()
        #expect(eventually { device.told == [0, 7, 0] })
        driver.close()
    }
}

// MARK: - The test's device

struct TestLevel: DeviceValue {
    static let kind = "test-level"
    let level: Int
    var description: String { "\(level)" }

    init(_ level: Int) {
        self.level = level
    }
}

private enum TestActuator: LeasedActuator {
    struct Settings: PluginSettings {
        init(_ read: SettingsReader) {}
    }

    static let name = "test-actuator"
    static let summary = "For tests."
    static let level = Port<TestLevel>("level", "How much.")
    static let ports: [DriverPort] = [.sink(level)]

    static func commandPorts(for settings: Settings) -> [Port<TestLevel>] { [level] }

    static func device(
        _ settings: Settings, _ context: DriverContext
    ) throws(DeviceError) -> TestDevice {
        TestDevice(TestDevice.Probe())
    }

    static func makeSafeWithoutInstance(
        _ settings: Settings, _ system: SystemPaths, _ clock: any Scheduler
    ) throws(DeviceError) {}
}

/// Gives the level that is commanded, and otherwise 0.
private struct TestPlan: ActuatorPlan {
    private var isStopping = false

    static func refusal(of command: TestLevel) -> String? {
        command.level < 0 ? "below zero" : nil
    }

    private var level = 0

    mutating func step(_ commands: [TestLevel?], at now: Instant) -> Int {
        level = isStopping ? 0 : commands[0]?.level ?? 0
        return level
    }

    let nextWake = WakeTimer.Schedule.never

    mutating func makeSafe() {
        isStopping = true
    }

    func isSafe(at now: Instant) -> Bool { isStopping }
    func isAtRest(at now: Instant) -> Bool { level == 0 }
}

private struct TestDevice: ActuatorDevice {
    /// What the test sees and sets of it.
    final class Probe: Sendable {
        private struct State {
            var told: [Int] = []
            var resyncs = 0
            var isReady = true
            var isRefusing = false
            var isClosed = false
        }

        let gate = Gate()
        private let state = Mutex(State())

        var told: [Int] { state.withLock { $0.told } }
        var resyncs: Int { state.withLock { $0.resyncs } }
        var isReady: Bool { state.withLock { $0.isReady } }
        var isClosed: Bool { state.withLock { $0.isClosed } }
        func setReady(_ isReady: Bool) { state.withLock { $0.isReady = isReady } }
        func setRefusing(_ refuses: Bool) { state.withLock { $0.isRefusing = refuses } }

        func tell(_ level: Int, isResync: Bool) throws(DeviceError) {
            gate.pass()
            let isRefused = state.withLock { state in
                if state.isRefusing { return true }
                if isResync { state.resyncs += 1 }
                if state.told.last != level { state.told.append(level) }
                return false
            }
            if isRefused { throw DeviceError(.other, "refused") }
        }

        func close() { state.withLock { $0.isClosed = true } }
    }

    private let probe: Probe

    init(_ probe: Probe) {
        self.probe = probe
    }

    let description = "a device"
    let diagnostics: [Diagnostic] = []

    func open(at now: Instant) throws(DeviceError) -> TestPlan? {
        probe.isReady ? TestPlan() : nil
    }

    func apply(_ output: Int, isResync: Bool) throws(DeviceError) {
        try probe.tell(output, isResync: isResync)
    }

    func close() throws(DeviceError) {
        defer { probe.close() }
        try probe.tell(0, isResync: false)
    }
}

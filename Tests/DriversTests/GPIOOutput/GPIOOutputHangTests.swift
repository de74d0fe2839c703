import Core
import DriverKit
import JSON
import LinuxIO
import Synchronization
import TestSupport
import Testing
import Values

@testable import Drivers

/// With real threads and real time, for something hangs in earnest: an obstacle that stands in the
/// way of the lines.
@Suite("The driver gpio-output on lines that hang")
struct GPIOOutputHangTests {
    private let bench = DriverBench<GPIOOutput>()
    private let lines = HangingOutputs()
    private let clock = DispatchScheduler()
    private let driver: any Driver

    init() throws {
        let settings = try bench.settings(["lines": ["a": "GPIO4", "b": "GPIO17"]])
        let connections = PortConnections([
            "a": Sink<SwitchCommand>(),
            "b": Sink<SwitchCommand>(),
        ])
        driver = GPIOOutput.start(
            GPIOOutput.Device(lines, settings), settings,
            DriverContext(
                name: "test", scheduler: clock, log: Log(bench.log, source: "test"),
                system: bench.system, connections: connections, resources: bench.resources,
                onFailure: { _ in }))
        self.connections = connections
    }

    private let connections: PortConnections

    private func send(_ isActive: Bool, for lease: Duration = .seconds(60)) {
        connections.sink(GPIOOutput.port("a"))
            .send(SwitchCommand(isActive: isActive), until: clock.now + lease)
    }

    /// Commands the first line to be active, and hangs at that.
    private func hang(for lease: Duration = .seconds(60)) {
        #expect(eventually { lines.count > 0 })
        lines.obstacle.close()
        send(true, for: lease)
        #expect(eventually { lines.isSetting([true, false]) })
    }

    @Test("neither a sender, nor the status, nor a stop waits for them")
    func nobodyWaits() {
        hang()
        let isDone = withTimeout(.seconds(5)) {
            for isActive in [false, true] { send(isActive) }
            _ = driver.diagnostics(at: clock.now)
            driver.makeSafe()
            #expect(!driver.isSafe)
            driver.close()
        }
        #expect(isDone)
        #expect(bench.log.lines.contains { $0.hasPrefix("error test: A, B: no answer") })
        lines.obstacle.open()
    }

    @Test("made safe meanwhile, it is safe once they are set, and not before")
    func safeAfterwards() {
        hang()
        driver.makeSafe()
        #expect(lines.levels == [false, false])
        #expect(!driver.isSafe, "what is under way makes a line active")
        lines.obstacle.open()
        #expect(eventually { driver.isSafe })
        #expect(lines.levels == [false, false])
        driver.close()
    }

    @Test("closed meanwhile, they are left at their safe level and given back when they return")
    func closedMeanwhile() {
        hang()
        driver.makeSafe()
        driver.close()
        #expect(!lines.isReleased)
        lines.obstacle.open()
        #expect(eventually { lines.isReleased })
        #expect(lines.levels == [false, false])
    }

    @Test("a lease that ran out while they hung is over when they return")
    func leaseMeanwhile() {
        hang(for: .milliseconds(200))
        let end = clock.now + .milliseconds(300)
        #expect(eventually { clock.now > end })
        let before = lines.count
        lines.obstacle.open()
        #expect(eventually { lines.count > before + 1 })
        #expect(lines.history.dropFirst(before + 1).allSatisfy { $0 == [false, false] })
        driver.close()
    }

    @Test("lines that set one and refuse the other are unknown, and made safe at the end")
    func halfSet() {
        #expect(eventually { lines.count > 0 })
        lines.refuseSecond(true)
        send(true)
        #expect(eventually { lines.levels == [true, false] })
        #expect(
            eventually {
                driver.diagnostics(at: clock.now).last
                    == Diagnostic("levels", ["a": "unknown", "b": "unknown"])
            })
        #expect(!driver.isSafe)
        lines.refuseSecond(false)
        driver.close()
        #expect(lines.levels == [false, false])
    }
}

/// Lines that are set at the end of a call that may hang.
private final class HangingOutputs: DigitalOutputs {
    private struct State {
        var levels = [false, false]
        var under: [Bool]?
        var history: [[Bool]] = []
        var refusesSecond = false
        var isReleased = false
    }

    let obstacle = Gate()
    private let state = Mutex(State())

    let locations = ["A", "B"]
    let initialLevels = [false, false]
    var levels: [Bool] { state.withLock { $0.levels } }
    var history: [[Bool]] { state.withLock { $0.history } }
    var count: Int { history.count }
    var isReleased: Bool { state.withLock { $0.isReleased } }

    func isSetting(_ levels: [Bool]) -> Bool {
        obstacle.waitingCount > 0 && state.withLock { $0.under } == levels
    }
    func refuseSecond(_ refuses: Bool) { state.withLock { $0.refusesSecond = refuses } }

    func set(areActive levels: [Bool]) throws(IOError) {
        state.withLock { $0.under = levels }
        obstacle.pass()
        let isRefused = state.withLock { state in
            state.under = nil
            if state.refusesSecond {
                if levels[0] { state.levels[0] = true }
                return true
            }
            state.levels = levels
            state.history.append(levels)
            return false
        }
        if isRefused { throw IOError(call: "set", subject: "B", code: 5) }
    }

    func release() { state.withLock { $0.isReleased = true } }
}

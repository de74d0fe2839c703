import Core
import DriverKit
import JSON
import Settings
import Synchronization
import TestSupport
import Testing
import Values

/// A sensor that reads what the file `dev/probe` says: a number, or the name of an error.
private enum Probe: PolledSensor {
    struct Settings: PolledSettings {
        let every: Duration
        init(_ read: SettingsReader) {
            every = read(
                "every", .duration(.milliseconds(1) ... .seconds(60)), default: .seconds(1), "")
        }
    }

    struct Device: Sendable {
        let script: Script
        /// Since it was opened.
        var readings = 0
    }

    static let name = "probe"
    static let summary = "For tests."
    static let port = Port<Temperature>("temperature", "What the script says.")
    static let readTimeout = Duration.milliseconds(100)

    static func claims(_ settings: Settings) -> [Claim] {
        [Claim(.busAddress, "1-0048", key: "i2c_address")]
    }

    static func open(
        _ settings: Settings, _ context: DriverContext
    ) throws(DeviceError) -> Device {
        let script = context.shared("script") { Script() }
        script.opened()
        return Device(script: script)
    }

    static func read(
        _ device: inout Device, _ settings: Settings
    ) throws(DeviceError) -> Measured<Temperature> {
        device.readings += 1
        return try device.script.next()
    }

    static func diagnostics(_ device: Device) -> [Diagnostic] {
        [Diagnostic("readings", .number(Double(device.readings)))]
    }
}

/// What the device does next; over and over again.
private final class Script: Sendable {
    private struct State {
        var next: Result<Measured<Temperature>, DeviceError> = .failure(
            DeviceError(.absent, "not there"))
        var openings = 0
    }

    let gate = Gate()
    private let state = Mutex(State())

    var openings: Int { state.withLock { $0.openings } }
    func opened() { state.withLock { $0.openings += 1 } }
    func give(_ celsius: Double, doubt: String? = nil) {
        state.withLock { $0.next = .success(Measured(Temperature(celsius: celsius), doubt: doubt)) }
    }
    func fail(_ kind: DeviceError.Kind) {
        state.withLock { $0.next = .failure(DeviceError(kind, "it is \(kind)")) }
    }
    func next() throws(DeviceError) -> Measured<Temperature> {
        gate.pass()
        return try state.withLock { $0.next }.get()
    }
}

struct PolledSensorTests {
    private let bench = DriverBench(Probe.self)
    private let script: Script

    init() {
        script = bench.resources.resource("script") { Script() }
        script.give(20)
    }

    private var sample: Sample<Temperature> { bench.sample(Probe.port) }

    @Test("whoever claims one thing is in one queue for it, unless it says otherwise")
    func bus() throws {
        #expect(Probe.bus(try bench.settings([:])) == "1-0048")
    }

    @Test("the first reading is at once, and each has the time of its end")
    func reads() throws {
        let driver = try bench.start()
        defer { driver.close() }
        bench.clock.advance(by: .zero)
        #expect(sample == .good(Temperature(celsius: 20), at: bench.clock.now))
        script.give(21, doubt: "odd")
        bench.clock.advance(by: .seconds(1))
        #expect(
            sample == .doubtful(Temperature(celsius: 21), at: bench.clock.now, because: "odd"))
    }

    @Test(
        "two misses are forgiven and the sample stays fresh through both; the third is an absence")
    func misses() throws {
        let driver = try bench.start()
        defer { driver.close() }
        bench.clock.advance(by: .zero)
        script.fail(.timeout)
        bench.clock.advance(by: .seconds(2))
        #expect(sample.good == Temperature(celsius: 20))
        // A reading after two misses is due at three periods, and takes its time.
        bench.clock.advance(by: .milliseconds(900))
        #expect(sample.good == Temperature(celsius: 20))
        bench.clock.advance(by: .milliseconds(100))
        #expect(sample.quality == .absent("it is timeout"))
        #expect(driver.diagnostics(at: bench.clock.now).contains(Diagnostic("rejected", 3)))
    }

    @Test("a reading that does not come grows stale after four periods")
    func grows() throws {
        let driver = try bench.start()
        bench.clock.advance(by: .zero)
        driver.close()
        bench.clock.advance(by: .seconds(4))
        #expect(sample.good != nil)
        bench.clock.advance(by: .nanoseconds(1))
        #expect(sample.quality == .stale(limit: .seconds(4)))
    }

    @Test("a device that is not there is an absence at once, and is opened again when it comes")
    func comesBack() throws {
        let driver = try bench.start()
        defer { driver.close() }
        bench.clock.advance(by: .zero)
        script.fail(.absent)
        bench.clock.advance(by: .seconds(1))
        #expect(sample.quality == .absent("it is absent"))
        #expect(script.openings == 1)
        script.give(22)
        bench.clock.advance(by: .seconds(1))
        #expect(sample.good == Temperature(celsius: 22))
        #expect(script.openings == 2)
        #expect(driver.diagnostics(at: bench.clock.now).contains(Diagnostic("readings", 1)))
    }

    @Test("what the device remembers outlives a miss that is forgiven")
    func remembers() throws {
        let driver = try bench.start()
        defer { driver.close() }
        bench.clock.advance(by: .zero)
        script.fail(.corrupt)
        bench.clock.advance(by: .seconds(1))
        script.give(20)
        bench.clock.advance(by: .seconds(1))
        #expect(driver.diagnostics(at: bench.clock.now).contains(Diagnostic("readings", 3)))
    }

    @Test("closed, it leaves no timer behind")
    func closes() throws {
        let driver = try bench.start()
        bench.clock.advance(by: .zero)
        driver.close()
        #expect(bench.clock.pendingCount == 0)
    }

    @Test(
        "while a reading hangs, status and close do not wait, and a restarted driver asks no second time"
    )
    func hangs() throws {
        let real = DispatchScheduler()
        let source = bench.connections.source(Probe.port)
        script.gate.close()
        let first = try bench.start(["every": "10ms"], scheduler: real)
        #expect(eventually { script.gate.waitingCount == 1 })
        _ = first.diagnostics(at: real.now)
        first.close()
        let second = try bench.start(["every": "10ms"], scheduler: real)
        #expect(
            eventually {
                source.latest(at: real.now).quality.description.contains("does not return")
            })
        #expect(script.gate.waitingCount == 1)
        script.gate.open()
        #expect(eventually { source.latest(at: real.now).good == Temperature(celsius: 20) })
        second.close()
    }
}

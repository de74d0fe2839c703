import Core
import Drivers
import JSON
import LinuxIO
import TestSupport
import Testing
import Values

/// The driver on real edges and real time.
@Suite(
    "The driver gpio-input on a chip", .serialized,
    .enabled(if: GPIOSim.isAvailable, "needs root and gpio-sim"))
struct GPIOInputSimTests {
    private let clock = DispatchScheduler()
    private let bench = DriverBench<GPIOInput>()

    /// Starts the driver on the machine's own /dev.
    private func start(_ json: JSONValue) throws -> any Driver {
        try GPIOInput.start(bench.settings(json), context(bench))
    }

    private func context(_ bench: DriverBench<GPIOInput>) -> DriverContext {
        DriverContext(
            name: "door", scheduler: clock, log: Log(bench.log, source: "door"),
            system: SystemPaths(runtime: "/run"), connections: bench.connections,
            resources: bench.resources, onFailure: bench.context().fail)
    }

    private func number(_ fact: String, of driver: any Driver) -> Double? {
        let fact = driver.diagnostics(at: clock.now).first { $0.name == fact }
        guard case .number(let value)? = fact?.value else { return nil }
        return value
    }

    private var isActive: Bool? {
        bench.connections.sample(GPIOInput.contact, at: clock.now).good?.isActive
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

    @Test("tells the level that it finds at once, before any edge")
    func firstLevel() throws {
        let chip = try GPIOSim(label: "sim-contact")
        try chip.pull(17, up: true)
        let driver = try start(["line": "sim-contact:17"])
        defer { driver.close() }
        #expect(isActive == true)
    }

    @Test("swallows bounces")
    func bounces() throws {
        let chip = try GPIOSim(label: "sim-contact")
        let driver = try start(["line": "sim-contact:17", "debounce": "400ms"])
        defer { driver.close() }
        let source = bench.connections.source(GPIOInput.contact)
        for _ in 0..<10 {
            try chip.pull(17, up: true)
            try chip.pull(17, up: false)
        }
        let seen = source.count
        // The reading of each second has come by: the bounces are over and nothing changed.
        #expect(eventually { source.count > seen + 1 })
        #expect(isActive == false)
        let device = try chip.deviceName
        #expect(
            driver.diagnostics(at: clock.now).contains(
                Diagnostic(
                    "lines",
                    ["contact": .string("sim-contact:17 (line 17 of sim-contact at \(device))")])))
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

    @Test("counts the same changes, whoever debounces", arguments: DebounceCase.all)
    func debounce(_ contact: DebounceCase) throws {
        let chip = try GPIOSim(label: "sim-contact")
        let driver = try start(["line": "sim-contact:17", "debounce": "300ms"])
        defer { driver.close() }
        let period = Duration.milliseconds(300)
        let begun = clock.now
        var pulled: [Double: Instant] = [:]
        var seen: [(isActive: Bool, at: Instant)] = [(false, begun)]
        let end = begun + period * ((contact.pulls.last?.at ?? 0) + 2)
        _ = try eventually {
            for pull in contact.pulls
            where pulled[pull.at] == nil && clock.now >= begun + period * pull.at {
                try chip.pull(17, up: pull.isActive)
                pulled[pull.at] = clock.now
            }
            let sample = bench.connections.sample(GPIOInput.contact, at: clock.now)
            if let value = sample.good, value.isActive != seen.last?.isActive {
                seen.append((value.isActive, sample.takenAt))
            }
            return clock.now >= end
        }
        let changes = seen.dropFirst()
        #expect(changes.map(\.isActive) == contact.changes.map(\.isActive))
        // Each is stamped a period after the pull that it follows from; what the simulator and the
        // kernel's timer add is far less than a period.
        for (change, expected) in zip(changes, contact.changes) {
            let pull = try #require(pulled.first { abs($0.key + 1 - expected.at) < 0.01 })
            #expect(change.at - pull.value >= period - .milliseconds(10))
            #expect(change.at - pull.value < period * 1.4)
        }
    }

    @Test("watches several lines in one request, and says how soon it tells of an edge")
    func several() throws {
        let chip = try GPIOSim(label: "sim-contact", lines: 64)
        let names = (0..<64).map { ("key\($0)", JSONValue.string("sim-contact:\($0)")) }
        let json: JSONValue = [
            "lines": .object(Dictionary(uniqueKeysWithValues: names)), "debounce": "0ms",
        ]
        let bench = DriverBench(
            GPIOInput.self, ports: GPIOInput.ports(for: try bench.settings(json)))
        let driver = try GPIOInput.start(bench.settings(json), context(bench))
        defer { driver.close() }
        for offset in [0, 7, 63] {
            try chip.pull(offset, up: true)
            let key = GPIOInput.port("key\(offset)")
            #expect(
                eventually { bench.connections.sample(key, at: clock.now).good?.isActive == true })
        }
        #expect(
            bench.connections.sample(GPIOInput.port("key8"), at: clock.now).good?.isActive == false)
        #expect(eventually { number("edges", of: driver) == 3 })
        let delay = try #require(number("event_delay_p99_ms", of: driver))
        #expect(delay > 0 && delay < 100)
        #expect(number("edges_lost", of: driver) ?? 0 == 0)
    }

    @Test("is right about the level after the kernel's queue was full")
    func overflow() throws {
        let chip = try GPIOSim(label: "sim-contact")
        let lines = try GPIOLineProvider(dev: "/dev", sysfs: "/sys", consumer: "roost test")
            .openInputs(
                [.chip(label: "sim-contact", offset: 17)],
                DigitalInputConfig(isActiveLow: false, bias: .asIs, debounceMicroseconds: 0))
        // More edges than the queue keeps before anybody looks.
        try chip.chatter(17, edges: 41)
        let driver = try GPIOInput.watch(
            lines, bench.settings(["line": "sim-contact:17", "debounce": "0ms"]), context(bench))
        defer { driver.close() }
        #expect(eventually { number("edges", of: driver) == 16 })
        #expect(eventually { isActive == true })
        #expect(
            eventually { number("queue_full", of: driver) == (lines.droppedEdges == nil ? 1 : 0) })
        #expect(lines.droppedEdges ?? 25 == 25)
    }

    @Test("comes back with its chip, through the supervisor")
    func replug() throws {
        let chip = try GPIOSim(label: "sim-contact")
        let configuration = try ConfigurationReader.read(
            Array(
                """
                {"drivers": {"door": {"driver": "gpio-input", "line": "sim-contact:17"}},
                "restarts": {"first_delay": "50ms", "longest_delay": "100ms"}}
                """.utf8),
            registry: PluginRegistry(drivers: [GPIOInput.self], policies: []))
        let supervisor = try Supervisor(
            configuration, scheduler: clock, log: Log(bench.log, source: "roost"),
            runtime: "/run", manager: NoServiceManager(), onStopped: { _ in })
        supervisor.start()
        defer { supervisor.stop(because: "the test is over") }
        let state = { supervisor.status(at: clock.now).drivers.first?.state }
        #expect(eventually { state() == .running })
        for _ in 0..<3 {
            try chip.unplug()
            #expect(eventually { state() == .backoff })
            try chip.plug()
            #expect(eventually { state() == .running })
            try chip.pull(17, up: true)
            #expect(
                eventually {
                    supervisor.status(at: clock.now).drivers.first?.sources["contact"]?.value[
                        "is_active"]
                        == true
                })
        }
        #expect(supervisor.status(at: clock.now).drivers.first?.restarts ?? 0 >= 3)
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

import Core
import Drivers
import Glibc
import JSON
import LinuxIO
import Settings
import TestSupport
import Testing
import Values

@Suite("The driver gpio-input")
struct GPIOInputTests {
    private let root: TemporaryDirectory
    private let bench: DriverBench<GPIOInput>

    init() throws {
        root = try TemporaryDirectory()
        try root.makeSysfsLine(17)
        bench = DriverBench(root: root.path)
    }

    private var contact: Sample<Contact> { bench.sample(GPIOInput.contact) }

    private func start() throws -> any Driver {
        try bench.start(["line": "sysfs:17", "debounce": "50ms", "poll": "10ms"])
    }

    @Test("publishes the level that it finds, at once", arguments: [true, false])
    func firstLevel(isActive: Bool) throws {
        try root.setSysfsLine(17, isActive: isActive)
        let driver = try start()
        let now = bench.clock.now
        #expect(contact == .good(Contact(isActive: isActive, changedAt: now), at: now))
        driver.close()
    }

    @Test("publishes a change once it has lasted")
    func change() throws {
        let driver = try start()
        bench.clock.advance(by: .milliseconds(100))
        try root.setSysfsLine(17, isActive: true)
        // Seen first by the poll at 110 ms, so it counts from 160 ms on.
        bench.clock.advance(by: .milliseconds(59))
        #expect(contact.good?.isActive == false)
        bench.clock.advance(by: .milliseconds(1))
        #expect(contact.good?.isActive == true)
        driver.close()
    }

    @Test("counts the changes and says when the last was, also of a line that is polled")
    func changes() throws {
        let driver = try start()
        for (change, level) in [true, false, true].enumerated() {
            try root.setSysfsLine(17, isActive: level)
            bench.clock.advance(by: .milliseconds(100))
            #expect(contact.good?.changes == UInt64(change) + 1)
        }
        let changedAt = contact.good?.changedAt
        bench.clock.advance(by: .seconds(5))
        #expect(contact.good?.changedAt == changedAt)
        #expect(contact.takenAt == bench.clock.now)
        driver.close()
    }

    @Test("does not publish a bounce")
    func bounce() throws {
        let driver = try start()
        for _ in 0..<20 {
            try root.setSysfsLine(17, isActive: true)
            bench.clock.advance(by: .milliseconds(30))
            #expect(contact.good?.isActive == false)
            try root.setSysfsLine(17, isActive: false)
            bench.clock.advance(by: .milliseconds(30))
            #expect(contact.good?.isActive == false)
        }
        driver.close()
    }

    @Test("keeps the sample of a quiet line fresh, and lets it grow stale when nobody looks")
    func freshness() throws {
        let driver = try start()
        bench.clock.advance(by: .seconds(60))
        #expect(contact.good != nil)
        #expect(contact.age(at: bench.clock.now) <= .milliseconds(10))
        driver.close()
        bench.clock.advance(by: .seconds(4))
        #expect(contact.quality == .stale(limit: .seconds(3)))
    }

    @Test("reports a line that has gone, once, and publishes that it is absent")
    func gone() throws {
        let driver = try start()
        unlink("\(root.path)/sys/class/gpio/gpio17/value")
        bench.clock.advance(by: .seconds(1))
        #expect(bench.reportedFaults.map(\.kind) == [.absent])
        #expect(contact.value == nil)
        driver.close()
    }

    @Test("watches several lines, each at a port of its own name")
    func several() throws {
        try root.makeSysfsLine(4)
        let json: JSONValue = [
            "lines": ["shut": "sysfs:17", "open": "sysfs:4"], "debounce": "0ms", "poll": "10ms",
        ]
        let ports = try GPIOInput.ports(for: bench.settings(json))
        #expect(ports.map(\.name) == ["open", "shut"])
        #expect(ports.map(\.kind) == ["contact", "contact"])
        let bench = DriverBench(GPIOInput.self, root: root.path, ports: ports)
        try root.setSysfsLine(4, isActive: true)
        let driver = try bench.start(json)
        #expect(bench.sample(GPIOInput.port("open")).good?.isActive == true)
        #expect(bench.sample(GPIOInput.port("shut")).good?.isActive == false)
        try root.setSysfsLine(17, isActive: true)
        try root.setSysfsLine(4, isActive: false)
        bench.clock.advance(by: .milliseconds(20))
        #expect(bench.sample(GPIOInput.port("open")).good?.isActive == false)
        #expect(bench.sample(GPIOInput.port("shut")).good?.isActive == true)
        unlink("\(root.path)/sys/class/gpio/gpio17/value")
        bench.clock.advance(by: .milliseconds(20))
        #expect(bench.reportedFaults.map(\.kind) == [.absent])
        #expect(ports.allSatisfy { bench.sample(GPIOInput.port($0.name)).value == nil })
        driver.close()
    }

    @Test("says what its interface can and cannot do")
    func capabilities() throws {
        let driver = try start()
        let diagnostics = driver.diagnostics(at: bench.clock.now)
        #expect(diagnostics.contains(Diagnostic("lines", ["contact": "sysfs:17"])))
        #expect(diagnostics.contains(Diagnostic("interface", "sysfs")))
        #expect(diagnostics.contains(Diagnostic("debounce", "here")))
        #expect(diagnostics.contains(Diagnostic("queue", "no edges")))
        #expect(diagnostics.contains(Diagnostic("edges", "not told, so the lines are polled")))
        #expect(diagnostics.contains(Diagnostic("edges_lost", "not counted by this interface")))
        driver.close()
    }

    @Test("leaves no timer behind and publishes nothing more when closed")
    func close() throws {
        let driver = try start()
        driver.close()
        try root.setSysfsLine(17, isActive: true)
        bench.clock.advance(by: .seconds(1))
        #expect(bench.clock.pendingCount == 0)
        #expect(contact.good?.isActive == false)
    }

    @Test("that finds no chip is absent and says what it looked for")
    func noChip() throws {
        let fault = thrownError(DeviceError.self) { try bench.start(["line": "GPIO17"]) }
        #expect(fault?.kind == .absent)
        #expect(fault?.message.contains("GPIO17 (there is no GPIO chip)") == true)
    }

    @Test(
        "refuses settings that cannot work",
        arguments: [
            (["line": "17"], "drivers.test.line"),
            (["line": 17], "drivers.test.line"),
            ([:], "drivers.test.line"),
            (["line": "GPIO17", "lines": ["a": "GPIO4"]], "drivers.test.lines"),
            (["lines": [:]], "drivers.test.lines"),
            (["lines": ["a": "17"]], "drivers.test.lines.a"),
            (["lines": ["a.b": "GPIO17"]], "drivers.test.lines"),
            (["lines": ["a": "GPIO17", "b": "BCM17"]], "drivers.test.lines"),
            (["lines": ["a": "GPIO17", "b": "sysfs:4"]], "drivers.test.lines"),
            (["lines": ["a": "sysfs:4"], "bias": "pull-up"], "drivers.test.bias"),
            (["line": "GPIO17", "queue": 2000], "drivers.test.queue"),
            (["line": "gpiochip0:17"], "drivers.test.line"),
            (["line": "GPIO17", "bias": "up"], "drivers.test.bias"),
            (["line": "sysfs:17", "bias": "pull-up"], "drivers.test.bias"),
            (["line": "GPIO17", "debounce": 20], "drivers.test.debounce"),
            (["line": "GPIO17", "debounce": "2s"], "drivers.test.debounce"),
        ] as [(JSONValue, String)])
    func settings(json: JSONValue, path: String) {
        let problems = thrownError(ConfigurationErrors.self) { try bench.settings(json) }
        #expect(problems?.all.map(\.path) == [path])
    }
}

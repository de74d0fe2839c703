import DriverKit
import Glibc
import JSON
import Settings
import TestSupport
import Testing
import Values

@testable import Core
@testable import Drivers

/// On the files of a chip, as the kernel has them (Documentation/ABI/testing/sysfs-class-pwm).
@Suite("The driver pwm-output")
struct PWMDimmerTests {
    private let tree: TemporaryDirectory
    private let bench: DriverBench<PWMDimmer>

    init() throws {
        tree = try TemporaryDirectory()
        bench = DriverBench(root: tree.path)
        try tree.makePWMChip(0, device: "fe20c000.pwm")
        try tree.makePWMChannel()
    }

    private func file(_ name: String) -> String? {
        tree.read("sys/class/pwm/pwmchip0/pwm0/\(name)")
    }

    private func start(_ json: JSONValue = ["ramp": "0s"]) throws -> any Driver {
        let driver = try bench.start(json)
        bench.clock.advance(by: .zero)
        return driver
    }

    private func send(_ ratio: Double, for lease: Duration = .seconds(60)) throws {
        bench.connections.sink(PWMDimmer.level)
            .send(try #require(Level(ratio)), until: bench.clock.now + lease)
        bench.clock.advance(by: .zero)
    }

    private var output: Double? { bench.sample(PWMDimmer.output).good?.ratio }

    @Test("gives its level as the share of the period, and stops the pulses at the lease's end")
    func level() throws {
        let driver = try start()
        #expect(file("enable")?.first == "0")
        try send(0.25, for: .milliseconds(500))
        #expect(file("period") == "1000000")
        #expect(file("duty_cycle") == "250000")
        #expect(file("enable") == "1")
        #expect(output == 0.25)
        bench.clock.advance(by: .milliseconds(499))
        #expect(file("enable") == "1")
        bench.clock.advance(by: .milliseconds(1))
        #expect(file("enable") == "0")
        #expect(output == 0)
        driver.close()
    }

    @Test("goes to its safe level at once when whoever commands it lets go")
    func withdrawn() throws {
        let driver = try start()
        let writer = bench.connections.sink(PWMDimmer.level).makeWriter()
        writer.send(.full, until: bench.clock.now + .seconds(60))
        bench.clock.advance(by: .zero)
        #expect(output == 1)
        writer.withdraw()
        bench.clock.advance(by: .zero)
        #expect(output == 0 && file("enable") == "0")
        writer.send(.full, until: bench.clock.now + .seconds(60))
        bench.clock.advance(by: .zero)
        #expect(output == 1)
        driver.close()
    }

    @Test("is at rest at its safe level, and not on the way there") func rest() throws {
        let driver = try start(["ramp": "1s"])
        #expect(driver.isAtRest)
        try send(0.5)
        #expect(!driver.isAtRest)
        bench.clock.advance(by: .seconds(1))
        try send(0)
        bench.clock.advance(by: .milliseconds(100))
        #expect(!driver.isAtRest)
        bench.clock.advance(by: .seconds(1))
        #expect(driver.isAtRest)
        driver.close()
    }

    @Test("full is the whole period")
    func full() throws {
        let driver = try start(["ramp": "0s", "period": "40us"])
        try send(1)
        #expect(file("period") == "40000")
        #expect(file("duty_cycle") == "40000")
        driver.close()
    }

    @Test("a period that is short for the chip of the servo is not taken for another one")
    func shortPeriod() throws {
        try tree.makePWMChannel(period: 100_000, duty: 0)
        let driver = try start(["ramp": "0s", "period": "40us"])
        try send(0.5)
        #expect(file("period") == "40000")
        #expect(file("duty_cycle") == "20000")
        driver.close()
    }

    @Test("active low, more is less voltage, and off is a line that is always high")
    func inverted() throws {
        let driver = try start(["ramp": "0s", "active_low": true])
        try send(0.25)
        #expect(file("duty_cycle") == "750000")
        driver.makeSafe()
        bench.clock.advance(by: .zero)
        #expect(driver.isSafe)
        driver.close()
        #expect(file("duty_cycle") == "1000000")
        #expect(file("enable") == "1")
    }

    @Test("a ramp takes its time in proportion, up and down, with no timer once it is there")
    func ramp() throws {
        let driver = try start(["ramp": "1s"])
        try send(0.5)
        // A step of 20 ms in a ramp of 1 s is 0.02.
        #expect(abs((output ?? 0) - 0.02) < 1e-9)
        bench.clock.advance(by: .milliseconds(240))
        #expect(abs((output ?? 0) - 0.26) < 0.021)
        bench.clock.advance(by: .milliseconds(260))
        #expect(output == 0.5)
        #expect(bench.clock.pendingCount == 1)
        try send(0)
        bench.clock.advance(by: .milliseconds(260))
        #expect((output ?? 0) > 0.2 && (output ?? 1) < 0.26)
        bench.clock.advance(by: .milliseconds(260))
        #expect(output == 0)
        driver.close()
    }

    @Test("the safe level is taken at once, whatever the ramp")
    func safeAtOnce() throws {
        let driver = try start(["ramp": "60s", "safe": 1])
        bench.clock.advance(by: .seconds(2))
        #expect(output == 1)
        try send(0, for: .milliseconds(100))
        bench.clock.advance(by: .milliseconds(99))
        #expect((output ?? 1) < 1)
        bench.clock.advance(by: .milliseconds(20))
        #expect(output == 1)
        #expect(file("duty_cycle") == "1000000")
        driver.close()
        #expect(file("enable") == "1", "a fan goes on without us")
    }

    @Test("starting changes nothing of a channel that runs, until a command or for two seconds")
    func adopts() throws {
        try tree.makePWMChannel(period: 1_000_000, duty: 700_000, enable: 1)
        let driver = try start(["ramp": "1s"])
        bench.clock.advance(by: .milliseconds(1980))
        #expect(file("duty_cycle") == "700000\n")
        #expect(output == 0.7)
        bench.clock.advance(by: .milliseconds(20))
        #expect(file("enable") == "0")
        driver.close()
    }

    @Test("a command goes on from the level that was found")
    func adoptsAndMoves() throws {
        try tree.makePWMChannel(period: 1_000_000, duty: 700_000, enable: 1)
        let driver = try start(["ramp": "1s"])
        try send(1)
        #expect(abs((output ?? 0) - 0.72) < 1e-9)
        driver.close()
    }

    @Test("a chip that goes away is one fault")
    func goes() throws {
        let driver = try start()
        try send(0.5)
        unlink("\(tree.path)/sys/class/pwm/pwmchip0/pwm0/enable")
        bench.clock.advance(by: .seconds(3))
        #expect(bench.reportedFaults.map(\.kind) == [.absent])
        driver.close()
        #expect(bench.clock.pendingCount == 0)
    }

    @Test("is made safe with no driver running, twice, and where there is nothing")
    func makeSafe() throws {
        try tree.makePWMChannel(period: 1_000_000, duty: 700_000, enable: 1)
        for _ in 0..<2 {
            try PWMDimmer.makeSafeWithoutInstance(bench.settings([:]), bench.system, bench.clock)
        }
        #expect(file("enable") == "0")
        let fan: JSONValue = ["safe": 0.4, "period": "40us"]
        for _ in 0..<2 {
            try PWMDimmer.makeSafeWithoutInstance(bench.settings(fan), bench.system, bench.clock)
        }
        #expect(file("duty_cycle") == "16000")
        #expect(file("enable") == "1")
        try PWMDimmer.makeSafeWithoutInstance(
            bench.settings(["chip": "1-0040"]), bench.system, bench.clock)
    }

    @Test(
        "settings that cannot be meant are refused with their place",
        arguments: [
            (["safe": 1.1], "safe"), (["safe": -0.1], "safe"), (["period": "1us"], "period"),
            (["ramp": "2min"], "ramp"), (["channel": 17], "channel"),
            (["chip": "pwmchip0"], "chip"),
        ] as [(JSONValue, String)])
    func settings(_ json: JSONValue, _ key: String) {
        let problems = thrownError(ConfigurationErrors.self) { try bench.settings(json) }
        #expect(problems?.all.map(\.path) == ["drivers.test.\(key)"])
    }

    @Test("a level is from 0 to 1 and a number", arguments: [-0.01, 1.01, .nan, .infinity])
    func noLevel(ratio: Double) {
        #expect(Level(ratio) == nil)
    }
}

import Core
import Glibc
import JSON
import TestSupport
import Testing
import Values

@testable import Drivers

struct PhotoresistorDriverTests {
    private let tree: TemporaryDirectory
    private let bench: DriverBench<Photoresistor>
    private static let raw = "sys/bus/iio/devices/iio:device0/in_voltage0_raw"

    init() throws {
        tree = try TemporaryDirectory()
        bench = DriverBench(root: tree.path)
    }

    private func put(_ raw: String) throws {
        try tree.makeConverter(0, name: "mcp3008", ["in_voltage0_raw": raw])
    }

    /// One sample a reading.
    private static let unlit: JSONValue = ["mains": "none"]

    private var sample: Sample<LightLevel> { bench.sample(Photoresistor.port) }

    /// No filter, so that every reading shows at once.
    private static let plain: JSONValue = ["mains": "none", "median": 1, "time_constant": "0s"]

    @Test("light is the share of 1023 for an MCP3008")
    func ratio() throws {
        try put("700\n")
        let driver = try bench.start(Self.unlit)
        defer { driver.close() }
        bench.clock.advance(by: .zero)
        #expect(sample.good?.ratio == 700.0 / 1023)
        #expect(sample.takenAt == bench.clock.now)
    }

    @Test("it is read once a second, and filtered with a median of five and one second")
    func defaults() throws {
        try put("100")
        let driver = try bench.start()
        bench.clock.advance(by: .seconds(4))
        driver.close()
        #expect(bench.connections.source(Photoresistor.port).count == 5)
        let settings = try bench.settings([:])
        #expect(settings.medianOf == 5)
        #expect(settings.timeConstant == .seconds(1))
    }

    @Test("the ends of the scale are doubtful", arguments: [("0", "open"), ("1023", "shorted")])
    func ends(_ raw: String, _ reason: String) throws {
        try put(raw)
        let driver = try bench.start(Self.plain)
        defer { driver.close() }
        bench.clock.advance(by: .zero)
        #expect(sample.good == nil)
        #expect(sample.value != nil)
        #expect("\(sample.quality)".contains(reason))
    }

    @Test("a reading takes the samples of a period of the mains, by its settings")
    func mains() throws {
        try put("100")
        let (start, spacing) = (bench.clock.now, Duration.milliseconds(20) / 5)
        let driver = try bench.start()
        bench.clock.advance(by: .zero)
        driver.close()
        #expect(bench.connections.source(Photoresistor.port).count == 1)
        #expect(bench.clock.now == start + spacing * 4)
    }

    @Test("two measurements calibrate lux")
    func calibrated() throws {
        let settings = try bench.settings([
            "fixed_resistor": "10kohm",
            "calibration": [
                ["lux": "10lx", "ohms": "20kohm"], ["lux": "1klx", "ohms": "2kohm"],
            ],
        ])
        // A tenth of the resistance at a hundred times the light: gamma 0.5.
        #expect(settings.divider.curve?.gamma == 0.5)
        let lux = settings.divider.level(ratio: 0.5).approximateLux
        // Half of 20 kΩ: four times 10 lx.
        #expect(abs((lux ?? 0) - 40) < 1e-9)
    }

    @Test("an absent converter is said to be absent, and found when it comes, at any number")
    func comes() throws {
        let driver = try bench.start(Self.plain)
        defer { driver.close() }
        bench.clock.advance(by: .zero)
        #expect("\(sample.quality)".contains("dtoverlay=mcp3008"))
        try tree.makeConverter(0, name: "bme280", [:])
        bench.clock.advance(by: .seconds(1))
        #expect("\(sample.quality)".contains("present: bme280"))
        try tree.makeConverter(7, name: "mcp3008", ["in_voltage0_raw": "5"])
        bench.clock.advance(by: .seconds(1))
        #expect(sample.good?.ratio == 5.0 / 1023)
        #expect(bench.log.lines.last == "notice test: is back")
    }

    @Test("a converter that goes away is absent at once, and the filter forgets")
    func goes() throws {
        try put("1000")
        let driver = try bench.start(["mains": "none", "median": 9])
        defer { driver.close() }
        bench.clock.advance(by: .seconds(5))
        unlink("\(tree.path)/\(Self.raw)")
        bench.clock.advance(by: .seconds(1))
        #expect(sample.value == nil)
        try put("10")
        bench.clock.advance(by: .seconds(1))
        #expect(sample.good?.ratio == 10.0 / 1023)
    }

    @Test(
        "after ten minutes with a loose wire the light is right at once, however slow the average")
    func loose() throws {
        try put("700")
        let driver = try bench.start(["mains": "none", "median": 5, "time_constant": "600s"])
        defer { driver.close() }
        bench.clock.advance(by: .seconds(60))
        try put("0")
        // The median still shows the light.
        bench.clock.advance(by: .seconds(2))
        #expect(sample.good?.ratio == 700.0 / 1023)
        bench.clock.advance(by: .seconds(598))
        #expect(sample.value?.ratio == 0)
        try put("700")
        bench.clock.advance(by: .seconds(2))
        #expect(sample.good == nil)
        bench.clock.advance(by: .seconds(1))
        #expect(sample.good?.ratio == 700.0 / 1023)
    }

    @Test("readings without sense end the memory of the filter when they make an absence")
    func corrupt() throws {
        try put("1000")
        let driver = try bench.start(["mains": "none", "time_constant": "600s"])
        defer { driver.close() }
        bench.clock.advance(by: .seconds(5))
        try put("2000")
        bench.clock.advance(by: .seconds(3))
        #expect(sample.value == nil)
        try put("10")
        bench.clock.advance(by: .seconds(1))
        #expect(sample.good?.ratio == 10.0 / 1023)
    }

    @Test("two damaged readings are forgiven, the third in a row is an absence")
    func forgiven() throws {
        try put("700")
        let driver = try bench.start(Self.unlit)
        defer { driver.close() }
        bench.clock.advance(by: .zero)
        try put("")
        bench.clock.advance(by: .seconds(2))
        #expect(sample.good?.ratio == 700.0 / 1023)
        bench.clock.advance(by: .seconds(1))
        #expect("\(sample.quality)".hasPrefix("absent: read"))
        try put("700")
        bench.clock.advance(by: .seconds(1))
        #expect(sample.good != nil)
    }

    @Test("after close nothing is read and no timer is left")
    func close() throws {
        try put("700")
        let driver = try bench.start(Self.unlit)
        bench.clock.advance(by: .seconds(1))
        let published = bench.connections.source(Photoresistor.port).count
        driver.close()
        bench.clock.advance(by: .seconds(10))
        #expect(bench.connections.source(Photoresistor.port).count == published)
        #expect(bench.clock.pendingCount == 0)
    }

    @Test(
        "settings that cannot be meant are refused with their place",
        arguments: [
            (["device": "ads1115"], "full_scale"), (["median": 4], "median"),
            (["median": 11], "median"), (["ohms_at_10_lux": "10kohm"], "fixed_resistor"),
            (["photoresistor_to": "up"], "photoresistor_to"), (["channel": -1], "channel"),
            (["fixed_resistor": 10000], "fixed_resistor"), (["full_scale": 0], "full_scale"),
            (["full_scale": 1023, "supply": "5V"], "full_scale"), (["mains": "55Hz"], "mains"),
            (["spi": "0"], "spi"), (["spi": "0.0/../x"], "spi"), (["spi": "00.1"], "spi"),
            (["i2c": 1], "i2c"),
            // An MCP3004 has four inputs (DS21295), an MCP3201 has one (DS21290), an ADS1115 four.
            (["device": "mcp3004", "spi": "0.0", "channel": 5], "channel"),
            (["device": "mcp3201", "channel": 1], "channel"), (["channel": 8], "channel"),
            (["device": "ads1115", "supply": "3.3V", "channel": 4], "channel"),
            (["device": "ads1115", "supply_channel": 4], "supply_channel"),
            (["device": "ads1015", "supply": "3.3V", "i2c_rate": 860], "i2c_rate"),
            (["device": "ads1115", "supply": "3.3V", "i2c_rate": 1600], "i2c_rate"),
            (["device": "ads1115", "supply": "3.3V", "spi": "0.0"], "spi"),
            (["device": "ads1115", "supply": "3.3V", "i2c_rate": 100], "i2c_rate"),
            (["device": "ads1115", "supply": "3.3V", "i2c_address": "0x49"], "i2c_address"),
            (
                ["device": "ads1115", "supply": "3.3V", "i2c": 1, "i2c_address": "0x50"],
                "i2c_address"
            ),
            (
                ["device": "ads1115", "supply": "3.3V", "i2c": 1, "i2c_address": "0x078"],
                "i2c_address"
            ),
            (["device": "max1363", "full_scale": 1, "spi": "0.0", "i2c": 1], "i2c"),
            // 5 conversions of 125 ms, then 10 of 31 ms.
            (
                [
                    "device": "ads1115", "supply": "3.3V", "i2c": 1, "i2c_rate": 8,
                    "every": "250ms",
                ], "i2c_rate"
            ),
            (
                [
                    "device": "ads1115", "supply_channel": 3, "i2c": 1, "i2c_rate": 32,
                    "every": "250ms",
                ], "i2c_rate"
            ),
            (
                [
                    "fixed_resistor": "10kohm",
                    "calibration": [
                        ["lux": "10lx", "ohms": "20kohm"], ["lux": "1klx", "ohms": "30kohm"],
                    ],
                ], "calibration"
            ),
        ] as [(JSONValue, String)])
    func settings(_ json: JSONValue, _ key: String) {
        #expect(bench.settingsError(json)?.hasPrefix("drivers.test.\(key): ") == true)
    }
}

import Core
import Devices
import Glibc
import TestSupport
import Testing

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

    private var sample: Sample<LightLevel> { bench.sample(Photoresistor.light) }

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
        #expect(bench.wires.source(Photoresistor.light).count == 5)
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

    @Test("a converter with its own reference is measured against the supply")
    func ownReference() throws {
        try tree.makeConverter(
            0, name: "ads1115", ["in_voltage2_raw": "13200", "in_voltage2_scale": "0.125"])
        let driver = try bench.start([
            "device": "ads1115", "channel": 2, "supply": "3.3V", "fixed_resistor": "10kohm",
            "mains": "none",
        ])
        defer { driver.close() }
        bench.clock.advance(by: .zero)
        // 13200 × 0.125 mV = 1650 mV of 3300 mV.
        #expect(sample.good == LightLevel(ratio: 0.5, ohms: 10_000))
    }

    @Test(
        "an ADS1115 is found under the name that its driver gives it, and so is its smaller brother",
        arguments: [("ads1115", "ads1015"), ("ads1015", "ads1015"), ("ads1115", "ads1115")])
    func otherName(_ wanted: String, _ kernel: String) throws {
        try tree.makeConverter(
            0, name: kernel, ["in_voltage0_raw": "13200", "in_voltage0_scale": "0.125"])
        let driver = try bench.start([
            "device": .string(wanted), "supply": "3.3V", "mains": "none",
        ])
        defer { driver.close() }
        bench.clock.advance(by: .zero)
        #expect(sample.good == LightLevel(ratio: 0.5))
    }

    @Test("a gain that is too high for the supply is doubtful, and said to be that")
    func clipped() throws {
        // 2.048 V, the gain after power-on: 32767 steps of 0.0625 mV, of a supply of 3.3 V.
        try tree.makeConverter(
            0, name: "ads1015", ["in_voltage0_raw": "32767", "in_voltage0_scale": "0.062500000"])
        let driver = try bench.start([
            "device": "ads1115", "supply": "3.3V", "mains": "none",
        ])
        defer { driver.close() }
        bench.clock.advance(by: .zero)
        #expect("\(sample.quality)".contains("gain is too high"))
    }

    @Test("the divider's supply can be measured at another input")
    func measuredSupply() throws {
        try tree.makeConverter(
            0, name: "ads1015",
            [
                "in_voltage0_raw": "10000", "in_voltage3_raw": "26000",
                "in_voltage0_scale": "0.125", "in_voltage3_scale": "0.125",
            ])
        let driver = try bench.start([
            "device": "ads1115", "supply_channel": 3, "mains": "none", "median": 1,
            "time_constant": "0s",
        ])
        defer { driver.close() }
        bench.clock.advance(by: .zero)
        #expect(sample.good?.ratio == 10.0 / 26)
        // The supply's wire is off: not a bright day.
        try tree.makeConverter(0, name: "ads1015", ["in_voltage3_raw": "12"])
        bench.clock.advance(by: .seconds(3))
        #expect("\(sample.quality)".contains("should see the divider's supply"))
    }

    @Test("with another supply than its reference an MCP3008 needs to know the reference")
    func reference() throws {
        try put("512")
        let without = try bench.start(["supply": "5V", "mains": "none"])
        bench.clock.advance(by: .zero)
        #expect("\(sample.quality)".contains("give it as \"reference\""))
        without.close()
        let with = try bench.start(["supply": "5V", "reference": "3.3V", "mains": "none"])
        bench.clock.advance(by: .zero)
        // 512 of 1024 steps of 3.3 V, of 5 V.
        #expect(sample.good?.ratio == 0.33)
        with.close()
        // What the kernel knows goes before what was said.
        try tree.makeConverter(0, name: "mcp3008", ["in_voltage_scale": "2.441406250"])
        let told = try bench.start(["supply": "5V", "reference": "3.3V", "mains": "none"])
        defer { told.close() }
        bench.clock.advance(by: .zero)
        #expect(sample.good?.ratio == 0.25)
    }

    @Test("without a driver of the kernel's the bare bus is tried, and both are named if it fails")
    func bareBus() throws {
        let driver = try bench.start(["spi": "0.1"])
        defer { driver.close() }
        bench.clock.advance(by: .zero)
        let quality = "\(sample.quality)"
        #expect(quality.contains("dev/spidev0.1") && quality.contains("dtoverlay=mcp3008"))
        // The kernel's driver goes before it.
        try put("700")
        bench.clock.advance(by: .seconds(1))
        #expect(sample.good?.ratio == 700.0 / 1023)
    }

    @Test("a reading takes the samples of a period of the mains, by its settings")
    func mains() throws {
        try put("100")
        let (start, spacing) = (bench.clock.now, Duration.milliseconds(20) / 5)
        let driver = try bench.start()
        bench.clock.advance(by: .zero)
        driver.close()
        #expect(bench.wires.source(Photoresistor.light).count == 1)
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
        #expect(settings.divider.response?.gamma == 0.5)
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

    @Test("numbers that no converter gives are refused, whatever comes of their product")
    func huge() throws {
        let files = [
            "in_voltage0_raw": "10000", "in_voltage3_raw": "9223372036854775807",
            "in_voltage0_scale": "0.125", "in_voltage3_scale": "1e300",
        ]
        try tree.makeConverter(0, name: "ads1015", files)
        let driver = try bench.start([
            "device": "ads1115", "supply_channel": 3, "mains": "none",
        ])
        defer { driver.close() }
        bench.clock.advance(by: .zero)
        #expect(sample.quality == .absent("input 3 reads inf mV"))
        try tree.makeConverter(0, name: "ads1015", ["in_voltage3_scale": "1e100"])
        bench.clock.advance(by: .seconds(1))
        #expect("\(sample.quality)".hasPrefix("absent: input 3 reads 9.22"))
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

    @Test("two converters of one name are not guessed between")
    func ambiguous() throws {
        try put("1")
        try tree.makeConverter(1, name: "mcp3008", ["in_voltage0_raw": "2"])
        let driver = try bench.start(Self.unlit)
        defer { driver.close() }
        bench.clock.advance(by: .zero)
        #expect(sample.quality == .absent("2 converters are called mcp3008; only one may be"))
    }

    @Test("after close nothing is read and no timer is left")
    func close() throws {
        try put("700")
        let driver = try bench.start(Self.unlit)
        bench.clock.advance(by: .seconds(1))
        let published = bench.wires.source(Photoresistor.light).count
        driver.close()
        bench.clock.advance(by: .seconds(10))
        #expect(bench.wires.source(Photoresistor.light).count == published)
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
            (["device": "ads1115", "supply": "3.3V", "spi": "0.0"], "spi"),
            (["device": "ads1115", "supply": "3.3V", "i2c_rate": 100], "i2c_rate"),
            (["device": "ads1115", "supply": "3.3V", "i2c_address": "0x50"], "i2c_address"),
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
        do {
            _ = try bench.settings(json)
            Issue.record("accepted \(json.line)")
        } catch {
            #expect("\(error)".hasPrefix("drivers.test.\(key): "))
        }
    }

    @Test("a converter that is not known is taken when its full scale is given")
    func unknown() throws {
        let settings = try bench.settings(["device": "max1363", "full_scale": 4095])
        #expect(settings.scale == .counts(full: 4095))
    }
}

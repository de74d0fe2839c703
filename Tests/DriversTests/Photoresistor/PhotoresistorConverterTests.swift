import Core
import DriverKit
import JSON
import TestSupport
import Testing
import Values

@testable import Drivers

/// Which converter is read, and what its readings are worth.
struct PhotoresistorConverterTests {
    private let tree: TemporaryDirectory
    private let bench: DriverBench<Photoresistor>

    init() throws {
        tree = try TemporaryDirectory()
        bench = DriverBench(root: tree.path)
    }

    private func put(_ raw: String) throws {
        try tree.makeConverter(0, name: "mcp3008", ["in_voltage0_raw": raw])
    }

    private var sample: Sample<LightLevel> { bench.sample(Photoresistor.port) }

    @Test("a converter with its own reference is measured against the supply")
    func ownReference() throws {
        try tree.makeConverter(
            0, name: "ads1115", at: "1-0048", model: "ads1115",
            ["in_voltage2_raw": "13200", "in_voltage2_scale": "0.125"])
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
            0, name: kernel, at: "1-0048", model: "ads1115",
            ["in_voltage0_raw": "13200", "in_voltage0_scale": "0.125"])
        let driver = try bench.start([
            "device": .string(wanted), "supply": "3.3V", "mains": "none",
        ])
        defer { driver.close() }
        bench.clock.advance(by: .zero)
        #expect(sample.good == LightLevel(ratio: 0.5))
    }

    /// Full scales of ti-ads1015.c: 2.048 V, the gain after power-on, is 32767 steps of 0.0625 mV
    /// with 16 bits and 2047 of 1 mV with 12; 0.125 mV is 4.096 V with 16 and 0.256 V with 12.
    @Test(
        "a gain that is too high for the supply is doubtful, and said to be that",
        arguments: [
            ("ads1115", "32767", "0.062500000", true), ("ads1015", "2047", "1.000000000", true),
            ("ads1015", "2047", "0.125000000", true), ("ads1115", "2047", "0.125000000", false),
            ("ads1115", "32766", "0.062500000", false), ("ads1015", "2046", "0.125000000", false),
        ])
    func clipped(_ model: String, _ raw: String, _ scale: String, _ isClipped: Bool) throws {
        try tree.makeConverter(
            0, name: "ads1015", at: "1-0048", model: model,
            ["in_voltage0_raw": raw, "in_voltage0_scale": scale])
        let driver = try bench.start([
            "device": "ads1115", "supply": "3.3V", "mains": "none",
        ])
        defer { driver.close() }
        bench.clock.advance(by: .zero)
        #expect("\(sample.quality)".contains("gain is too high") == isClipped)
    }

    @Test("the divider's supply can be measured at another input")
    func measuredSupply() throws {
        try tree.makeConverter(
            0, name: "ads1015", at: "1-0048", model: "ads1115",
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
        // The kernel's driver goes before it, at its place and nowhere else.
        try tree.makeConverter(0, name: "mcp3008", at: "spi0.0", ["in_voltage0_raw": "5"])
        bench.clock.advance(by: .seconds(1))
        #expect("\(sample.quality)".contains("present: mcp3008 at spi0.0"))
        try tree.makeConverter(1, name: "mcp3008", at: "spi0.1", ["in_voltage0_raw": "700"])
        bench.clock.advance(by: .seconds(1))
        #expect(sample.good?.ratio == 700.0 / 1023)
    }

    @Test("numbers that no converter gives are refused, whatever comes of their product")
    func huge() throws {
        let files = [
            "in_voltage0_raw": "10000", "in_voltage3_raw": "9223372036854775807",
            "in_voltage0_scale": "0.125", "in_voltage3_scale": "1e300",
        ]
        try tree.makeConverter(0, name: "ads1015", at: "1-0048", model: "ads1115", files)
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

    @Test("two converters of one name are not guessed between, but chosen by their place")
    func ambiguous() throws {
        let voltages = ["in_voltage0_scale": "0.125"]
        for (number, place) in ["1-0048", "1-004a"].enumerated() {
            try tree.makeConverter(
                number, name: "ads1015", at: place, model: "ads1115",
                voltages.merging(["in_voltage0_raw": "\(5280 + 5280 * number)"]) { $1 })
        }
        let settings: [String: JSONValue] = [
            "device": "ads1115", "supply": "3.3V", "mains": "none",
        ]
        let guessing = try bench.start(.object(settings))
        bench.clock.advance(by: .zero)
        let quality = "\(sample.quality)"
        #expect(quality.contains("ads1015 at 1-0048, ads1015 at 1-004a"))
        #expect(quality.contains("say which with"))
        guessing.close()
        // 5280 and 10560 × 0.125 mV = 660 and 1320 mV, of 3300 mV.
        for (address, ratio) in [("0x4A", 0.4), ("0x48", 0.2)] {
            let place: [String: JSONValue] = ["i2c": 1, "i2c_address": .string(address)]
            let driver = try bench.start(.object(settings.merging(place) { $1 }))
            bench.clock.advance(by: .zero)
            #expect(sample.good?.ratio == ratio)
            driver.close()
        }
    }

    @Test("a converter that Roost cannot talk to can be chosen by its place, too")
    func otherPlace() throws {
        let settings: JSONValue = [
            "device": "max1363", "i2c": 1, "i2c_address": "0x34", "full_scale": 4095,
            "mains": "none",
        ]
        try tree.makeConverter(7, name: "max1363", at: "1-0033", ["in_voltage0_raw": "1"])
        let driver = try bench.start(settings)
        defer { driver.close() }
        bench.clock.advance(by: .zero)
        #expect("\(sample.quality)".contains("no converter max1363 at 1-0034"))
        try tree.makeConverter(0, name: "max1363", at: "1-0034", ["in_voltage0_raw": "819"])
        bench.clock.advance(by: .seconds(1))
        #expect(sample.good?.ratio == 0.2)
    }

    @Test("a converter that is not known is taken when its full scale is given")
    func unknown() throws {
        let settings = try bench.settings(["device": "max1363", "full_scale": 4095])
        #expect(settings.reference == .fullScale(4095))
    }

    @Test("a converter whose overlay is too slow for the interval is not read, and that is said")
    func slowOverlay() throws {
        try tree.makeConverter(
            0, name: "ads1015", at: "1-0048", model: "ads1115",
            [
                "in_voltage0_raw": "10000", "in_voltage3_raw": "26000",
                "in_voltage0_scale": "0.125", "in_voltage3_scale": "0.125",
                "in_voltage0_sampling_frequency": "128",
            ])
        let settings: [String: JSONValue] = ["device": "ads1115", "supply_channel": 3]
        let fast = try bench.start(.object(settings.merging(["every": "20ms"]) { $1 }))
        bench.clock.advance(by: .zero)
        // 10 conversions, each of two periods of 1/128 s where the input changes.
        #expect("\(sample.quality)".contains("takes 0.16 s at the 128 a second"))
        fast.close()
        let slow = try bench.start(.object(settings.merging(["every": "200ms"]) { $1 }))
        bench.clock.advance(by: .zero)
        #expect(sample.good != nil)
        slow.close()
        // One that stays at its input waits for no conversion.
        let single = try bench.start(["device": "ads1115", "supply": "3.3V", "every": "20ms"])
        defer { single.close() }
        bench.clock.advance(by: .zero)
        #expect(sample.good != nil)
    }
}

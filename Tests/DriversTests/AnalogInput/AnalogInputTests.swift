import Core
import DriverKit
import JSON
import TestSupport
import Testing
import Values

@testable import Drivers

@Suite("The driver analog-input")
struct AnalogInputTests {
    private let tree: TemporaryDirectory
    private let bench: DriverBench<AnalogInput>

    init() throws {
        tree = try TemporaryDirectory()
        bench = DriverBench(root: tree.path)
    }

    private func measure(_ json: JSONValue) throws -> Sample<Measurement> {
        let driver = try bench.start(json)
        defer { driver.close() }
        bench.clock.advance(by: .zero)
        return bench.sample(Port<Measurement>("value", ""))
    }

    /// An ADS1115 with a gain of one: 0.125 mV a step (data sheet SBAS444, table 3).
    private func makeADS1115(raw: Int) throws {
        try tree.makeConverter(
            0, name: "ads1015", at: "1-0048", model: "ads1115",
            ["in_voltage0_raw": "\(raw)", "in_voltage0_scale": "0.125"])
    }

    @Test("a potentiometer is at a part of the converter's reference")
    func potentiometer() throws {
        try tree.makeConverter(0, name: "mcp3008", ["in_voltage3_raw": "256"])
        #expect(try measure(["channel": 3]).good == Measurement(.ratio, 256.0 / 1023))
    }

    /// 13200 × 0.125 mV = 1.65 V across 10 kΩ of 72 kΩ: 1.65 V × 7.2 = 11.88 V.
    @Test("a battery behind a divider is in volts")
    func battery() throws {
        try makeADS1115(raw: 13200)
        let sample = try measure([
            "device": "ads1115", "input": "voltage", "upper_resistor": "62kohm",
            "lower_resistor": "10kohm",
        ])
        #expect(abs((sample.good?.value ?? 0) - 11.88) < 1e-9)
        #expect(sample.good?.quantity == .voltage)
    }

    /// 819 of 4095 is 20 %: an eighth of the way from 10 % to 90 %, whichever comes first.
    @Test("two measurements make any quantity of it, in the units that they are written in")
    func calibrated() throws {
        try tree.makeConverter(0, name: "mcp3201", ["in_voltage0_raw": "819"])
        let sample = try measure([
            "device": "mcp3201", "quantity": "pressure",
            "calibration": [
                ["ratio": "90%", "value": "8bar"], ["ratio": "10%", "value": "0bar"],
            ],
        ])
        #expect(abs((sample.good?.value ?? 0) - 1000) < 1e-6)
        #expect(sample.good?.quantity == .pressure)
    }

    /// A TMP36 has 10 mV for a degree, and 750 mV at 25 °C (data sheet, figure 6).
    @Test("a voltage that stands for a temperature is a Temperature")
    func temperature() throws {
        try makeADS1115(raw: 5600)
        let settings: JSONValue = [
            "device": "ads1115", "input": "voltage", "quantity": "temperature",
            "calibration": [
                ["voltage": "0.5V", "value": "0°C"], ["voltage": "0.75V", "value": "25°C"],
            ],
        ]
        let driver = try bench.start(settings)
        defer { driver.close() }
        bench.clock.advance(by: .zero)
        let sample = bench.sample(Port<Temperature>("temperature", ""))
        #expect(abs((sample.good?.celsius ?? 0) - 20) < 1e-9)
    }

    @Test(
        "what is well beyond the two points is doubtful, a little noise at an end is not",
        arguments: [
            (100, true), (900, true), (60, true), (940, true), (10, false), (1000, false),
        ] as [(raw: Int, isGood: Bool)])
    func beyond(raw: Int, isGood: Bool) throws {
        try tree.makeConverter(0, name: "mcp3008", ["in_voltage0_raw": "\(raw)"])
        let sample = try measure([
            "full_scale": 1000,
            "calibration": [["ratio": "10%", "value": "0"], ["ratio": "90%", "value": "100%"]],
        ])
        #expect(sample.value != nil)
        #expect((sample.good != nil) == isGood)
    }

    @Test("a converter at the end of its range is doubtful")
    func saturated() throws {
        try makeADS1115(raw: 32767)
        let sample = try measure(["device": "ads1115", "input": "voltage"])
        #expect(sample.quality == .doubtful("the converter is at the end of its range"))
    }

    @Test("more than the reference is no reading")
    func impossible() throws {
        try tree.makeConverter(0, name: "mcp3008", ["in_voltage0_raw": "1024"])
        #expect(try measure([:]).value == nil)
    }

    /// Input 2 is at 700 of 1023 (data sheet DS21295, figure 6-1).
    @Test("on the bare bus it takes turns with the others at the chip")
    func bareBus() throws {
        let chip: JSONValue = ["device": "mcp3008", "spi": "0.0", "channel": 2]
        let bus = try SPIBus(tree) { sent in
            sent == [0x01, 0xA0, 0x00] ? [0, 0x02, 0xBC] : [0, 0, 0]
        }
        #expect(try measure(chip).good == Measurement(.ratio, 700.0 / 1023))
        withExtendedLifetime(bus) {}
        let settings = try bench.settings(chip)
        #expect(settings.adc.bus == "spidev0.0")
        #expect(
            AnalogInput.claims(settings)
                == [
                    Claim(.converterChannel, "2 of spi0.0", key: "channel"),
                    Claim(.busAddress, "spi0.0", key: "spi", sharedAs: "mcp3008"),
                ])
    }

    @Test(
        "settings that cannot be meant are refused with their place",
        arguments: [
            (["device": "ads1115"], "full_scale"), (["channel": 8], "channel"),
            (["input": "voltage", "upper_resistor": "1kohm"], "lower_resistor"),
            (["upper_resistor": "1kohm", "lower_resistor": "1kohm"], "upper_resistor"),
            (["quantity": "distance"], "quantity"),
            (
                [
                    "calibration": [
                        ["ratio": "10%", "value": "0"], ["ratio": "10%", "value": "1"],
                    ]
                ],
                "calibration"
            ),
            (
                [
                    "calibration": [
                        ["voltage": "1V", "value": "0"], ["voltage": "2V", "value": "1"],
                    ]
                ],
                "calibration"
            ),
            (
                [
                    "quantity": "distance",
                    "calibration": [
                        ["ratio": "10%", "value": "0m"], ["ratio": "90%", "value": "2 parsecs"],
                    ],
                ], "calibration"
            ),
            (
                [
                    "quantity": "temperature",
                    "calibration": [
                        ["ratio": "10%", "value": "-300°C"], ["ratio": "90%", "value": "20°C"],
                    ],
                ], "calibration"
            ),
        ] as [(json: JSONValue, key: String)])
    func settings(json: JSONValue, key: String) {
        #expect(bench.settingsError(json)?.hasPrefix("drivers.test.\(key): ") == true)
    }
}

import Core
import DriverKit
import Glibc
import JSON
import Settings
import TestSupport
import Testing
import Values

@testable import Drivers

/// Documentation/ABI/testing/sysfs-bus-iio: thousandths of a degree and of a percent, kilopascals,
/// millivolts, milliamperes, lux.
@Suite("The driver iio")
struct IIOTests {
    private let tree: TemporaryDirectory

    init() throws {
        tree = try TemporaryDirectory()
        // A BME280 on i2c-1, and something that the kernel found before it.
        try tree.makeConverter(0, name: "ads1015", at: "1-0048", ["in_voltage0_raw": "1"])
        try tree.makeConverter(
            1, name: "bme280", at: "1-0076",
            [
                "in_temp_input": "21340\n", "in_pressure_input": "101.325000\n",
                "in_humidityrelative_input": "45200\n",
            ])
    }

    /// A bench with the ports that the driver has with these settings, after its first reading.
    private func start(_ json: JSONValue) throws -> (bench: DriverBench<IIO>, driver: any Driver) {
        let settings = try SettingsReader.read(
            IIO.Settings.self, from: json, at: SettingPath("drivers.test"))
        let bench = DriverBench(IIO.self, root: tree.path, ports: IIO.ports(for: settings))
        let driver = try bench.start(json)
        bench.clock.advance(by: .zero)
        return (bench, driver)
    }

    private func sample(_ bench: DriverBench<IIO>, _ name: String) -> Sample<Measurement> {
        bench.sample(Port<Measurement>(name, ""))
    }

    @Test("each channel is a port with its quantity in its unit; a temperature is a Temperature")
    func channels() throws {
        let (bench, driver) = try start([
            "chip": "bme280",
            "channels": ["warmth": "temp", "air": "pressure", "humidity": "humidityrelative"],
        ])
        defer { driver.close() }
        #expect(
            bench.sample(Port<Temperature>("warmth", "")).good == Temperature(celsius: 21.34))
        #expect(sample(bench, "air").good == Measurement(.pressure, 1013.25))
        #expect(sample(bench, "humidity").good == Measurement(.humidity, 45.2))
    }

    @Test(
        "light is a light that policies compare, if it is said which is 100 %; otherwise it is lux")
    func light() throws {
        try tree.makeConverter(
            2, name: "bh1750",
            ["in_illuminance_raw": "300\n", "in_illuminance_scale": "0.833333\n"])
        let channels: JSONValue = ["sky": "illuminance"]
        let (bench, driver) = try start([
            "chip": "bh1750", "channels": channels, "full_scale": "1000lx",
        ])
        let level = try #require(bench.sample(Port<LightLevel>("sky", "")).good)
        #expect(abs(level.ratio - 0.25) < 1e-6)
        driver.close()
        let (other, second) = try start(["chip": "bh1750", "channels": channels])
        defer { second.close() }
        #expect(sample(other, "sky").good == Measurement(.light, 300 * 0.833333))
    }

    @Test(
        "a raw value is (raw + offset) × scale, of the channel or of all of its type",
        arguments: [
            ("voltage1", .voltage, 4), ("voltage0-voltage1", .voltage, -0.05),
            ("current3", .current, 0.02), ("temp_ambient", .temperature, 24.15),
        ] as [(channel: String, quantity: Measurement.Quantity, value: Double)])
    func raw(channel: String, quantity: Measurement.Quantity, value: Double) throws {
        try tree.makeConverter(
            2, name: "many",
            [
                "in_voltage1_raw": "1000", "in_voltage_scale": "4",
                "in_voltage0-voltage1_raw": "-100", "in_voltage-voltage_scale": "0.5",
                "in_current3_raw": "10", "in_current3_scale": "2.5", "in_current3_offset": "-2",
                // An MLX90614 counts in steps of 0.02 K (drivers/iio/temperature/mlx90614.c).
                "in_temp_ambient_raw": "14865", "in_temp_scale": "20", "in_temp_offset": "-13657.5",
            ])
        let (bench, driver) = try start(["chip": "many", "channels": ["x": .string(channel)]])
        defer { driver.close() }
        let good = bench.sample(Port<Temperature>("x", "")).good?.celsius
        let read = try #require(sample(bench, "x").good?.value ?? good)
        #expect(abs(read - value) < 1e-9)
    }

    @Test(
        "what is no number, or what the quantity cannot be, is rejected with the figure",
        arguments: ["-7", "nan", "inf", "", "12e999", "x"])
    func nonsense(content: String) throws {
        try tree.write("sys/bus/iio/devices/iio:device1/in_pressure_input", content)
        let (bench, driver) = try start([
            "chip": "bme280", "channels": ["air": "pressure", "humidity": "humidityrelative"],
        ])
        defer { driver.close() }
        #expect(sample(bench, "air").value == nil)
        #expect(sample(bench, "humidity").good == Measurement(.humidity, 45.2))
    }

    @Test("a channel that the chip has not is named, with those that it has")
    func noChannel() throws {
        let (bench, driver) = try start([
            "chip": "bme280", "channels": ["x": "voltage0", "air": "pressure"],
        ])
        defer { driver.close() }
        #expect(
            "\(sample(bench, "x").quality)".contains(
                "has no channel voltage0; it has: humidityrelative, pressure, temp"))
        #expect(sample(bench, "air").good != nil)
    }

    @Test("of two chips with one name none is guessed; their place says which")
    func places() throws {
        try tree.makeConverter(
            2, name: "bme280", at: "1-0077", ["in_pressure_input": "90.000000\n"])
        let (guessing, first) = try start(["chip": "bme280", "channels": ["air": "pressure"]])
        #expect(
            "\(sample(guessing, "air").quality)".contains("bme280 at 1-0076, bme280 at 1-0077"))
        first.close()
        let (bench, driver) = try start([
            "chip": "bme280", "place": "1-0077", "channels": ["air": "pressure"],
        ])
        defer { driver.close() }
        #expect(sample(bench, "air").good == Measurement(.pressure, 900))
    }

    @Test("a chip that gets the number of the one that was pulled is not taken for it")
    func sameNumber() throws {
        let (bench, driver) = try start(["chip": "bme280", "channels": ["air": "pressure"]])
        defer { driver.close() }
        #expect(sample(bench, "air").good == Measurement(.pressure, 1013.25))
        unlink("\(tree.path)/sys/bus/iio/devices/iio:device1")
        rename("\(tree.path)/sys/devices/1-0076", "\(tree.path)/away")
        try tree.makeConverter(1, name: "bme280", at: "1-0077", ["in_pressure_input": "90.0\n"])
        bench.clock.advance(by: .seconds(2))
        #expect(sample(bench, "air").value == nil)
        bench.clock.advance(by: .seconds(2))
        #expect(sample(bench, "air").good == Measurement(.pressure, 900))
    }

    /// drivers/iio/humidity/si7020.c: `indio_dev->name = dev_name(&client->dev)`.
    @Test("a chip that its driver calls by its address is found by what its bus calls it")
    func model() throws {
        try tree.makeConverter(
            2, name: "1-0040", at: "1-0040", model: "si7020", ["in_temp_raw": "1", "x": ""])
        try tree.write("sys/bus/iio/devices/iio:device2/in_humidityrelative_input", "50000")
        let (bench, driver) = try start([
            "chip": "si7020", "channels": ["wet": "humidityrelative"],
        ])
        defer { driver.close() }
        #expect(sample(bench, "wet").good == Measurement(.humidity, 50))
    }

    @Test("a chip that is not there is named with those that are, and found when it comes")
    func absent() throws {
        let (bench, driver) = try start(["chip": "bmp280", "channels": ["air": "pressure"]])
        defer { driver.close() }
        let said = "\(sample(bench, "air").quality)"
        #expect(said.contains("no bmp280") && said.contains("bme280 at 1-0076"))
        try tree.makeConverter(
            3, name: "bmp280", at: "1-0077", ["in_pressure_input": "100.000000\n"])
        bench.clock.advance(by: .seconds(2))
        #expect(sample(bench, "air").good == Measurement(.pressure, 1000))
        #expect(sample(bench, "air").takenAt == bench.clock.now)
    }

    @Test(
        "what cannot be a channel is refused, also a path",
        arguments: ["smell", "temp/../../x", "in1", "temp 1", "", "TEMP"])
    func unknown(channel: String) {
        let json: JSONValue = ["chip": "bme280", "channels": ["x": .string(channel)]]
        let said = thrownError(ConfigurationErrors.self) {
            try DriverBench(IIO.self).settings(json)
        }
        #expect("\(said.map { "\($0)" } ?? "")".contains("drivers.test.channels"))
    }

    @Test("a chip with a place is claimed, shared with those who read it as the same")
    func claims() throws {
        let settings = try DriverBench(IIO.self).settings([
            "chip": "bme280", "place": "1-0076", "channels": ["air": "pressure"],
        ])
        #expect(
            IIO.claims(settings)
                == [Claim(.busAddress, "1-0076", key: "place", sharedAs: "bme280")])
    }
}

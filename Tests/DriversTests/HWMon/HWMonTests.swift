import Core
import DriverKit
import JSON
import Settings
import TestSupport
import Testing
import Values

@testable import Drivers

/// Documentation/hwmon/sysfs-interface.rst: millivolts, milliamperes, microwatts, microjoules,
/// thousandths of a degree and of a percent, revolutions a minute.
@Suite("The driver hwmon")
struct HWMonTests {
    private let tree: TemporaryDirectory

    init() throws {
        tree = try TemporaryDirectory()
        let device = "sys/devices/1-0045/hwmon/hwmon3"
        for (file, text) in [
            ("name", "ina219"), ("in1_input", "12104"), ("curr1_input", "-1500"),
            ("power1_input", "18156000"), ("energy1_input", "2500000"), ("temp1_input", "48312"),
            ("fan1_input", "1200"), ("humidity1_input", "45200"),
        ] {
            try tree.write("\(device)/\(file)", "\(text)\n")
        }
        try tree.link("\(device)/device", to: "../../../1-0045")
        try tree.write("sys/class/hwmon/.keep", "")
        try tree.link("sys/class/hwmon/hwmon3", to: "../../devices/1-0045/hwmon/hwmon3")
    }

    private func start(
        _ channel: String, at place: JSONValue = "1-0045"
    ) throws -> (bench: DriverBench<HWMon>, driver: any Driver) {
        let json: JSONValue = [
            "chip": "ina219", "place": place, "channels": ["x": .string(channel)],
        ]
        let settings = try SettingsReader.read(
            HWMon.Settings.self, from: json, at: SettingPath("drivers.test"))
        let bench = DriverBench(HWMon.self, root: tree.path, ports: HWMon.ports(for: settings))
        let driver = try bench.start(json)
        bench.clock.advance(by: .zero)
        return (bench, driver)
    }

    @Test(
        "each type of channel has its quantity and unit",
        arguments: [
            ("in1", .voltage, 12.104), ("curr1", .current, -1.5), ("power1", .power, 18.156),
            ("energy1", .energy, 2.5), ("fan1", .rotation, 1200), ("humidity1", .humidity, 45.2),
        ] as [(channel: String, quantity: Measurement.Quantity, value: Double)])
    func quantities(channel: String, quantity: Measurement.Quantity, value: Double) throws {
        let (bench, driver) = try start(channel)
        defer { driver.close() }
        let good = try #require(bench.sample(Port<Measurement>("x", "")).good)
        #expect(good.quantity == quantity)
        #expect(abs(good.value - value) < 1e-9)
    }

    @Test("a temperature that the chip says is at fault is doubtful")
    func fault() throws {
        let port = Port<Temperature>("x", "")
        let (bench, driver) = try start("temp1")
        defer { driver.close() }
        #expect(bench.sample(port).good == Temperature(celsius: 48.312))
        try tree.write("sys/class/hwmon/hwmon3/temp1_fault", "1\n")
        bench.clock.advance(by: .seconds(2))
        #expect(bench.sample(port).value == Temperature(celsius: 48.312))
        #expect(bench.sample(port).good == nil)
    }

    @Test("a chip at another place is not taken for it")
    func place() throws {
        let (bench, driver) = try start("in1", at: "1-0041")
        defer { driver.close() }
        let said = "\(bench.sample(Port<Measurement>("x", "")).quality)"
        #expect(said.contains("no ina219 at 1-0041") && said.contains("ina219 at 1-0045"))
    }

    /// The family codes are those of the data sheets; the kernel names all of them alike.
    @Test("a scan proposes the thermometers on 1-Wire, but a DS18B20, for which ds18b20 is")
    func oneWire() throws {
        let places = ["10-000802824e58", "22-0000001f7a2c", "28-000005e2fdc3", "3b-000000184d21"]
        for (number, place) in places.enumerated() {
            let device = "sys/devices/w1_bus_master1/\(place)"
            let files = "\(device)/hwmon/hwmon\(number)"
            try tree.write("\(files)/name", "w1_slave_temp\n")
            try tree.write("\(files)/temp1_input", "21500\n")
            try tree.link("\(files)/device", to: "../../../\(place)")
            try tree.link("sys/class/hwmon/hwmon\(number + 4)", to: "../../../\(files)")
        }
        let found = HWMon.discover(SystemPaths(sysfs: "\(tree.path)/sys", runtime: "/run"))
        #expect(
            found.map(\.what) == [
                "sensor ina219 at 1-0045", "sensor w1_slave_temp at 10-000802824e58",
                "sensor w1_slave_temp at 22-0000001f7a2c",
                "sensor w1_slave_temp at 3b-000000184d21",
            ])
    }
}

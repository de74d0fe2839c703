import Glibc
import LinuxIO
import TestSupport
import Testing

struct IIODeviceTests {
    private let tree: TemporaryDirectory
    private var sysfs: String { "\(tree.path)/sys" }

    init() throws {
        tree = try TemporaryDirectory()
    }

    private func device(_ name: String) throws -> NamedDevice {
        try #require(try NamedDevice.converters(sysfs: sysfs).first { $0.name == name })
    }

    @Test("converters are told apart by name, whatever their number")
    func names() throws {
        try tree.makeConverter(3, name: "mcp3008", [:])
        try tree.makeConverter(0, name: "bme280", [:])
        try tree.write("sys/bus/iio/devices/trigger0/name", "not a converter\n")
        let names = try NamedDevice.converters(sysfs: sysfs).map(\.name)
        #expect(names.sorted() == ["bme280", "mcp3008"])
        #expect(throws: IOError.self) { try NamedDevice.converters(sysfs: "\(tree.path)/none") }
    }

    @Test("the bus of a converter tells where it is, and on I2C which of a family it is")
    func places() throws {
        try tree.makeConverter(0, name: "mcp3008", at: "spi0.1", [:])
        try tree.makeConverter(1, name: "ads1015", at: "1-0049", model: "ads1115", [:])
        let all = try NamedDevice.converters(sysfs: sysfs)
        #expect(all.map(\.place) == ["spi0.1", "1-0049"])
        #expect(all.map(\.model) == [nil, "ads1115"])
    }

    @Test("a channel without a scale of its own has the shared one, and no offset")
    func shared() throws {
        try tree.makeConverter(
            0, name: "mcp3008",
            ["in_voltage2_raw": "512\n", "in_voltage_scale": "3.222656250\n"])
        #expect(try device("mcp3008").raw(channel: 2) == 512)
        #expect(try device("mcp3008").scale(channel: 2) == 3.222656250)
        #expect(try device("mcp3008").offset(channel: 2) == 0)
    }

    @Test("a channel's own scale goes before the shared one")
    func specific() throws {
        try tree.makeConverter(
            0, name: "ads1115",
            [
                "in_voltage0_raw": "100", "in_voltage0_scale": "0.125", "in_voltage_scale": "3",
                "in_voltage_offset": "-20",
            ])
        #expect(try device("ads1115").scale(channel: 0) == 0.125)
        #expect(try device("ads1115").offset(channel: 0) == -20)
    }

    @Test("the MCP3008's overlay gives no scale: raw still reads")
    func noScale() throws {
        try tree.makeConverter(0, name: "mcp3008", ["in_voltage0_raw": "700\n"])
        #expect(try device("mcp3008").raw(channel: 0) == 700)
        #expect(try device("mcp3008").scale(channel: 0) == nil)
    }

    @Test("a raw value that is half written is an error", arguments: ["", "7O0", "\u{0}"])
    func torn(_ text: String) throws {
        try tree.makeConverter(0, name: "mcp3008", ["in_voltage0_raw": text])
        #expect(throws: IOError.self) { try device("mcp3008").raw(channel: 0) }
    }
}

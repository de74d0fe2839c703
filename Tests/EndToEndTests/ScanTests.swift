import Core
import TestSupport
import TestTraits
import Testing

/// `roost scan` over trees of files like the kernel's. GPIO chips need a kernel: Tests/Rig has them.
@Suite(.blocking) struct ScanTests {
    private let tree: TemporaryDirectory

    init() throws {
        tree = try TemporaryDirectory()
        try tree.write("sys/bus/w1/devices/28-000005e2fdc3/w1_slave", "")
        try tree.write("sys/bus/w1/devices/28-000005e2fdc4/w1_slave", "")
        try tree.makeConverter(0, name: "mcp3008", at: "spi0.0", ["in_voltage0_raw": "1\n"])
        try tree.makeConverter(
            1, name: "ads1015", at: "1-0048", model: "ads1115", ["in_voltage0_raw": "1\n"])
        try tree.makeConverter(
            2, name: "bme280", at: "1-0076",
            [
                "in_temp_input": "1\n", "in_pressure_input": "1\n",
                "in_humidityrelative_input": "1\n",
            ])
        try tree.makePWMChip(0, device: "fe20c000.pwm")
        try tree.makePWMChip(1, device: "1f0009c000.pwm")
        try tree.makePCA9685(2)
        try tree.write("sys/class/hwmon/hwmon0/name", "ina219\n")
        try tree.write("sys/devices/1-0045/name", "ina219\n")
        try tree.link("sys/class/hwmon/hwmon0/device", to: "../../../devices/1-0045")
        for channel in ["in0", "in1", "curr1", "power1"] {
            try tree.write("sys/class/hwmon/hwmon0/\(channel)_input", "1\n")
        }
        for (number, place) in [(1, "28-000005e2fdc3"), (3, "10-000802824e58")] {
            try tree.write("sys/class/hwmon/hwmon\(number)/name", "w1_slave_temp\n")
            try tree.write("sys/class/hwmon/hwmon\(number)/temp1_input", "1\n")
            try tree.write("sys/devices/\(place)/name", "\(place)\n")
            try tree.link(
                "sys/class/hwmon/hwmon\(number)/device", to: "../../../devices/\(place)")
        }
        try tree.write("sys/class/hwmon/hwmon2/name", "rpi_volt\n")
        try tree.write("sys/class/hwmon/hwmon2/in0_lcrit_alarm", "0\n")
        try tree.write("dev/ttyACM0", "")
        try tree.write("dev/ttyUSB0", "")
        try tree.write("dev/serial0", "")
        try tree.write("dev/tty1", "")
        try tree.write("dev/serial/by-id/.keep", "")
        try tree.link("dev/serial/by-id/usb-u-blox_7-if00", to: "../../ttyACM0")
    }

    private func scan() throws -> String {
        let (end, output, errors) = try finished(
            RoostProcess("scan", "--sysfs", "\(tree.path)/sys", "--dev", "\(tree.path)/dev"))
        #expect(end == .exited(0), "\(errors)")
        return output
    }

    private func problems(_ configuration: String) throws -> String {
        let home = try TestInstallation(configuration: configuration)
        return try finished(RoostProcess("check", home.configuration)).errors
    }

    @Test("what it prints is a good configuration, as it is and with any proposal taken")
    func pasted() throws {
        let text = try scan()
        #expect(try problems(text) == "")
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let proposals = lines.indices.filter { lines[$0].hasPrefix("    // \"") }
        // Two converters, each as a light and a voltage; two PWM chips, each as a servo and a dimmer;
        // three serial ports. A drone that is near is none of this tree's.
        #expect(proposals.count >= 11, "\(text)")
        for proposal in proposals {
            var taken = lines
            taken[proposal] = taken[proposal].dropFirst("    // ".count)
            let problems = try problems(taken.joined(separator: "\n"))
            #expect(problems == "", "\(lines[proposal]): \(problems)")
        }
    }

    @Test(
        "each device has its block, in the words of its driver",
        arguments: [
            #"    "thermometer": { "driver": "ds18b20", "id": "28-000005e2fdc3" }"#,
            #"    "thermometer2": { "driver": "ds18b20", "id": "28-000005e2fdc4" }"#,
            #"    // "light": { "driver": "photoresistor", "device": "mcp3008", "spi": "0.0", "channel": 0 },"#,
            #"    // "light2": { "driver": "photoresistor", "device": "ads1115", "i2c": 1, "i2c_address": "0x48", "channel": 0, "supply": "3.3V" },"#,
            #"    // "voltage": { "driver": "analog-input", "device": "mcp3008", "spi": "0.0", "channel": 0 },"#,
            #""bme280": { "driver": "iio", "chip": "bme280", "place": "1-0076", "channels": {"humidityrelative": "humidityrelative", "pressure": "pressure", "temp": "temp"} }"#,
            #""ina219": { "driver": "hwmon", "chip": "ina219", "place": "1-0045", "channels": {"curr1": "curr1", "in0": "in0", "in1": "in1", "power1": "power1"} }"#,
            #""driver": "hwmon", "chip": "w1_slave_temp", "place": "10-000802824e58", "channels": {"temp1": "temp1"} }"#,
            "    // servo on PWM chip fe20c000.pwm, channels 0 to 1",
            #"    // "servo": { "driver": "servo", "channel": 0 },"#,
            "    // servo on PWM chip 1-0040, channels 0 to 15",
            #"    // "servo2": { "driver": "servo", "chip": "1-0040", "channel": 0 },"#,
            #"    // "pwm-output2": { "driver": "pwm-output", "chip": "1-0040", "channel": 0 },"#,
            #""driver": "nmea-gps", "device": "serial/by-id/usb-u-blox_7-if00" },"#,
            #""driver": "nmea-gps", "device": "serial0" },"#,
            #""driver": "nmea-gps", "device": "ttyUSB0" },"#,
        ])
    func blocks(block: String) throws {
        let text = try scan()
        #expect(text.contains(block), "\(text)")
    }

    @Test(
        "what is not to be used is left out",
        arguments: [
            // The fan of a Pi 5; a DS18B20 again; a chip without values; a port that has a better name.
            "1f0009c000", "\"place\": \"28-", "rpi_volt", "ttyACM0", "tty1",
            "\"iio\", \"chip\": \"mcp",
        ])
    func leftOut(word: String) throws {
        #expect(try !scan().contains(word))
    }

    @Test("a machine with nothing is told what may be missing, in a good configuration")
    func nothing()
        throws
    {
        let (end, text, _) = try finished(
            RoostProcess("scan", "--sysfs", tree.path, "--dev", tree.path))
        #expect(end == .exited(0))
        #expect(text.contains("is the 1-Wire bus on (dtoverlay=w1-gpio in config.txt)?"), "\(text)")
        #expect(try problems(text) == "")
    }

    @Test("a bus that floats is told of with its remedy") func floating() throws {
        let tree = try TemporaryDirectory()
        try tree.write("sys/bus/w1/devices/00-400000000000/name", "")
        let (_, text, _) = try finished(RoostProcess("scan", "--sysfs", "\(tree.path)/sys"))
        #expect(text.contains("// the 1-Wire bus floats (phantom devices 00-...)"), "\(text)")
        #expect(!text.contains("\"ds18b20\""))
    }

    @Test("nothing is written where it looks") func untouched() throws {
        let export = "sys/class/pwm/pwmchip0/export"
        try tree.write(export, "untouched")
        _ = try scan()
        #expect(tree.read(export) == "untouched")
    }
}

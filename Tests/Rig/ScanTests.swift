import Core
import TestSupport
import Testing

/// `roost scan` on a real kernel, with a chip on each of its interfaces.
extension RigTests {
    struct ScanTests {
        private func scan() throws -> String {
            let (end, output, errors) = try finished(RoostProcess("scan"))
            #expect(end == .exited(0), "\(errors)")
            return output
        }

        @Test("what is plugged in is found, with settings that find it again") func all() throws {
            let thermometer = try Thermometer(celsius: 21.5)
            let (converter, air, power) = (
                try Converter(), try I2CSensor.air(), try I2CSensor.power()
            )
            let bolt = try PWMRecorder()
            let text = try scan()
            for block in [
                #""driver": "ds18b20", "id": "\#(thermometer.id)""#,
                #""driver": "photoresistor", "device": "mcp3008", "spi": "0.0", "channel": 0"#,
                #""driver": "iio", "chip": "bmp280", "place": "1-0076""#,
                #""driver": "hwmon", "chip": "ina219", "place": "1-0045""#,
                #"// "servo": { "driver": "servo", "channel": 0 },"#,
            ] {
                #expect(text.contains(block), "\(block): \(text)")
            }
            #expect(!text.contains("1f0009c000"), "the fan")
            #expect(try bolt.pulses().duty == 0)
            let home = try TestInstallation(configuration: text)
            #expect(try finished(RoostProcess("check", home.configuration)).errors == "")
            let roost = try home.start()
            try home.wait(for: "thermometer", "is at 21.5", SourceReport.isAt(celsius: 21.5))
            withExtendedLifetime((converter, air, power, roost)) {}
        }

        @Test("lines of GPIO chips are told with their names and holders, and none is taken")
        func lines() throws {
            let header = try GPIOSim(
                label: "pinctrl-bcm2711", lines: 54, names: [2: "SDA1", 17: "GPIO17"],
                hogs: [4: "onewire@0"])
            let board = try GPIOSim(label: "mcp23017", lines: 16, hogs: [0: "siren"])
            let text = try scan()
            for words in [
                "// GPIO chip pinctrl-bcm2711, 28 lines; free: GPIO0, GPIO1, GPIO2 (SDA1), GPIO3, GPIO5",
                "// GPIO chip pinctrl-bcm2711, 28 lines; in use: GPIO4, held by \"onewire@0\"",
                "\"driver\": \"gpio-input\", \"line\": \"GPIO17\", \"bias\": \"pull-up\", \"active_low\": true",
                "in use: \(try board.deviceName):0, held by \"siren\"",
                "\"line\": \"\(try board.deviceName):1\"",
            ] {
                #expect(text.contains(words), "\(words): \(text)")
            }
            #expect(try scan() == text, "a line was taken")
            withExtendedLifetime(header) {}
        }
    }
}

import Core
import Glibc
import TestSupport
import Testing

/// Converters that the kernel has no driver on: spidev and i2c-dev, and the kernel's own driver for
/// the ADS1115 beside them.
extension RigTests {
    struct BareBusTests {
        private static func home(_ settings: String) throws -> TestInstallation {
            try TestInstallation(
                drivers: """
                    "twilight": {
                      "driver": "photoresistor", "every": "50ms", "median": 1, "time_constant": "0s",
                      \(settings)
                    }
                    """)
        }

        @Test("an MCP3008 without the kernel's driver is read through spidev", arguments: [0, 6])
        func spidev(channel: Int) throws {
            let converter = try Converter(chipSelect: 1)
            let home = try Self.home(#""spi": "0.1", "channel": \#(channel)"#)
            let roost = try home.start()
            for steps in [1, 700, 1022] {
                try converter.set(channel, to: steps)
                try home.wait(
                    for: "twilight", "is \(steps)", SourceReport.isAt(ratio: Double(steps) / 1023))
            }
            #expect(try converter.chip.number("speed_hz") <= 1_350_000)
            #expect(try converter.chip.number("mode") == 0)
            try converter.pullOut()
            try home.waitForAbsence(of: "twilight", because: "spidev0.1")
            try converter.plugIn()
            try home.wait(for: "twilight", "is 1022 again", SourceReport.isAt(ratio: 1022.0 / 1023))
            withExtendedLifetime(roost) {}
        }

        @Test("an SPI bus on which nobody answers is no light, and not full light")
        func nobody() throws {
            let converter = try Converter(chipSelect: 1)
            try converter.set(0, to: 300)
            try converter.chip.set("silent", to: 1)
            let home = try Self.home(#""spi": "0.1""#)
            let roost = try home.start()
            try home.waitForAbsence(of: "twilight", because: "no converter answers on SPI")
            try converter.chip.set("silent", to: 0)
            try home.wait(for: "twilight", "is 300", SourceReport.isAt(ratio: 300.0 / 1023))
            withExtendedLifetime(roost) {}
        }

        @Test("an ADS1115 without the kernel's driver is read through i2c-dev, beyond 2.048 V")
        func i2cdev() throws {
            let converter = try ADS1115(address: "49")
            let home = try Self.home(
                #""device": "ads1115", "i2c": 1, "i2c_address": "0x49", "supply": "3.3V", "channel": 1"#
            )
            let roost = try home.start()
            for millivolts in [100, 1650, 3000] {
                try converter.set(1, millivolts: millivolts)
                try home.wait(
                    for: "twilight", "is \(millivolts) mV",
                    SourceReport.isAt(ratio: Double(millivolts) / 3300))
            }
            try converter.chip.set("silent", to: 1)
            try home.waitForAbsence(
                of: "twilight", because: "no chip answers at 0x49 on i2c-1")
            try converter.chip.set("silent", to: 0)
            try home.wait(
                for: "twilight", "is 3000 mV again", SourceReport.isAt(ratio: 3000.0 / 3300))
            withExtendedLifetime(roost) {}
        }

        @Test(
            "the kernel's ADS1115 at its own gain clips, and it is said so; at 4.096 V it does not")
        func gain() throws {
            let converter = try ADS1115(address: "48")
            try converter.set(0, millivolts: 2900)
            let home = try Self.home(#""device": "ads1115", "supply": "3.3V""#)
            let roost = try home.start()
            try home.wait(for: "twilight", "is doubtful") {
                $0.qualityReason?.contains("gain is too high") == true
            }
            let device = ControlFiles("/sys/bus/iio/devices/iio:device0")
            try device.set("in_voltage0_scale", to: "0.125000000")
            try home.wait(for: "twilight", "is 2900 mV", SourceReport.isAt(ratio: 2900.0 / 3300))
            withExtendedLifetime(roost) {}
        }
    }
}

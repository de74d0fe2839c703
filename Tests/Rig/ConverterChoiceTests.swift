import Core
import Glibc
import LinuxIO
import TestSupport
import Testing

/// More converters than one: of one name, of one bus, and two photoresistors on one chip.
extension RigTests {
    struct ConverterChoiceTests {
        /// The chip at 0x49 as one of the kernel's, as long as this lives.
        private final class KernelClient: Sendable {
            private static let bus = ControlFiles("/sys/bus/i2c/devices/i2c-1")
            let device: ControlFiles

            init(_ model: String) throws {
                try Self.bus.set("new_device", to: "\(model) 0x49")
                let client = "\(Self.bus.path)/1-0049"
                guard let entry = try directoryNames(client).first(where: { $0.hasPrefix("iio:") })
                else { throw TestSupportError("no converter at \(client)") }
                device = ControlFiles("\(client)/\(entry)")
            }

            deinit {
                try? Self.bus.set("delete_device", to: "0x49")
            }
        }

        private static func light(_ name: String, _ settings: String) -> String {
            """
            "\(name)": {
              "driver": "photoresistor", "every": "50ms", "median": 1, "time_constant": "0s",
              \(settings)
            }
            """
        }

        private static func ads1115(_ name: String, _ settings: String) -> String {
            light(name, #""device": "ads1115", "supply": "3.3V", \#(settings)"#)
        }

        @Test("of two MCP3008 each is read by its place, the kernel's and the bare one")
        func spi() throws {
            let kernels = try Converter(chipSelect: 0)
            let bare = try Converter(chipSelect: 1)
            try kernels.set(0, to: 100)
            try bare.set(0, to: 700)
            let home = try TestInstallation(
                drivers: [
                    Self.light("one", #""spi": "0.0""#), Self.light("other", #""spi": "0.1""#),
                ].joined(separator: ", "))
            let roost = try home.start()
            try home.wait(for: "one", "is 100", SourceReport.isAt(ratio: 100.0 / 1023))
            try home.wait(for: "other", "is 700", SourceReport.isAt(ratio: 700.0 / 1023))
            // Nor is the one taken for the other that has gone.
            try bare.pullOut()
            try home.waitForAbsence(of: "other", because: "present: mcp3008 at spi0.0")
            withExtendedLifetime(roost) {}
        }

        @Test("of two ADS1115 each is read by its place, the kernel's and the bare one")
        func i2c() throws {
            let kernels = try ADS1115(address: "48")
            let bare = try ADS1115(address: "49")
            try kernels.set(0, millivolts: 660)
            try bare.set(0, millivolts: 1650)
            let home = try TestInstallation(
                drivers: [
                    Self.ads1115("one", #""i2c": 1"#),
                    Self.ads1115("other", #""i2c": 1, "i2c_address": "0x49""#),
                ].joined(separator: ", "))
            let roost = try home.start()
            try home.wait(for: "one", "is 660 mV", SourceReport.isAt(ratio: 0.2))
            try home.wait(for: "other", "is 1650 mV", SourceReport.isAt(ratio: 0.5))
            withExtendedLifetime(roost) {}
        }

        @Test("two of the kernel's of one name are not guessed between, but chosen by their place")
        func sameName() throws {
            let one = try ADS1115(address: "48")
            let other = try ADS1115(address: "49")
            let client = try KernelClient("ads1115")
            try one.set(0, millivolts: 660)
            try other.set(0, millivolts: 1650)
            let home = try TestInstallation(
                drivers: [
                    Self.ads1115("any", #""channel": 0"#), Self.ads1115("one", #""i2c": 1"#),
                    Self.ads1115("other", #""i2c": 1, "i2c_address": "0x49""#),
                ].joined(separator: ", "))
            let roost = try home.start()
            try home.waitForAbsence(of: "any", because: "ads1015 at 1-0048, ads1015 at 1-0049")
            try home.wait(for: "one", "is 660 mV", SourceReport.isAt(ratio: 0.2))
            try home.wait(for: "other", "is 1650 mV", SourceReport.isAt(ratio: 0.5))
            withExtendedLifetime((roost, client)) {}
        }

        @Test("a chip that a driver of the kernel has is not spoken to on the bare bus")
        func owned() throws {
            let chip = try ADS1115(address: "48")
            let error = thrownError(IOError.self) {
                try I2CDevice(open: "/dev/i2c-1", address: 0x48)
            }
            #expect(error?.code == EBUSY)
            let free = try ADS1115(address: "49")
            _ = try I2CDevice(open: "/dev/i2c-1", address: 0x49)
            withExtendedLifetime((chip, free)) {}
        }

        @Test("two photoresistors on one bare chip do not get in each other's way")
        func shared() throws {
            let chip = try ADS1115(address: "49")
            try chip.set(0, millivolts: 660)
            try chip.set(3, millivolts: 1650)
            let place = #""i2c": 1, "i2c_address": "0x49""#
            let home = try TestInstallation(
                drivers: [
                    Self.ads1115("one", #"\#(place), "channel": 0"#),
                    Self.ads1115("other", #"\#(place), "channel": 3"#),
                ].joined(separator: ", "))
            let roost = try home.start()
            let before = try chip.chip.number("conversions")
            #expect(
                try eventually(within: .seconds(60)) {
                    try chip.chip.number("conversions") > before + 400
                })
            try home.wait(for: "one", "is 660 mV", SourceReport.isAt(ratio: 0.2))
            try home.wait(for: "other", "is 1650 mV", SourceReport.isAt(ratio: 0.5))
            for name in ["one", "other"] {
                #expect(try home.status().driver(name)?.number("rejected") == 0)
            }
            withExtendedLifetime(roost) {}
        }

        @Test(
            "a chip that misses a reading or two is forgiven, the kernel's as the bare one",
            arguments: ["48", "49"])
        func forgiven(_ address: String) throws {
            let chip = try ADS1115(address: address)
            try chip.set(0, millivolts: 660)
            let home = try TestInstallation(
                drivers: """
                    "twilight": {
                      "driver": "photoresistor", "device": "ads1115", "supply": "3.3V",
                      "i2c": 1, "i2c_address": "0x\(address)", "every": "2s"
                    }
                    """)
            let roost = try home.start()
            try home.wait(for: "twilight", "is 660 mV", SourceReport.isAt(ratio: 0.2))
            try chip.chip.set("silent", to: 1)
            let status = try home.waitForStatus("has a reading that was rejected") {
                $0.driver("twilight")?.number("rejected") != 0
            }
            try chip.chip.set("silent", to: 0)
            #expect(status.source(of: "twilight")?.isGood == true)
            try home.wait(for: "twilight", "is 660 mV", SourceReport.isAt(ratio: 0.2))
            withExtendedLifetime(roost) {}
        }

        @Test(
            "an ADS1015 at its finest gain is known to clip, though an ADS1115 has that scale, too")
        func smallBrother() throws {
            let chip = try ADS1115(address: "49")
            let client = try KernelClient("ads1015")
            try client.device.set("in_voltage0_scale", to: "0.125000000")
            try chip.set(0, millivolts: 300)
            let home = try TestInstallation(drivers: Self.ads1115("twilight", #""channel": 0"#))
            let roost = try home.start()
            try home.wait(for: "twilight", "is doubtful") {
                $0.qualityReason?.contains("gain is too high") == true
            }
            try chip.set(0, millivolts: 165)
            try home.wait(for: "twilight", "is 165 mV", SourceReport.isAt(ratio: 0.05))
            withExtendedLifetime((roost, client)) {}
        }
    }
}

import Core
import Glibc
import TestSupport
import Testing

/// w1_therm and the kernel's 1-Wire core, on chips that are emulated bit by bit.
extension RigTests {
    struct DS18B20Tests {
        private static func home(_ settings: String = #""resolution": 9"#) throws
            -> TestInstallation
        {
            try TestInstallation(
                drivers: #""outside": { "driver": "ds18b20", "every": "1s", \#(settings) }"#)
        }

        @Test(
            "a thermometer is read at the resolution asked for",
            // 21.44 °C is 343 sixteenths; the data sheet leaves out 3 bits of it at 9 bits.
            arguments: [(9, 21.0), (10, 21.25), (11, 21.375), (12, 21.4375)])
        func resolution(bits: Int, celsius: Double) throws {
            let thermometer = try Thermometer(celsius: 21.44)
            let home = try Self.home(#""resolution": \#(bits)"#)
            let roost = try home.start()
            try home.wait(for: "outside", "is \(celsius) °C", SourceReport.isAt(celsius: celsius))
            #expect(try thermometer.device.number("resolution") == bits)
            #expect(try thermometer.chip.number("conversions") > 0)
            withExtendedLifetime(roost) {}
        }

        @Test("one damaged reading is read again by the kernel, and nobody notices")
        func oneBadChecksum() throws {
            let thermometer = try Thermometer(celsius: -7.5)
            let home = try Self.home()
            let roost = try home.start()
            try home.wait(for: "outside", "is -7.5 °C", SourceReport.isAt(celsius: -7.5))
            try thermometer.chip.set("bad_crcs", to: 1)
            try #require(try eventually { try thermometer.chip.number("bad_crcs") == 0 })
            try thermometer.set(celsius: -8)
            try home.wait(for: "outside", "is -8 °C", SourceReport.isAt(celsius: -8))
            #expect(try home.status().driver("outside")?.number("rejected") == 0)
            withExtendedLifetime(roost) {}
        }

        @Test(
            "a reading that is no temperature is refused with its reason, and the next good one taken",
            arguments: [
                (Thermometer.DeviceError.crc, "did not answer"), (.absent, "did not answer"),
                (.poweron, "85.00 °C is the value after power-on"), (.weak, "127.94 °C"),
            ])
        func refused(fault: Thermometer.DeviceError, reason: String) throws {
            let thermometer = try Thermometer(celsius: 21)
            let home = try Self.home()
            let roost = try home.start()
            try home.wait(for: "outside", "is 21 °C", SourceReport.isAt(celsius: 21))
            try thermometer.set(fault)
            try home.waitForAbsence(of: "outside", because: reason)
            try thermometer.set(.none)
            try home.wait(for: "outside", "is 21 °C again", SourceReport.isAt(celsius: 21))
            #expect(roost.end == nil)
        }

        @Test("a shorted bus is said to be one, and is never 0 °C")
        func shorted() throws {
            let thermometer = try Thermometer(celsius: 21)
            let home = try Self.home()
            let roost = try home.start()
            try home.wait(for: "outside", "is 21 °C", SourceReport.isAt(celsius: 21))
            try Thermometer.bus.set("shorted", to: 1)
            // What makes it dangerous: the kernel calls it a temperature.
            #expect(
                try thermometer.device.text("w1_slave").hasSuffix(
                    "YES\n00 00 00 00 00 00 00 00 00 t=0")
            )
            try home.waitForAbsence(of: "outside", because: "shorted to ground")
            try Thermometer.bus.set("shorted", to: 0)
            try home.wait(for: "outside", "is 21 °C again", SourceReport.isAt(celsius: 21))
            #expect(!roost.errors.contains("0.00 °C"))
        }

        @Test("true 85 °C is a temperature")
        func hot() throws {
            let thermometer = try Thermometer(celsius: 84)
            let home = try Self.home()
            let roost = try home.start()
            try home.wait(for: "outside", "is 84 °C", SourceReport.isAt(celsius: 84))
            try thermometer.set(celsius: 85)
            try home.wait(for: "outside", "is 85 °C", SourceReport.isAt(celsius: 85))
            withExtendedLifetime((thermometer, roost)) {}
        }

        @Test("a thermometer that is pulled out and plugged in again gets its resolution again")
        func replugged() throws {
            let thermometer = try Thermometer(celsius: 18)
            let home = try Self.home()
            let roost = try home.start()
            try home.wait(for: "outside", "is 18 °C", SourceReport.isAt(celsius: 18))
            try thermometer.pullOut()
            try home.waitForAbsence(of: "outside", because: "no DS18B20 on the 1-Wire bus")
            try thermometer.plugIn()
            // Out of the works, and so after each loss of power, it has 12 bits.
            try home.wait(for: "outside", "is 18 °C again", SourceReport.isAt(celsius: 18))
            #expect(try eventually { try thermometer.device.number("resolution") == 9 })
            #expect(roost.end == nil)
        }

        @Test("of two thermometers each is read by its name")
        func two() throws {
            let cold = try Thermometer(0, celsius: -3)
            let warm = try Thermometer(1, celsius: 30)
            let home = try TestInstallation(
                drivers: """
                    "outside": { "driver": "ds18b20", "every": "1s", "id": "\(cold.id)" },
                    "inside": { "driver": "ds18b20", "every": "1s", "id": "\(warm.id)" }
                    """)
            let roost = try home.start()
            try home.wait(for: "outside", "is -3 °C", SourceReport.isAt(celsius: -3))
            try home.wait(for: "inside", "is 30 °C", SourceReport.isAt(celsius: 30))
            withExtendedLifetime(roost) {}
        }

        @Test("a bus that hangs stops neither the service nor its end")
        func hung() throws {
            let thermometer = try Thermometer(celsius: 21)
            let home = try Self.home()
            let roost = try home.start()
            try home.wait(for: "outside", "is 21 °C", SourceReport.isAt(celsius: 21))
            try Thermometer.bus.set("hung", to: 1)
            try home.waitForAbsence(of: "outside", because: "does not return")
            roost.send(signal: SIGTERM)
            #expect(try roost.wait() == .exited(0))
            withExtendedLifetime(thermometer) {}
        }
    }
}

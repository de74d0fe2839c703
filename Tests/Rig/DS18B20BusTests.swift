import Core
import Glibc
import JSON
import TestSupport
import Testing

/// Several thermometers on one bus, and what the kernel forgets of them.
extension RigTests {
    struct DS18B20BusTests {
        private static func pair(
            _ cold: Thermometer, _ warm: Thermometer, every period: String = "1s"
        ) throws -> TestInstallation {
            let settings = #""driver": "ds18b20", "every": "\#(period)", "resolution": 12"#
            return try TestInstallation(
                drivers: """
                    "outside": { \(settings), "id": "\(cold.id)" },
                    "inside": { \(settings), "id": "\(warm.id)" }
                    """)
        }

        @Test(
            "two thermometers convert at once: each second, though alone it would take them longer")
        func together() throws {
            let cold = try Thermometer(0, celsius: -3)
            let warm = try Thermometer(1, celsius: 30)
            let home = try Self.pair(cold, warm)
            let roost = try home.start()
            try home.wait(for: "outside", "is -3 °C", SourceReport.isAt(celsius: -3))
            try home.wait(for: "inside", "is 30 °C", SourceReport.isAt(celsius: 30))
            _ = try home.waitForStatus("says that they convert together") { status in
                ["outside", "inside"].allSatisfy { name in
                    status.driver(name)?.diagnostics.first { $0.name == "conversion" }?.value
                        == "together with the others"
                }
            }
            // Six rounds of two conversions of 750 ms each would take 9 s.
            let before = try cold.chip.number("conversions")
            let start = Rig.monotonicNanoseconds
            #expect(try eventually { try cold.chip.number("conversions") >= before + 6 })
            #expect(Rig.monotonicNanoseconds - start < 7_500_000_000)
            // Each conversion was for both of them, and what they read is still their own.
            try home.wait(for: "outside", "is -3 °C", SourceReport.isAt(celsius: -3))
            try home.wait(for: "inside", "is 30 °C", SourceReport.isAt(celsius: 30))
            withExtendedLifetime(roost) {}
        }

        @Test("nobody else is given what was converted for others")
        func others() throws {
            let cold = try Thermometer(0, celsius: -3)
            let warm = try Thermometer(1, celsius: 30)
            let other = try Thermometer(2, celsius: 10)
            let home = try Self.pair(cold, warm, every: "3s")
            let roost = try home.start()
            try home.wait(for: "outside", "is -3 °C", SourceReport.isAt(celsius: -3))
            try home.wait(for: "inside", "is 30 °C", SourceReport.isAt(celsius: 30))
            // The command to convert together is for all of the bus, and so this one is read, too.
            _ = try other.nextRead()
            try other.set(celsius: 12)
            var seen = ""
            // Empty while a conversion for all is under way, which with every second is nearly always.
            _ = try eventually(every: .milliseconds(20)) {
                seen = try other.device.text("w1_slave")
                return !seen.isEmpty
            }
            #expect(seen.hasSuffix("t=12000"))
            withExtendedLifetime(roost) {}
        }

        @Test(
            "of two thermometers one is pulled out: the other goes on, and does not show its value")
        func oneOfTwo() throws {
            let cold = try Thermometer(0, celsius: -3)
            let warm = try Thermometer(1, celsius: 30)
            let home = try Self.pair(cold, warm)
            let roost = try home.start()
            try home.wait(for: "outside", "is -3 °C", SourceReport.isAt(celsius: -3))
            try cold.set(.absent)
            try home.waitForAbsence(of: "outside", because: "did not answer")
            try warm.set(celsius: 31)
            try home.wait(for: "inside", "is 31 °C", SourceReport.isAt(celsius: 31))
            try cold.set(.none)
            try home.wait(for: "outside", "is -3 °C again", SourceReport.isAt(celsius: -3))
            withExtendedLifetime(roost) {}
        }

        @Test(
            "a thermometer that lost its power between two readings is set again, and shows no old value"
        )
        func powerLoss() throws {
            let thermometer = try Thermometer(celsius: 18)
            let home = try TestInstallation(
                drivers:
                    #""outside": { "driver": "ds18b20", "every": "2s", "conversion_time": "800ms" }"#
            )
            let roost = try home.start()
            try home.wait(for: "outside", "is 18 °C", SourceReport.isAt(celsius: 18))
            #expect(try eventually { try thermometer.device.number("conv_time") == 800 })
            try thermometer.pullOut()
            try home.waitForAbsence(of: "outside", because: "no DS18B20 on the 1-Wire bus")
            try thermometer.set(celsius: 19)
            try thermometer.plugIn()
            try home.wait(for: "outside", "is 19 °C", SourceReport.isAt(celsius: 19))
            #expect(try eventually { try thermometer.device.number("resolution") == 9 })
            #expect(try eventually { try thermometer.device.number("conv_time") == 800 })
            withExtendedLifetime(roost) {}
        }

        @Test("a bus that hung is read again when it goes on")
        func hungAndBack() throws {
            let thermometer = try Thermometer(celsius: 21)
            let home = try TestInstallation(
                drivers: #""outside": { "driver": "ds18b20", "every": "1s" }"#)
            let roost = try home.start()
            try home.wait(for: "outside", "is 21 °C", SourceReport.isAt(celsius: 21))
            try Thermometer.bus.set("hung", to: 1)
            try home.waitForAbsence(of: "outside", because: "does not return")
            try thermometer.set(celsius: 22)
            try Thermometer.bus.set("hung", to: 0)
            try home.wait(for: "outside", "is 22 °C", SourceReport.isAt(celsius: 22))
            #expect(roost.end == nil)
        }
    }
}

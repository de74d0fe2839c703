import Core
import JSON
import TestSupport
import Testing

/// Chips that do not convert in the time that the kernel gives them. What it then reads is the value
/// of the time before, with a checksum that is right.
extension RigTests {
    struct DS18B20SlowTests {
        private static func home(
            every interval: String = "2s", _ settings: String = ""
        ) throws -> TestInstallation {
            try TestInstallation(
                drivers: """
                    "outside": {
                      "driver": "ds18b20", "every": "\(interval)", "max_rate": "600°C/min" \(settings)
                    }
                    """)
        }

        private static func rejection(_ home: TestInstallation) throws -> String {
            let diagnostics = try home.status().driver("outside")?.diagnostics ?? []
            return diagnostics.first { $0.name == "last_rejection" }?.value.line ?? ""
        }

        @Test(
            "a clone that is slower than the data sheet says is found out, and does not lag behind")
        func clone() throws {
            let thermometer = try Thermometer(celsius: 18)
            try thermometer.chip.set("conversion_us", to: 900_000)
            let home = try Self.home(every: "4s")
            let roost = try home.start()
            // The first reading finds what was there at power-on; then the kernel has measured.
            try home.wait(for: "outside", "is 18 °C", SourceReport.isAt(celsius: 18))
            #expect(try Self.rejection(home).contains("85.00 °C"))
            #expect((900...1300).contains(try thermometer.device.number("conv_time")))
            for celsius in [20.0, 22.0] {
                let before = try thermometer.nextRead()
                try thermometer.set(celsius: celsius)
                try home.wait(
                    for: "outside", "is \(celsius) °C", SourceReport.isAt(celsius: celsius))
                #expect(try thermometer.chip.number("reads") == before + 1)
            }
            withExtendedLifetime(roost) {}
        }

        @Test(
            "a chip that never converts since it has power shows no 85 °C",
            arguments: [
                Thermometer.DeviceError.stuck, .deaf,
            ])
        func neverConverted(fault: Thermometer.DeviceError) throws {
            let thermometer = try Thermometer(celsius: 18)
            try thermometer.set(fault)
            let home = try Self.home()
            let roost = try home.start()
            try home.waitForAbsence(of: "outside", because: "85.00 °C is the value after power-on")
            try thermometer.set(.none)
            try home.wait(for: "outside", "is 18 °C", SourceReport.isAt(celsius: 18))
            withExtendedLifetime(roost) {}
        }

        @Test(
            "after a short loss of power it is not believed until it is set again",
            arguments: ["", #", "conversion_time": "100ms""#])
        func powerLoss(settings: String) throws {
            let thermometer = try Thermometer(celsius: 18)
            let home = try Self.home(every: "4s", settings)
            let roost = try home.start()
            try home.wait(for: "outside", "is 18 °C", SourceReport.isAt(celsius: 18))
            #expect(try eventually { try thermometer.device.number("conv_time") < 200 })
            // It has 12 bits again, and the kernel does not know. Somebody else reads it, too early,
            // and leaves the value of this moment to whoever reads next, as early.
            try thermometer.set(.absent)
            try thermometer.set(.none)
            try thermometer.set(celsius: 40)
            #expect(try thermometer.device.text("w1_slave").hasSuffix("t=85000"))
            letTheKernelWork(for: .milliseconds(800))
            try thermometer.set(celsius: 19)
            try home.wait(for: "outside", "is 19 °C, and not 40 °C") {
                #expect(!SourceReport.isAt(celsius: 40)($0))
                return SourceReport.isAt(celsius: 19)($0)
            }
            #expect(try Self.rejection(home).contains("lost power meanwhile"))
            #expect(try thermometer.device.number("resolution") == 9)
            withExtendedLifetime(roost) {}
        }

        @Test("a chip that is asked when it is done is found out if it never is")
        func polled() throws {
            let thermometer = try Thermometer(celsius: 18)
            let home = try Self.home(#", "poll_completion": true"#)
            let roost = try home.start()
            try home.wait(for: "outside", "is 18 °C", SourceReport.isAt(celsius: 18))
            #expect(try eventually { try thermometer.device.number("features") == 2 })
            try thermometer.set(.stuck)
            try home.waitForAbsence(of: "outside", because: "did not answer")
            try thermometer.set(.none)
            try home.wait(for: "outside", "is 18 °C again", SourceReport.isAt(celsius: 18))
            withExtendedLifetime(roost) {}
        }

        @Test("a chip that does not hear the command shows its old value, and nobody can tell")
        func deaf() throws {
            let thermometer = try Thermometer(celsius: 18)
            let home = try Self.home()
            let roost = try home.start()
            try home.wait(for: "outside", "is 18 °C", SourceReport.isAt(celsius: 18))
            try thermometer.set(.deaf)
            try thermometer.set(celsius: 25)
            let before = try thermometer.chip.number("reads")
            #expect(try eventually { try thermometer.chip.number("reads") >= before + 2 })
            // All that there is to see: byte for byte a reading of 18 °C, and 7/16 °C in
            // the bits that are undefined at 9 bits.
            #expect(try thermometer.device.text("w1_slave").hasSuffix("t=18437"))
            #expect(
                SourceReport.isAt(celsius: 18)(
                    try #require(try home.status().source(of: "outside"))))
            // One command that was missed is made good by the next.
            try thermometer.set(.none)
            try home.wait(for: "outside", "is 25 °C", SourceReport.isAt(celsius: 25))
            withExtendedLifetime(roost) {}
        }
    }
}

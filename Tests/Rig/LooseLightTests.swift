import Core
import Glibc
import TestSupport
import Testing

extension VirtualTimeTests {
    /// A photoresistor whose wire comes loose, and the slowest of averages.
    struct LooseLightTests {
        @Test("after ten minutes with a loose wire the first light that is good is the true one")
        func average() throws {
            let converter = try Converter()
            try converter.set(0, to: 700)
            let home = try TestInstallation(
                drivers: """
                    "twilight": { "driver": "photoresistor", "time_constant": "600s" }
                    """)
            let roost = try home.start()
            try home.wait(for: "twilight", "is good") { $0.isGood }
            try converter.set(0, to: 0)
            try home.wait(for: "twilight", "is doubtful") {
                $0.qualityReason?.contains("wire is open") == true
            }
            _ = eventually(within: .seconds(600), every: .seconds(60)) { roost.end != nil }
            try converter.set(0, to: 700)
            let light = try home.wait(for: "twilight", "is good again") { $0.isGood }
            #expect(light.number("ratio") == 700.0 / 1023)
        }
    }
}

extension RigTests {
    /// A divider's supply whose wire is loose.
    struct LooseSupplyTests {
        @Test("a supply that reads otherwise each time is complained about once")
        func log() throws {
            let chip = try ADS1115(address: "49")
            let home = try TestInstallation(
                drivers: """
                    "twilight": {
                      "driver": "photoresistor", "every": "50ms", "mains": "none",
                      "device": "ads1115", "i2c": 1, "i2c_address": "0x49", "supply_channel": 3
                    }
                    """)
            let roost = try home.start()
            for millivolts in stride(from: 100, through: 400, by: 100) {
                try chip.set(3, millivolts: millivolts)
                try home.waitForAbsence(of: "twilight", because: "reads \(millivolts) mV")
            }
            let warnings = roost.errors.split(separator: "\n").filter {
                $0.contains("should see the divider's supply")
            }
            #expect(warnings.count == 1, "\(warnings)")
        }
    }
}

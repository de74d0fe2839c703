import Core
import JSON
import TestSupport
import Testing
import Values

/// The kernel's own drivers of sensors, over chips that are emulated down to their registers.
extension RigTests {
    struct KernelSensorTests {
        private static let air = """
            "air": {
              "driver": "iio", "chip": "bmp280", "every": "200ms",
              "channels": { "warmth": "temp", "pressure": "pressure" }
            }
            """

        private static func value(_ status: StatusReport, _ port: String) -> SourceReport? {
            let parts = port.split(separator: ".").map(String.init)
            return status.driver(parts[0])?.sources[parts[1]]
        }

        /// Waits until a port has a good value with this number in it.
        private static func wait(
            _ home: TestInstallation, for port: String, _ key: String, _ wanted: Double,
            within tolerance: Double
        ) throws {
            try home.waitForStatus("has \(port) at \(wanted)") { status in
                guard let source = value(status, port), source.isGood,
                    let number = source.number(key)
                else { return false }
                return abs(number - wanted) <= tolerance
            }
        }

        @Test("a BMP280 is found by its name and gives the example of its data sheet")
        func air() throws {
            // What the kernel has found before it must not matter.
            let light = try I2CSensor.light()
            let chip = try I2CSensor.air()
            let home = try TestInstallation(drivers: Self.air)
            let roost = try home.start()
            try Self.wait(home, for: "air.warmth", "celsius", 25.08, within: 0.001)
            try Self.wait(home, for: "air.pressure", "value", 1006.5327, within: 0.001)
            let pressure = Self.value(try home.status(), "air.pressure")
            #expect(pressure?.text == "1006.5 hPa")
            #expect(pressure?.value["quantity"] == "pressure")
            #expect(pressure?.value["unit"] == "hPa")
            // Its temperature moves with its raw value: 16 counts are some 0.005 °C.
            try chip.chip.set("temperature_raw", to: 519_888 + 32_000)
            try home.waitForStatus("is warmer") {
                (Self.value($0, "air.warmth")?.number("celsius") ?? 0) > 30
            }
            withExtendedLifetime((roost, light)) {}
        }

        @Test("a chip that is pulled out is absent, and found again under whichever number it gets")
        func replugged() throws {
            let chip = try I2CSensor.air()
            let home = try TestInstallation(drivers: Self.air)
            let roost = try home.start()
            try Self.wait(home, for: "air.warmth", "celsius", 25.08, within: 0.001)
            let before = try home.status().driver("air")?.diagnostics.first?.value
            try chip.pullOut()
            for port in ["air.warmth", "air.pressure"] {
                try home.waitForStatus("misses \(port)") {
                    Self.value($0, port)?.quality == .absent
                }
            }
            // Takes the number that the chip had.
            let light = try I2CSensor.light()
            try chip.plugIn()
            try Self.wait(home, for: "air.warmth", "celsius", 25.08, within: 0.001)
            let status = try home.status()
            #expect(status.driver("air")?.diagnostics.first?.value != before)
            #expect(status.driver("air")?.restarts == 0)
            #expect(roost.end == nil)
            withExtendedLifetime(light) {}
        }

        @Test("a chip with a loose wire is missed, and read again when the wire holds")
        func silent() throws {
            let chip = try I2CSensor.air()
            let home = try TestInstallation(drivers: Self.air)
            let roost = try home.start()
            try Self.wait(home, for: "air.warmth", "celsius", 25.08, within: 0.001)
            try chip.chip.set("silent", to: 1)
            try home.waitForStatus("misses the chip") {
                Self.value($0, "air.warmth")?.quality == .absent
            }
            let why = Self.value(try home.status(), "air.warmth")?.qualityReason ?? ""
            #expect(why.contains("bmp280 (temp)"), "\(why)")
            try chip.chip.set("silent", to: 0)
            try Self.wait(home, for: "air.warmth", "celsius", 25.08, within: 0.001)
            withExtendedLifetime(roost) {}
        }

        /// 0x8390 is 28067 lx in the example of the data sheet ("Measurement sequence").
        @Test("a BH1750 gives lux, or a light of which a setting says what 100 % is")
        func light() throws {
            let chip = try I2CSensor.light()
            try chip.chip.set("counts", to: 0x8390)
            let settings =
                #""driver": "iio", "chip": "bh1750", "channels": { "sky": "illuminance" }"#
            let home = try TestInstallation(
                drivers: """
                    "meter": { \(settings) }, "twilight": { \(settings), "full_scale": "56133.2lx" }
                    """)
            let roost = try home.start()
            try Self.wait(home, for: "meter.sky", "value", 28067, within: 1)
            try Self.wait(home, for: "twilight.sky", "ratio", 0.5, within: 1e-4)
            withExtendedLifetime(roost) {}
        }

        /// 15 mV across 10 mΩ are 1.5 A. The power is in steps of 20 mW.
        @Test("an INA219 is found by its name and gives volts, amperes and watts; replugged, again")
        func power() throws {
            let chip = try I2CSensor.power()
            try chip.chip.set("shunt_uv", to: 15_000)
            try chip.chip.set("bus_mv", to: 12_104)
            let home = try TestInstallation(
                drivers: """
                    "supply": {
                      "driver": "hwmon", "chip": "ina219", "every": "200ms",
                      "channels": { "volts": "in1", "amperes": "curr1", "watts": "power1" }
                    }
                    """)
            let roost = try home.start()
            try Self.wait(home, for: "supply.volts", "value", 12.104, within: 1e-9)
            try Self.wait(home, for: "supply.amperes", "value", 1.5, within: 1e-9)
            try Self.wait(home, for: "supply.watts", "value", 12.104 * 1.5, within: 0.02)
            try chip.pullOut()
            try home.waitForStatus("misses it") {
                Self.value($0, "supply.volts")?.quality == .absent
            }
            try chip.plugIn()
            // Unplugged it has forgotten what it was told to measure; its driver tells it again.
            try Self.wait(home, for: "supply.amperes", "value", 1.5, within: 1e-9)
            withExtendedLifetime(roost) {}
        }

        @Test("of two chips with one name the place says which: thermometers on 1-Wire")
        func places() throws {
            let (first, second) = (
                try Thermometer(0, celsius: 21.5), try Thermometer(1, celsius: -7)
            )
            let settings =
                #""driver": "hwmon", "chip": "w1_slave_temp", "channels": { "t": "temp1" }"#
            let home = try TestInstallation(
                drivers: """
                    "guess": { \(settings) }, "second": { \(settings), "place": "\(second.id)" }
                    """)
            let roost = try home.start()
            try Self.wait(home, for: "second.t", "celsius", -7, within: 0)
            try home.waitForAbsence(of: "guess", because: "there is more than one w1_slave_temp")
            withExtendedLifetime((roost, first)) {}
        }

        @Test("a pet door locks by night, and not by day, with sensors that only the kernel knows")
        func petDoor() throws {
            let (sky, air) = (try I2CSensor.light(), try I2CSensor.air())
            let bolt = try PWMRecorder()
            // 1000 lx: day.
            try sky.chip.set("counts", to: 1200)
            let home = try TestInstallation(
                drivers: """
                    \(Self.air),
                    "sky": {
                      "driver": "iio", "chip": "bh1750", "every": "200ms", "full_scale": "1000lx",
                      "channels": { "light": "illuminance" }
                    },
                    "bolt": { "driver": "servo", "speed": "2000deg/s", "release_after": "never" }
                    """,
                policies: """
                    "door": {
                      "policy": "pet-door", "accept_blind_lock": true, "accept_no_flap_switch": true,
                      "temperature_min": "2 °C", "temperature_max": "33 °C",
                      "dwell": "0s", "minimum_state_time": "0s",
                      "inputs": { "light": "sky", "temperature": "air" },
                      "outputs": { "bolt": "bolt" }, "locked_angle": "180deg", "unlocked_angle": "0deg"
                    }
                    """)
            let roost = try home.start()
            #expect(try eventually(within: .seconds(20)) { try bolt.pulses().duty == 1_000_000 })
            try sky.chip.set("counts", to: 0)
            #expect(try eventually(within: .seconds(20)) { try bolt.pulses().duty == 2_000_000 })
            try sky.chip.set("counts", to: 1200)
            #expect(try eventually(within: .seconds(20)) { try bolt.pulses().duty == 1_000_000 })
            // With no thermometer nobody knows, and a door is not locked by a guess.
            try air.pullOut()
            try home.waitForStatus("doubts") { $0.reason(of: "door").contains("temperature") }
            withExtendedLifetime(roost) {}
        }
    }
}

import Core
import Glibc
import JSON
import LinuxIO
import TestSupport
import Testing
import Values

/// Three inputs of one MCP3008 behind the kernel's mcp320x driver, each looked at in its own way, as docs/wiring.md
/// has them.
extension RigTests {
    struct AnalogInputTests {
        /// The kernel's millivolts for a step: its reference over 2 to the 10th (mcp320x.c).
        private static let voltsAStep = 3.3 / 1024

        private static func home() throws -> TestInstallation {
            try TestInstallation(
                drivers: """
                    "knob": { "driver": "analog-input", "every": "50ms", "channel": 3 },
                    "battery": { "driver": "analog-input", "every": "50ms", "channel": 5,
                      "input": "voltage", "upper_resistor": "62kohm", "lower_resistor": "10kohm" },
                    "tank": { "driver": "analog-input", "every": "50ms", "channel": 4,
                      "quantity": "distance", "calibration": [
                        { "ratio": "12%", "value": "0cm" }, { "ratio": "81%", "value": "140cm" } ] }
                    """)
        }

        private static func isAt(_ value: Double, _ unit: String) -> (SourceReport) -> Bool {
            {
                $0.isGood && abs(($0.number("value") ?? .infinity) - value) < 1e-6
                    && $0.value["unit"] == .string(unit)
            }
        }

        @Test("a ratio, volts before a divider and a calibrated level, from one chip") func each()
            throws
        {
            let converter = try Converter()
            let home = try Self.home()
            let roost = try home.start()
            for steps in [100, 512, 800] {
                for input in [3, 4, 5] { try converter.set(input, to: steps) }
                let ratio = Double(steps) / 1023
                try home.wait(for: "knob", "is \(steps)", Self.isAt(ratio, ""))
                let volts = Double(steps) * Self.voltsAStep * 7.2
                try home.wait(for: "battery", "is \(volts) V", Self.isAt(volts, "V"))
                let metres = (ratio - 0.12) / (0.81 - 0.12) * 1.4
                try home.wait(for: "tank", "is \(metres) m", Self.isAt(metres, "m"))
            }
            #expect(roost.end == nil)
        }

        @Test("a bus that fails makes all three absent, until it works again") func failing() throws
        {
            let converter = try Converter()
            for input in [3, 4, 5] { try converter.set(input, to: 512) }
            let home = try Self.home()
            let roost = try home.start()
            try home.wait(for: "knob", "is good") { $0.isGood }
            try converter.fail(with: EIO)
            for driver in ["knob", "battery", "tank"] {
                try home.waitForAbsence(of: driver, because: "Input/output error")
            }
            try converter.fail(with: 0)
            for driver in ["knob", "battery", "tank"] {
                try home.wait(for: driver, "is good again") { $0.isGood }
            }
            #expect(roost.end == nil)
        }

        @Test("a level well beyond the two that were measured is doubtful") func beyond() throws {
            let converter = try Converter()
            try converter.set(4, to: 1023)
            let home = try Self.home()
            let roost = try home.start()
            try home.wait(for: "tank", "is doubtful") {
                $0.quality == .doubtful && $0.qualityReason?.contains("calibration") == true
            }
            withExtendedLifetime(roost) {}
        }
    }
}

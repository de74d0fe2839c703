import Core
import Glibc
import LinuxIO
import TestSupport
import Testing
import Values

/// The kernel's mcp320x driver, on an MCP3008 that is emulated clock by clock.
extension RigTests {
    struct PhotoresistorTests {
        private static func home(_ settings: String = "") throws -> TestInstallation {
            try TestInstallation(
                drivers: """
                    "twilight": {
                      "driver": "photoresistor", "every": "50ms", "median": 1, "time_constant": "0s"
                      \(settings)
                    }
                    """)
        }

        private static func isAt(_ ratio: Double) -> (SourceReport) -> Bool {
            SourceReport.isAt(ratio: ratio, within: 1e-9)
        }

        @Test("the light is what the converter's input says, on each input", arguments: [0, 3, 7])
        func eachInput(channel: Int) throws {
            let converter = try Converter()
            let home = try Self.home(#", "channel": \#(channel)"#)
            let roost = try home.start()
            for steps in [1, 512, 1022] {
                try converter.set(channel, to: steps)
                // Of 1023 steps: 10 bits, from 0.
                try home.wait(for: "twilight", "is \(steps)", Self.isAt(Double(steps) / 1023))
            }
            // Data sheet: 1.35 MHz at 2.7 V, more at 5 V; mode 0 or 3.
            #expect(try converter.chip.number("speed_hz") <= 1_350_000)
            #expect(try [0, 3].contains(converter.chip.number("mode")))
            withExtendedLifetime(roost) {}
        }

        @Test("the Pi's overlay names no reference: the kernel has no scale, and none is needed")
        func noReference() throws {
            let converter = try Converter(kernelKnowsReference: false)
            let device = ControlFiles("/sys/bus/iio/devices/iio:device0")
            let scale = thrownError(IOError.self) { try device.text("in_voltage_scale") }
            #expect(scale?.code == EINVAL)
            let home = try Self.home()
            let roost = try home.start()
            try converter.set(0, to: 700)
            try home.wait(for: "twilight", "is 700", Self.isAt(700.0 / 1023))
            withExtendedLifetime(roost) {}
        }

        @Test(
            "a reading at an end of the scale is doubtful",
            arguments: [(0, "dark end"), (1023, "bright end"), (4000, "bright end")])
        func atTheEnd(steps: Int, why: String) throws {
            let converter = try Converter()
            let home = try Self.home()
            let roost = try home.start()
            try converter.set(0, to: steps)
            try home.wait(for: "twilight", "is doubtful") {
                $0.quality == .doubtful && $0.qualityReason?.contains(why) == true
            }
            withExtendedLifetime(roost) {}
        }

        @Test(
            "a bus that fails makes the light absent, with the kernel's reason, until it works again",
            arguments: [
                (EIO, "Input/output error"), (ETIMEDOUT, "timed out"),
                // As when another program has the kernel fill a buffer.
                (EBUSY, "another program is using it"),
            ])
        func failing(code: Int32, words: String) throws {
            let converter = try Converter()
            try converter.set(0, to: 300)
            let home = try Self.home()
            let roost = try home.start()
            try home.wait(for: "twilight", "is 300", Self.isAt(300.0 / 1023))
            try converter.fail(with: code)
            try home.waitForAbsence(of: "twilight", because: words)
            try converter.fail(with: 0)
            try home.wait(for: "twilight", "is 300 again", Self.isAt(300.0 / 1023))
            #expect(roost.end == nil)
        }

        @Test("a converter that comes late, goes and returns is found by its name each time")
        func lateAndReplugged() throws {
            let converter = try Converter()
            try converter.pullOut()
            let home = try Self.home()
            let roost = try home.start()
            try home.waitForAbsence(of: "twilight", because: "mcp3008")
            try converter.plugIn()
            try converter.set(0, to: 300)
            try home.wait(for: "twilight", "is 300", Self.isAt(300.0 / 1023))
            try converter.pullOut()
            try home.waitForAbsence(of: "twilight", because: "mcp3008")
            try converter.plugIn()
            try home.wait(for: "twilight", "is 300 again", Self.isAt(300.0 / 1023))
            #expect(roost.end == nil)
        }
    }
}

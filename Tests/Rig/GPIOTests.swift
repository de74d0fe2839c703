import Core
import Glibc
import JSON
import LinuxIO
import TestSupport
import Testing

/// libgpiod and the kernel's character device, on gpio-sim.
extension RigTests {
    struct GPIOTests {
        private static let chip = "pinctrl-bcm2711"

        private static func input(_ settings: String) throws -> TestInstallation {
            try TestInstallation(drivers: #""latch": { "driver": "gpio-input", \#(settings) }"#)
        }

        @Test(
            "a contact is what its line is, whichever way the line is named",
            arguments: [#""GPIO17""#, #""DOOR""#, #""pinctrl-bcm2711:17""#])
        func contact(line: String) throws {
            let chip = try GPIOSim(label: Self.chip, lines: 58, names: [17: "DOOR"])
            let home = try Self.input(
                #""line": \#(line), "bias": "pull-up", "active_low": true, "debounce": "5ms""#)
            let roost = try home.start()
            // The bias is the chip's to give: nothing else pulls the line up here.
            try home.wait(for: "latch", "is open", SourceReport.isActive(false))
            #expect(try chip.isHigh(17))
            for isClosed in [true, false, true] {
                try chip.pull(17, up: !isClosed)
                try home.wait(for: "latch", "is \(isClosed)", SourceReport.isActive(isClosed))
            }
            withExtendedLifetime(roost) {}
        }

        @Test("lines of one request have a port each, and the status says what they can do")
        func several() throws {
            let chip = try GPIOSim(label: Self.chip, lines: 58)
            try chip.pull(4, up: true)
            let home = try Self.input(#""lines": { "up": "GPIO4", "down": "GPIO17" }"#)
            let roost = try home.start()
            let up = { (status: StatusReport, port: String) in
                status.driver("latch")?.sources[port]?.flag("is_active")
            }
            try home.waitForStatus("has both") { up($0, "up") == true && up($0, "down") == false }
            try chip.pull(17, up: true)
            let status = try home.waitForStatus("tells the edge") { up($0, "down") == true }
            let latch = try #require(status.driver("latch"))
            #expect(latch.number("event_delay_p50_ms") ?? 0 > 0)
            #expect(latch.number("queue") ?? 0 >= 16)
            let diagnostics = Dictionary(latch.diagnostics.map { ($0.name, $0.value) }) {
                first, _ in first
            }
            let isFirst = diagnostics["interface"] == "libgpiod 1"
            #expect(diagnostics["debounce"] == (isFirst ? "here" : "by the kernel"))
            #expect(diagnostics["edges_lost"] == (isFirst ? "not counted by this interface" : 0))
            withExtendedLifetime(roost) {}
        }

        @Test("a line that somebody has is reported with who has it")
        func busy() throws {
            let chip = try GPIOSim(label: Self.chip, hogs: [9: "the spi bus"])
            let home = try Self.input(#""line": "GPIO9""#)
            let roost = try home.start()
            let status = try home.waitForStatus("cannot have the line") {
                $0.driver("latch")?.lastError != nil
            }
            let error = status.driver("latch")?.lastError?.text
            #expect(error?.contains(#"held by "the spi bus""#) == true)
            withExtendedLifetime((chip, roost)) {}
        }

        @Test("a line that somebody has is waited for, whatever may be spent on restarts")
        func letGo() throws {
            let chip = try GPIOSim(label: Self.chip)
            let other = GPIOLineProvider(dev: "/dev", sysfs: "/sys", consumer: "gpiomon")
            let held = try other.openOutputs(
                [.bcm(17)], DigitalOutputConfig(isActiveLow: false, areInitiallyActive: [true]))
            let home = try TestInstallation(
                configuration: """
                    {
                      "drivers": { "latch": { "driver": "gpio-input", "line": "GPIO17" } },
                      "restarts": { "at_most": 0, "longest_delay": "1s" }
                    }
                    """)
            let roost = try home.start()
            let status = try home.waitForStatus("has asked four times") {
                $0.driver("latch")?.restarts ?? 0 >= 4
            }
            #expect(status.driver("latch")?.lastError?.text.contains(#"held by "gpiomon""#) == true)
            held.release()
            try home.wait(for: "latch", "is open", SourceReport.isActive(false))
            withExtendedLifetime((chip, roost)) {}
        }

        @Test("a chip that goes is missed, and its line taken up when it returns")
        func replugged() throws {
            var chip: GPIOSim? = try GPIOSim(label: Self.chip)
            let home = try Self.input(#""line": "GPIO17", "debounce": "5ms""#)
            let roost = try home.start()
            try home.wait(for: "latch", "is open", SourceReport.isActive(false))
            try chip?.unplug()
            try home.waitForStatus("misses the chip") { $0.driver("latch")?.state != .running }
            chip = nil
            let again = try GPIOSim(label: Self.chip)
            try again.pull(17, up: true)
            try home.wait(
                for: "latch", "is closed", within: .seconds(40), SourceReport.isActive(true))
            #expect(roost.end == nil)
        }

        @Test(
            "a switch is at its safe level from the start to the end, whatever that is",
            arguments: [
                ("inactive", false, false), ("active", false, true), ("active", true, false),
            ])
        func safeLevel(safe: String, activeLow: Bool, isHigh: Bool) throws {
            let chip = try GPIOSim(label: Self.chip)
            // What the outer world does with a line that nobody drives.
            try chip.pull(22, up: !isHigh)
            let home = try TestInstallation(
                drivers: """
                    "lamp": {
                      "driver": "gpio-output", "line": "GPIO22", "safe": "\(safe)",
                      "active_low": \(activeLow)
                    }
                    """)
            let roost = try home.start()
            try home.waitForStatus("runs the lamp") { $0.driver("lamp")?.state == .running }
            #expect(try chip.isHigh(22) == isHigh)
            roost.send(signal: SIGTERM)
            #expect(try roost.wait() == .exited(0))
        }
    }
}

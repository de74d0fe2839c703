import Core
import JSON
import TestSupport
import Testing
import Values

/// Buttons and counters through libgpiod and the kernel's edges, on gpio-sim.
extension RigTests {
    struct LineModeTests {
        private static func chip() throws -> GPIOSim {
            try GPIOSim(label: "pinctrl-bcm2711", lines: 58)
        }

        private static func text(
            _ status: StatusReport, _ diagnostic: String, _ line: String
        ) -> JSONValue? {
            status.driver("panel")?.diagnostics.first { $0.name == diagnostic }?.value[line]
        }

        /// Holds a button for so long, and leaves it alone for so long.
        private static func press(
            _ chip: GPIOSim, _ line: Int, _ held: Duration, then pause: Duration
        ) throws {
            for (up, time) in [(true, held), (false, pause)] {
                try chip.pull(line, up: up)
                letTheKernelWork(for: time)
            }
        }

        @Test("presses, long presses and double presses of two buttons are told apart")
        func buttons() throws {
            let chip = try Self.chip()
            let home = try TestInstallation(
                drivers: """
                    "panel": {
                      "driver": "gpio-input", "mode": "button", "debounce": "5ms",
                      "lines": { "up": "GPIO17", "down": "GPIO27" }
                    }
                    """)
            let roost = try home.start()
            try home.waitForStatus("watches") { Self.text($0, "presses", "up") == 0 }
            let expect = { (line: String, count: JSONValue, press: JSONValue) in
                _ = try home.waitForStatus("tells \(count) presses of \(line), last \(press)") {
                    Self.text($0, "presses", line) == count
                        && Self.text($0, "last_press", line) == press
                }
            }
            try Self.press(chip, 17, .milliseconds(100), then: .milliseconds(500))
            try expect("up", 1, "press")
            try Self.press(chip, 17, .milliseconds(80), then: .milliseconds(80))
            try Self.press(chip, 17, .milliseconds(80), then: .milliseconds(500))
            try expect("up", 2, "double-press")
            try chip.pull(27, up: true)
            // While it is held: nobody lets go of it.
            try expect("down", 1, "long-press")
            let status = try home.status()
            #expect(Self.text(status, "presses", "up") == 2)
            #expect(status.driver("panel")?.sources["down"]?.flag("is_active") == true)
            withExtendedLifetime(roost) {}
        }

        @Test(
            "every pulse is counted, in bursts and one by one, and the rate is that of the last seconds"
        )
        func counter() throws {
            let chip = try Self.chip()
            let home = try TestInstallation(
                drivers: """
                    "panel": {
                      "driver": "gpio-input", "mode": "counter", "line": "GPIO17", "debounce": "0s",
                      "rate_over": "2s"
                    }
                    """)
            let roost = try home.start()
            let value = { (status: StatusReport, port: String) in
                status.driver("panel")?.sources[port]?.number("value")
            }
            try home.waitForStatus("counts from 0") { value($0, "count") == 0 }
            try chip.chatter(17, edges: 400)
            try home.waitForStatus("has counted 200") { value($0, "count") == 200 }
            // 400 edges, 5 ms and a little apart.
            let rate = value(try home.status(), "rate") ?? 0
            #expect(rate > 10 && rate <= 100, "\(rate)")
            try home.waitForStatus("is quiet") { value($0, "rate") == 0 }
            try chip.chatter(17, edges: 2)
            try home.waitForStatus("has counted one more") { value($0, "count") == 201 }
            try chip.unplug()
            try home.waitForStatus("misses the chip") {
                $0.driver("panel")?.sources["count"]?.quality == .absent
            }
            try chip.plug()
            try home.waitForStatus("begins at 0 again") { value($0, "count") == 0 }
            withExtendedLifetime(roost) {}
        }
    }
}

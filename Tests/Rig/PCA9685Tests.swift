import Core
import Glibc
import TestSupport
import Testing

extension RigTests {
    /// The kernel's pwm-pca9685 driver, on a PCA9685 that is emulated down to its registers.
    struct PCA9685Tests {
        /// A servo on channel 5.
        private static func home() throws -> TestInstallation {
            try TestInstallation(bolt: #""chip": "1-0040", "channel": 5, "speed": "2000deg/s""#)
        }

        /// A period of 20 ms is 19.99 ms with this chip's divider, and a step of it 4.88 us.
        private static func isPulse(
            _ output: (period: Int, pulse: Int), _ nanoseconds: Int
        ) -> Bool {
            output.period == 19_988_480 && abs(output.pulse - nanoseconds) <= 4_880
        }

        @Test("a servo on a PCA9685 gets its pulse to a step of the chip, then none")
        func pulse() throws {
            let board = try PCA9685()
            let home = try Self.home()
            let roost = try home.start()
            #expect(try home.run("send", "lock").end == .exited(0))
            #expect(try eventually { Self.isPulse(try board.output(of: 5), 2_000_000) })
            #expect(try eventually { try board.output(of: 5).pulse == 0 })
            for other in 0..<16 where other != 5 {
                #expect(try board.output(of: other).pulse == 0)
            }
            withExtendedLifetime(roost) {}
        }

        @Test("a board that is pulled out is missed, and served again when it is back")
        func replugged() throws {
            let board = try PCA9685()
            let home = try Self.home()
            let roost = try home.start()
            try home.waitForStatus("runs the bolt") { $0.driver("bolt")?.state == .running }
            try board.pullOut()
            #expect(try home.run("send", "lock").end == .exited(0))
            try home.waitForStatus("misses the board") {
                $0.driver("bolt")?.lastError?.text.contains("1-0040") == true
            }
            try board.plugIn()
            #expect(
                try eventually(within: .seconds(40)) {
                    Self.isPulse(try board.output(of: 5), 2_000_000)
                })
            #expect(roost.end == nil)
        }

        @Test("a board that does not answer for a while obeys the next command after that")
        func silent() throws {
            let board = try PCA9685()
            let home = try Self.home()
            let roost = try home.start()
            try board.chip.set("silent", to: 1)
            #expect(try home.run("send", "lock").end == .exited(0))
            // The kernel's driver drops the errors of its bus (pca9685_write_reg of
            // drivers/pwm/pwm-pca9685.c), so nobody can tell that nothing came out.
            for isPowered in [true, false] {
                try home.wait(for: "bolt", "is said to be powered: \(isPowered)") {
                    $0.flag("is_powered") == isPowered
                }
            }
            try board.chip.set("silent", to: 0)
            #expect(try board.output(of: 5).pulse == 0)
            #expect(try home.run("send", "unlock").end == .exited(0))
            #expect(try eventually { Self.isPulse(try board.output(of: 5), 1_000_000) })
            #expect(roost.end == nil)
        }

        @Test("a period that another channel of the board needs is said, and had when it is free")
        func otherPeriod() throws {
            let board = try PCA9685()
            let other = try board.export(channel: 0)
            try other.set("period", to: 10_000_000)
            try other.set("duty_cycle", to: 1_000_000)
            try other.set("enable", to: 1)
            let home = try Self.home()
            let roost = try home.start()
            #expect(try home.run("send", "lock").end == .exited(0))
            try home.waitForStatus("says that there is one period for all") {
                $0.driver("bolt")?.lastError?.text.contains("a PCA9685 has one for all") == true
            }
            // Its servo is somebody else's, and goes on as it did, to a step of the chip.
            let found = try board.output(of: 0)
            #expect(abs(found.period - 10_000_000) < 163_840)
            #expect(abs(found.pulse - 1_000_000) <= 4_880)
            try other.set("enable", to: 0)
            #expect(
                try eventually(within: .seconds(40)) {
                    Self.isPulse(try board.output(of: 5), 2_000_000)
                })
            #expect(roost.end == nil)
        }
    }
}

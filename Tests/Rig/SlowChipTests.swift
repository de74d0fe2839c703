import Core
import Glibc
import TestSupport
import Testing
import Values

/// Chips behind a bus that keeps whoever uses it waiting: the kernel's own driver waits, and nobody
/// can call it back.
extension RigTests {
    struct SlowChipTests {
        /// As a controller whose clock hangs: nothing else interrupts that wait.
        private static let hang = 2500

        /// How long the service takes to say how it is.
        private static func timeToAnswer(_ home: TestInstallation) throws -> Duration {
            let start = Rig.monotonicNanoseconds
            _ = try home.status()
            return .nanoseconds(Rig.monotonicNanoseconds - start)
        }

        // MARK: PWM

        @Test("a servo on a slow chip gets where it is told, and stops in time")
        func slowServo() throws {
            let chip = try PWMRecorder()
            try chip.chip.set("slow_ms", to: 150)
            let home = try TestInstallation(bolt: #""speed": "360deg/s", "release_after": "never""#)
            let roost = try home.start()
            #expect(try home.run("send", "unlock").end == .exited(0))
            #expect(try eventually { try chip.pulses().duty == 1_000_000 })
            #expect(try home.run("send", "lock").end == .exited(0))
            #expect(try Self.timeToAnswer(home) < .seconds(1))
            #expect(try eventually { try chip.pulses().duty == 2_000_000 })
            #expect(try home.status().driver("bolt")?.state == .running)
            roost.send(signal: SIGTERM)
            #expect(try roost.wait(within: .seconds(5)) == .exited(0))
            #expect(try !chip.pulses().isEnabled)
        }

        @Test(
            "a PWM chip that hangs delays no answer, and the end is safe when its pulses are off")
        func hungServo() throws {
            let chip = try PWMRecorder()
            let home = try TestInstallation(bolt: #""speed": "90deg/s", "release_after": "never""#)
            let roost = try home.start()
            #expect(try home.run("send", "unlock").end == .exited(0))
            #expect(try eventually { try chip.pulses().isEnabled })
            try chip.chip.set("slow_ms", to: Self.hang)
            let start = Rig.monotonicNanoseconds
            #expect(try home.run("send", "lock").end == .exited(0))
            for _ in 1...3 { #expect(try Self.timeToAnswer(home) < .seconds(1)) }
            // All of that happened while one write was under way.
            #expect(Rig.monotonicNanoseconds - start < 2_500_000_000)
            roost.send(signal: SIGTERM)
            // The write under way must end, and the one that stops the pulses.
            #expect(try roost.wait(within: .seconds(10)) == .exited(0))
            #expect(roost.errors.contains("everything is in its safe state"))
            #expect(try !chip.pulses().isEnabled)
            try chip.chip.set("slow_ms", to: 0)
            let park = try finished(
                RoostProcess("park", home.configuration, "--runtime", home.runtime))
            #expect(park.end == .exited(0), "\(park.errors)")
            #expect(try !chip.pulses().isEnabled)
        }

        // MARK: Expanders

        @Test(
            "an expander whose bus hangs has stale contacts, and delays no answer, no command and no end"
        )
        func expander() throws {
            let board = try Expander(address: "20")
            let home = try TestInstallation(
                drivers: """
                    "latch": { "driver": "gpio-input", "line": "1-0020:4", "active_low": true },
                    "lamp": { "driver": "gpio-output", "line": "1-0020:3", "safe": "active" }
                    """)
            let roost = try home.start()
            try home.wait(for: "latch", "is open", SourceReport.isActive(false))
            try board.chip.set("slow_ms", to: 2 * Self.hang)
            try home.wait(for: "latch", "is stale") { $0.quality == .stale }
            for _ in 1...3 { #expect(try Self.timeToAnswer(home) < .seconds(1)) }
            try board.chip.set("slow_ms", to: 0)
            try board.ground(4)
            try home.wait(for: "latch", "is closed", SourceReport.isActive(true))
            try board.chip.set("slow_ms", to: Self.hang)
            roost.send(signal: SIGTERM)
            #expect(try roost.wait(within: .seconds(20)) == .exited(0))
        }

        // MARK: Converters

        private static func twilight(_ settings: String) throws -> TestInstallation {
            try TestInstallation(
                drivers: """
                    "twilight": {
                      "driver": "photoresistor", "every": "500ms", "median": 1,
                      "time_constant": "0s" \(settings)
                    }
                    """)
        }

        /// A converter that is slow is read all the same; one that hangs makes the light stale, and
        /// holds up nothing else.
        private static func check(
            _ home: TestInstallation, value ratio: Double, slow: (Int) throws -> Void
        ) throws {
            try slow(60)
            let roost = try home.start()
            try home.wait(for: "twilight", "is read", SourceReport.isAt(ratio: ratio))
            try slow(Self.hang)
            try home.wait(for: "twilight", "is stale") { $0.quality == .stale }
            for _ in 1...3 { #expect(try timeToAnswer(home) < .seconds(1)) }
            try slow(0)
            try home.wait(for: "twilight", "is read again", SourceReport.isAt(ratio: ratio))
            try slow(Self.hang)
            try home.wait(for: "twilight", "is stale again") { $0.quality == .stale }
            roost.send(signal: SIGTERM)
            #expect(try roost.wait(within: .seconds(10)) == .exited(0))
        }

        @Test(
            "a converter on a slow SPI bus is read, on one that hangs it is stale and in nobody's way",
            arguments: [0, 1])
        func spi(chipSelect: Int) throws {
            let converter = try Converter(chipSelect: chipSelect)
            try converter.set(0, to: 300)
            let home = try Self.twilight(chipSelect == 0 ? "" : #", "spi": "0.1""#)
            try Self.check(home, value: 300.0 / 1023, slow: converter.slow)
        }

        @Test(
            "a converter on a slow I2C bus is read, on one that hangs it is stale and in nobody's way"
        )
        func i2c() throws {
            let converter = try ADS1115(address: "49")
            try converter.set(0, millivolts: 1650)
            let home = try Self.twilight(
                #", "device": "ads1115", "i2c": 1, "i2c_address": "0x49", "supply": "3.3V""#)
            try Self.check(home, value: 0.5) { try converter.chip.set("slow_ms", to: $0) }
        }
    }
}

import Core
import Glibc
import TestSupport
import Testing
import Values

/// The clock on the wall is set by hours while something waits with a limit: as at each boot of a Pi, whose clock has no
/// battery, and when somebody mistypes a date.
extension RigTests {
    struct ClockStepTests {
        private static let hours = 5

        /// Sets the clock of this kernel, and sets it back at the end.
        private final class Step {
            private let hours: Int

            init(hours: Int) throws {
                self.hours = hours
                try Self.add(hours)
            }

            deinit { try? Self.add(-hours) }

            private static func add(_ hours: Int) throws {
                var time = timespec()
                clock_gettime(CLOCK_REALTIME, &time)
                time.tv_sec += hours * 3600
                guard clock_settime(CLOCK_REALTIME, &time) == 0 else {
                    throw TestSupportError("the clock cannot be set: \(errno)")
                }
            }
        }

        /// A light sensor whose reading takes so long that there is always one under way.
        private func slowLight() throws -> (Converter, TestInstallation) {
            let converter = try Converter(chipSelect: 0)
            try converter.set(0, to: 300)
            try converter.slow(milliseconds: 100)
            let home = try TestInstallation(
                drivers: """
                    "twilight": {
                      "driver": "photoresistor", "every": "1s", "median": 1, "time_constant": "0s"
                    }
                    """)
            return (converter, home)
        }

        @Test("forward: a reading that is under way is none that does not return")
        func forward() throws {
            let (converter, home) = try slowLight()
            let roost = try home.start()
            try home.wait(for: "twilight", "is read", SourceReport.isAt(ratio: 300.0 / 1023))
            for _ in 0..<20 {
                let step = try Step(hours: Self.hours)
                withExtendedLifetime(step) { letTheKernelWork(for: .milliseconds(100)) }
            }
            #expect(!roost.errors.contains("does not return"), "\(roost.errors)")
            try home.wait(for: "twilight", "is read still", SourceReport.isAt(ratio: 300.0 / 1023))
            roost.send(signal: SIGTERM)
            #expect(try roost.wait(within: .seconds(10)) == .exited(0))
            withExtendedLifetime(converter) {}
        }

        @Test("back: a reading that hangs is given up in time, and so is a stop")
        func back() throws {
            let (converter, home) = try slowLight()
            let roost = try home.start()
            try home.wait(for: "twilight", "is read", SourceReport.isAt(ratio: 300.0 / 1023))
            try converter.slow(milliseconds: 2500)
            letTheKernelWork(for: .milliseconds(500))
            let step = try Step(hours: -Self.hours)
            try home.wait(for: "twilight", "is stale", within: .seconds(20)) {
                $0.quality == .stale || $0.quality == .absent
            }
            #expect(eventually(within: .seconds(20)) { roost.errors.contains("does not return") })
            roost.send(signal: SIGTERM)
            #expect(try roost.wait(within: .seconds(10)) == .exited(0))
            try converter.slow(milliseconds: 0)
            withExtendedLifetime(step) {}
        }

        @Test(
            "back: roost park waits for a servo that hangs for as long as its limit, and not for hours"
        )
        func park() throws {
            let chip = try PWMRecorder()
            let home = try TestInstallation(
                configuration: """
                    {"stop_limit": "3s",
                     "drivers": {"bolt": {"driver": "servo", "safe_angle": "65deg", "on_lease_end": "safe_angle"}}}
                    """)
            let roost = try home.start()
            roost.send(signal: SIGKILL)
            _ = try roost.wait()
            try chip.chip.set("slow_ms", to: 10_000)
            let park = try RoostProcess("park", home.configuration, "--runtime", home.runtime)
            letTheKernelWork(for: .milliseconds(500))
            let step = try Step(hours: -Self.hours)
            try park.waitFor("it has not answered for 3.0 s", within: .seconds(10))
            try chip.chip.set("slow_ms", to: 0)
            // Not before the call that is under way has returned from the kernel.
            #expect(try park.wait(within: .seconds(30)) == .exited(1), "\(park.errors)")
            withExtendedLifetime(step) {}
        }

        @Test("forward: roost park and poke have the time that a slow servo takes") func patience()
            throws
        {
            let chip = try PWMRecorder()
            let home = try TestInstallation(
                configuration:
                    #"{"drivers": {"bolt": {"driver": "servo", "safe_angle": "65deg", "on_lease_end": "safe_angle"}}}"#
            )
            try chip.chip.set("slow_ms", to: 150)
            for words in [
                ["poke", "bolt", "65deg", "--config", home.configuration],
                ["park", home.configuration],
            ] {
                let command = try RoostProcess(words + ["--runtime", home.runtime])
                letTheKernelWork(for: .milliseconds(500))
                let step = try Step(hours: Self.hours)
                #expect(try command.wait(within: .seconds(30)) == .exited(0), "\(command.errors)")
                #expect(!command.errors.contains("not answer"), "\(command.errors)")
                withExtendedLifetime(step) {}
            }
            try chip.chip.set("slow_ms", to: 0)
        }
    }
}

import Core
import Glibc
import JSON
import TestSupport
import Testing

/// The kernel's PWM class, on chips that record what was applied to them.
extension RigTests {
    struct ServoTests {
        private static let period = 20_000_000

        /// Slow enough to see it on its way.
        private static func home(_ settings: String = "") throws -> TestInstallation {
            try TestInstallation(bolt: #""speed": "360deg/s" \#(settings)"#)
        }

        /// Exports a channel and lets it run, as a process that was killed would leave it.
        private static func run(_ chip: PWMRecorder, period: Int, duty: Int) throws {
            try chip.sysfs.set("export", to: 0)
            try chip.files().set("period", to: period)
            try chip.files().set("duty_cycle", to: duty)
            try chip.files().set("enable", to: 1)
        }

        /// The rule of every servo test: nothing but whole pulses within the limits ever came out.
        private static func expectSafe(_ changes: [PWMRecorder.Change]) {
            for change in changes where change.pulses.isEnabled {
                #expect(change.pulses.period == period)
                #expect((1_000_000...2_000_000).contains(change.pulses.duty))
                #expect(!change.pulses.isInverted)
            }
        }

        /// Locks with a channel that runs in a way that is not ours.
        private static func expectStoppedFirst(_ chip: PWMRecorder) throws {
            let before = try chip.changes.count
            // Otherwise it might be let go first.
            let home = try Self.home(#", "release_after": "never""#)
            let roost = try home.start()
            #expect(try home.run("send", "lock").end == .exited(0))
            #expect(try eventually { try chip.pulses().duty == 2_000_000 })
            let changes = Array(try chip.changes.dropFirst(before))
            expectSafe(changes)
            #expect(changes.first?.pulses.isEnabled == false)
            withExtendedLifetime(roost) {}
        }

        @Test(
            "a servo goes to where it is told, in whole pulses, no faster than asked, then lets go")
        func slewed() throws {
            let chip = try PWMRecorder()
            let home = try Self.home()
            let roost = try home.start()
            #expect(try home.run("send", "unlock").end == .exited(0))
            #expect(try eventually { try chip.changes.last?.pulses.isEnabled == false })
            #expect(try chip.pulses().duty == 1_000_000)
            // The way there may have been one down, from where a test before this one left it.
            let before = try chip.changes.count
            #expect(try home.run("send", "lock").end == .exited(0))
            #expect(try eventually { try chip.pulses().duty == 2_000_000 })
            #expect(try eventually { try !chip.pulses().isEnabled })
            let changes = try chip.changes
            Self.expectSafe(changes)
            let duties = changes.dropFirst(before).filter(\.pulses.isEnabled).map(\.pulses.duty)
            // 360 degrees a second are 7.2 in one period of 20 ms: 40 microseconds; as much again for
            // a timer that came late.
            for (before, after) in zip(duties, duties.dropFirst()) {
                #expect((0...80_000).contains(after - before))
            }
            withExtendedLifetime(roost) {}
        }

        @Test("a channel that runs already is adopted as it is")
        func adopted() throws {
            let chip = try PWMRecorder()
            try Self.run(chip, period: Self.period, duty: 1_500_000)
            let before = try chip.changes.count
            let home = try Self.home(#", "release_after": "never""#)
            let roost = try home.start()
            try home.wait(for: "bolt", "has adopted 90 degrees") {
                $0.flag("is_powered") == true && $0.value["commanded"]?["degrees"] == 90
            }
            #expect(try chip.changes.count == before)
            #expect(try chip.pulses().isEnabled)
            // Told to go on to 180 degrees it begins where it is.
            #expect(try home.run("send", "lock").end == .exited(0))
            #expect(try eventually { try chip.pulses().duty == 2_000_000 })
            Self.expectSafe(try chip.changes)
            let first = try #require(chip.changes.dropFirst(before).first)
            #expect((1_500_000...1_580_000).contains(first.pulses.duty))
            withExtendedLifetime(roost) {}
        }

        @Test(
            "a channel that nobody commands is let go in time, also one that ran before the start")
        func letGo() throws {
            let chip = try PWMRecorder()
            try Self.run(chip, period: Self.period, duty: 1_500_000)
            let home = try Self.home()
            let roost = try home.start()
            try home.wait(for: "bolt", "lets go") { $0.flag("is_powered") == false }
            #expect(try !chip.pulses().isEnabled)
            withExtendedLifetime(roost) {}
        }

        @Test(
            "a channel that runs with another period is stopped before it is changed",
            arguments: [
                // Longer than any pulse, as long as one, and longer than the period that is to be.
                (3_000_000, 2_900_000), (3_000_000, 1_500_000), (40_000_000, 30_000_000),
            ])
        func foreignPeriod(period: Int, duty: Int) throws {
            let chip = try PWMRecorder()
            try Self.run(chip, period: period, duty: duty)
            try Self.expectStoppedFirst(chip)
        }

        @Test("a channel that runs inverted is turned round while it is stopped")
        func inverted() throws {
            let chip = try PWMRecorder()
            try chip.sysfs.set("export", to: 0)
            try chip.files().set("period", to: Self.period)
            try chip.files().set("duty_cycle", to: 18_500_000)
            try chip.files().set("polarity", to: "inversed")
            try chip.files().set("enable", to: 1)
            try Self.expectStoppedFirst(chip)
        }

        @Test("the pulses outlive a killed service, and park stops them")
        func parked() throws {
            let chip = try PWMRecorder()
            let home = try Self.home(#", "release_after": "never""#)
            let roost = try home.start()
            #expect(try home.run("send", "lock").end == .exited(0))
            #expect(try eventually { try chip.pulses().duty == 2_000_000 })
            roost.send(signal: SIGKILL)
            #expect(try roost.wait() == .killed(signal: SIGKILL))
            #expect(try chip.pulses().isEnabled)
            for _ in 1...2 {
                let park = try finished(
                    RoostProcess("park", home.configuration, "--runtime", home.runtime))
                #expect(park.end == .exited(0), "\(park.errors)")
                #expect(try !chip.pulses().isEnabled)
            }
            #expect(!chip.files().has())
        }

        @Test("the end of the service stops the pulses")
        func stopped() throws {
            let chip = try PWMRecorder()
            let home = try Self.home()
            let roost = try home.start()
            #expect(try home.run("send", "lock").end == .exited(0))
            #expect(try eventually { try chip.pulses().isEnabled })
            roost.send(signal: SIGTERM)
            #expect(try roost.wait() == .exited(0))
            #expect(try !chip.pulses().isEnabled)
            Self.expectSafe(try chip.changes)
        }

        @Test("a servo that is held long at its safe angle is there when the service ends, in time")
        func safeAngle() throws {
            let chip = try PWMRecorder()
            let home = try Self.home(
                #", "on_lease_end": "safe_angle", "safe_angle": "0deg", "release_after": "60s""#)
            let roost = try home.start()
            #expect(try home.run("send", "lock").end == .exited(0))
            #expect(try eventually { try chip.pulses().duty == 2_000_000 })
            roost.send(signal: SIGTERM)
            // Half a second for the way and 0.7 s to come to rest.
            #expect(try roost.wait(within: .seconds(10)) == .exited(0))
            let changes = try chip.changes
            Self.expectSafe(changes)
            #expect(changes.last { $0.pulses.isEnabled }?.pulses.duty == 1_000_000)
            #expect(try !chip.pulses().isEnabled)
        }

        @Test("a chip that goes while it holds a servo is missed, though nothing moves")
        func missed() throws {
            let chip = try PWMRecorder()
            let home = try Self.home(#", "release_after": "never""#)
            let roost = try home.start()
            #expect(try home.run("send", "lock").end == .exited(0))
            try home.wait(for: "bolt", "holds") {
                $0.flag("is_powered") == true && $0.flag("is_moving") == false
            }
            try chip.pullOut()
            try home.waitForStatus("misses the chip", within: .seconds(5)) {
                $0.driver("bolt")?.state != .running
            }
            #expect(roost.end == nil)
            try chip.plugIn()
        }

        @Test("a chip that goes is missed, and taken up when it returns")
        func replugged() throws {
            let chip = try PWMRecorder()
            let home = try Self.home()
            let roost = try home.start()
            try home.waitForStatus("runs the bolt") { $0.driver("bolt")?.state == .running }
            try chip.pullOut()
            #expect(try home.run("send", "lock").end == .exited(0))
            try home.waitForStatus("misses the chip") {
                $0.driver("bolt")?.lastError?.text.contains("no PWM chip") == true
            }
            try chip.plugIn()
            #expect(try eventually(within: .seconds(40)) { try chip.pulses().duty == 2_000_000 })
            #expect(roost.end == nil)
        }

        @Test("the fan's chip, which has the lowest number, is never touched")
        func fan() throws {
            let fan = try PWMRecorder(PWMRecorder.fan)
            let header = try PWMRecorder()
            let home = try Self.home()
            let roost = try home.start()
            #expect(try home.run("send", "lock").end == .exited(0))
            #expect(try eventually { try header.pulses().isEnabled })
            #expect(try fan.changes.isEmpty)
            #expect((0..<4).allSatisfy { !fan.files(of: $0).has() })
            withExtendedLifetime(roost) {}
        }
    }
}

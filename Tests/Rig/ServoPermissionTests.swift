import Core
import Glibc
import TestSupport
import Testing

/// A service that is not root, and a udev that takes its time: this test is that udev.
extension RigTests {
    struct ServoPermissionTests {
        /// `nobody`. It may read what it likes, for the program may be in a home directory that is
        /// shut to others; what it may write is the kernel's to say.
        private static let service = [
            "/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups",
            "--inh-caps=-all,+dac_read_search", "--ambient-caps=-all,+dac_read_search",
        ]

        /// What udev's rule does, to the files that are there now.
        private static func grant(_ files: ControlFiles, _ names: String...) throws {
            for name in names where files.has(name) {
                guard chown("\(files.path)/\(name)", 65534, 65534) == 0 else {
                    throw TestSupportError("cannot give away \(files.path)/\(name): \(errno)")
                }
            }
        }

        private static func grantChannel(of chip: PWMRecorder) throws {
            try grant(chip.files(), "period", "duty_cycle", "polarity", "enable")
        }

        private static func start(_ home: TestInstallation) throws -> RoostProcess {
            for path in [home.runtime, home.directory.path] {
                _ = chown(path, 65534, 65534)
            }
            let roost = try RoostProcess(
                ["run", home.configuration, "--runtime", home.runtime], under: service)
            try roost.waitFor("started:")
            return roost
        }

        @Test("a channel that was just exported is waited for until udev has handed it over")
        func race() throws {
            let chip = try PWMRecorder()
            try Self.grant(chip.sysfs, "export", "unexport")
            let home = try TestInstallation(bolt: #""release_after": "never""#)
            let roost = try Self.start(home)
            try #require(eventually { chip.files().has("enable") })
            // The kernel gives a new channel to root, whatever its chip's files are.
            letTheKernelWork(for: .milliseconds(300))
            #expect(try home.status().driver("bolt")?.state == .running)
            try Self.grantChannel(of: chip)
            #expect(try home.run("send", "lock").end == .exited(0))
            #expect(try eventually { try chip.pulses().duty == 2_000_000 })
            #expect(try home.status().driver("bolt")?.restarts == 0)
            withExtendedLifetime(roost) {}
        }

        @Test(
            "a channel that is never handed over is refused, and the rule that is missing is named")
        func refused() throws {
            let chip = try PWMRecorder()
            try Self.grant(chip.sysfs, "export", "unexport")
            let home = try TestInstallation(bolt: #""release_after": "never""#)
            let roost = try Self.start(home)
            try home.waitForStatus("names the rule") {
                $0.driver("bolt")?.lastError?.text.contains("does a udev rule give that group")
                    == true
            }
            #expect(try !chip.pulses().isEnabled)
            // As after `udevadm trigger`.
            try Self.grantChannel(of: chip)
            #expect(try home.run("send", "lock").end == .exited(0))
            #expect(try eventually(within: .seconds(40)) { try chip.pulses().duty == 2_000_000 })
            #expect(roost.end == nil)
        }
    }
}

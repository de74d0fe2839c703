import Core
import TestSupport
import Testing

/// `roost doctor` on a real kernel.
extension RigTests {
    struct DoctorTests {
        private func doctor(_ home: TestInstallation) throws -> (
            end: RoostProcess.End, text: String
        ) {
            let (end, text, _) = try finished(
                RoostProcess("doctor", home.configuration, "--runtime", home.runtime))
            return (end, text)
        }

        @Test("what is plugged in is right, what is pulled out is wrong, with what mends it")
        func devices() throws {
            let thermometer = try Thermometer(celsius: 21.5)
            let header = try GPIOSim(label: "pinctrl-bcm2711", lines: 54, hogs: [4: "onewire@0"])
            let home = try TestInstallation(
                drivers: """
                    "outside": { "driver": "ds18b20" }, "bolt": { "driver": "servo" },
                    "latch": { "driver": "gpio-input", "line": "GPIO17" },
                    "taken": { "driver": "gpio-input", "line": "GPIO4" }
                    """)
            let (end, text) = try doctor(home)
            #expect(end == .exited(1))
            for words in [
                "ok    outside        \(thermometer.id) on w1_bus_master1", "ok    bolt  ",
                "ok    latch          GPIO17 (line 17 of pinctrl-bcm2711)", "WRONG taken",
                "held by \"onewire@0\"",
            ] {
                #expect(text.contains(words), "\(words): \(text)")
            }
            try thermometer.pullOut()
            let pulled = try doctor(home).text
            #expect(pulled.contains("WRONG outside"), "\(pulled)")
            #expect(pulled.contains("dtoverlay=w1-gpio"), "\(pulled)")
            withExtendedLifetime(header) {}
        }
    }
}
